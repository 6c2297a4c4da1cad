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
      summary: 'Ask for the mail with which a new password can be set',
      access: 'none',
      limited: 'auth',
      body: ForgotPasswordInput,
      responses: [{ status: 202, description: 'Whether or not there is such an account' }],
      handle: ({ body, http }) => useCases.requestPasswordReset(body.email, readNetwork(http)),
    }),
    route({
      method: 'post',
      path: '/v1/auth/password/reset',
      operationId: 'resetPassword',
      summary: 'Set a new password with the token of the mail; ends every session and begins none',
      access: 'none',
      limited: 'auth',
      body: ResetPasswordInput,
      responses: [
        {
          status: 204,
          description:
            'The new password counts; every session has ended, and every calendar address leads nowhere',
        },
      ],
      errors: ['TOKEN_INVALID'],
      handle: ({ body }) => useCases.resetPassword(body.token, body.newPassword),
    }),
    route({
      method: 'post',
      path: '/v1/auth/password/change',
      operationId: 'changePassword',
      summary: 'Set another password; ends the other sessions',
      access: 'session',
      body: ChangePasswordInput,
      responses: [
        {
          status: 204,
          description:
            'The new password counts; every other session has ended, and every calendar address leads nowhere',
        },
      ],
      errors: ['INVALID_CREDENTIALS'],
      handle: ({ caller, body }) => useCases.changePassword(caller, body),
    }),
  ]);
}
