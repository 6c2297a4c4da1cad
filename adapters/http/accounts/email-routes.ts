import { ChangeEmailInput, EmailTokenInput } from './schema.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

export function emailRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('Account', [
    route({
      method: 'post',
      path: '/v1/me/email',
      operationId: 'requestEmailChange',
      summary: 'Change the e-mail address',
      description: [
        'Sends a link to the new address (`/confirm-email#token=…`) and a link to refuse the ' +
          'change to the current address (`/refuse-email#token=…`). Both are valid for 24 ' +
          'hours.',
        '- The body must contain the password. An account without a password needs a sign-in ' +
          'within the last 5 minutes.',
        '- If another account has the address, the answer is 202 too, but no mail is sent to the address.',
        '- At most 5 changes per day can be requested. At most 3 mails per day go to the same new ' +
          'address.',
        '- If the address in the body is the current one, the mail verifies it, and no ' +
          'password is needed. If it is ' +
          'verified already, the answer is 409 `INVALID_STATE`.',
      ],
      body: ChangeEmailInput,
      responses: [
        {
          status: 202,
          description: 'The request was accepted, whether or not another account has the address.',
        },
      ],
      errors: ['INVALID_CREDENTIALS', 'INVALID_STATE'],
      handle: ({ caller, body: { email, password = null } }) =>
        useCases.requestEmailChange(caller, email, password),
    }),
    route({
      method: 'post',
      path: '/v1/me/email/prove',
      operationId: 'proveEmail',
      summary: 'Confirm a new e-mail address',
      description: [
        'Verifies the address with the token of the mail. A new address becomes that of the ' +
          'account. The session must belong to the same account. Sessions are not ended.',
        'If the address changes, the former one gets a link (`/revert-email#token=…`) that undoes ' +
          'the change for 7 days.',
      ],
      limited: 'auth',
      body: EmailTokenInput,
      responses: [
        {
          status: 204,
          description: 'The account has the address, and it is verified.',
        },
      ],
      errors: ['TOKEN_INVALID', 'EMAIL_ALREADY_USED'],
      handle: ({ caller, body }) => useCases.proveEmail(caller, body.token),
    }),
    route({
      method: 'post',
      path: '/v1/auth/email/refuse',
      operationId: 'refuseEmailChange',
      summary: 'Refuse a change of the e-mail address',
      description:
        'Cancels the requested change with the token of the mail to the present address. No ' +
        'session is needed.',
      limited: 'auth',
      body: EmailTokenInput,
      responses: [{ status: 204, description: 'The account keeps its address.' }],
      errors: ['TOKEN_INVALID'],
      handle: ({ body }) => useCases.refuseEmailChange(body.token),
    }),
    route({
      method: 'post',
      path: '/v1/auth/email/revert',
      operationId: 'revertEmailChange',
      summary: 'Undo a change of the e-mail address',
      description: [
        'Restores the former address with the token that was mailed to it, also after several ' +
          'changes, for 7 days. It ends all sessions, calendar feeds and password links.',
        'If the password or the Google identity has changed since, both are removed, and the ' +
          'owner of the account sets a new password with a link in a ' +
          'mail. Before the 7 days are over, no other account can take ' +
          'the address (409 `EMAIL_ALREADY_USED`).',
      ],
      limited: 'auth',
      body: EmailTokenInput,
      responses: [
        {
          status: 204,
          description:
            'The account has its former address. All sessions, calendar feeds and password links have ended.',
        },
      ],
      errors: ['TOKEN_INVALID', 'EMAIL_ALREADY_USED'],
      handle: ({ body }) => useCases.revertEmailChange(body.token),
    }),
  ]);
}
