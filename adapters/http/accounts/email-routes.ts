import { ChangeEmailInput, EmailTokenInput } from './schema.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

export function emailRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('Account', [
    route({
      method: 'post',
      path: '/v1/me/email',
      operationId: 'requestEmailChange',
      summary:
        'Ask for another e-mail address, with the password (without one, within 5 minutes of signing in); or for the proof of the present one',
      access: 'session',
      body: ChangeEmailInput,
      responses: [
        {
          status: 202,
          description:
            'A link goes to the address, and one to refuse it to the present one; whether or not another account has it',
        },
      ],
      errors: ['INVALID_CREDENTIALS', 'INVALID_STATE', 'RATE_LIMITED'],
      handle: ({ caller, body: { email, password = null } }) =>
        useCases.requestEmailChange(caller, email, password),
    }),
    route({
      method: 'post',
      path: '/v1/me/email/prove',
      operationId: 'proveEmail',
      summary: 'The address is proved with the token of the mail, in a session of the account; sessions stay',
      access: 'session',
      limited: 'auth',
      body: EmailTokenInput,
      responses: [
        {
          status: 204,
          description:
            'The account has the address, and it is verified; a link that takes this back for a week goes to the one before',
        },
      ],
      errors: ['TOKEN_INVALID', 'EMAIL_ALREADY_USED'],
      handle: ({ caller, body }) => useCases.proveEmail(caller, body.token),
    }),
    route({
      method: 'post',
      path: '/v1/auth/email/refuse',
      operationId: 'refuseEmailChange',
      summary: 'Refuse another address, with the token of the mail to the present one',
      access: 'none',
      limited: 'auth',
      body: EmailTokenInput,
      responses: [{ status: 204, description: 'The address stays as it is' }],
      errors: ['TOKEN_INVALID'],
      handle: ({ body }) => useCases.refuseEmailChange(body.token),
    }),
    route({
      method: 'post',
      path: '/v1/auth/email/revert',
      operationId: 'revertEmailChange',
      summary:
        'Take a change of the address back, with the token of the mail to the former address, for a week',
      access: 'none',
      limited: 'auth',
      body: EmailTokenInput,
      responses: [
        {
          status: 204,
          description:
            'The account has its former address; every session, calendar address and link for a new password has ended. ' +
            'If the password or the Google identity changed since, neither signs in any more',
        },
      ],
      errors: ['TOKEN_INVALID', 'EMAIL_ALREADY_USED'],
      handle: ({ body }) => useCases.revertEmailChange(body.token),
    }),
  ]);
}
