import { readNetwork } from '../credentials.js';
import { ChangePasswordInput, ForgotPasswordInput, ResetPasswordInput } from './schema.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

export function passwordRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('Account', [
    route({
      method: 'post',
      path: '/v1/auth/password/forgot',
      operationId: 'forgotPassword',
      summary: 'Request a password reset',
      description:
        'Sends a mail with a link to set a new password, if an account has this address. The ' +
        'answer is 202 in both cases, so it does not reveal who has an account.',
      limited: 'auth',
      body: ForgotPasswordInput,
      responses: [
        { status: 202, description: 'The request was accepted, whether or not an account has this address.' },
      ],
      handle: ({ body, http }) => useCases.requestPasswordReset(body.email, readNetwork(http)),
    }),
    route({
      method: 'post',
      path: '/v1/auth/password/reset',
      operationId: 'resetPassword',
      summary: 'Reset the password',
      description:
        'Sets a new password with the token of the mail. It ends every session, with ' +
        'everything that `POST /v1/auth/logout-all` ends, and lifts the lock after failed ' +
        'sign-ins. It does not sign in: call `POST /v1/auth/login` afterwards.',
      limited: 'auth',
      body: ResetPasswordInput,
      responses: [
        {
          status: 204,
          description: 'The new password is set. All sessions and calendar feeds have ended.',
        },
      ],
      errors: ['TOKEN_INVALID'],
      handle: ({ body }) => useCases.resetPassword(body.token, body.newPassword),
    }),
    route({
      method: 'post',
      path: '/v1/auth/password/change',
      operationId: 'changePassword',
      summary: 'Change the password',
      description:
        'Sets a new password if the current one is correct. It ends all other sessions of the ' +
        'caller, with everything that `POST /v1/auth/logout-all` ends. The session of this ' +
        'request stays.',
      body: ChangePasswordInput,
      responses: [
        {
          status: 204,
          description: 'The new password is set. All other sessions and all calendar feeds have ended.',
        },
      ],
      errors: ['INVALID_CREDENTIALS'],
      handle: ({ caller, body }) => useCases.changePassword(caller, body),
    }),
  ]);
}
