import type { NewConnection } from '../../application/calendar/ports.js';
import type { ConnectionTokens } from '../../domain/calendar/connection.js';
import { anId } from './ids.js';
import { HOUR, NOON } from './instants.js';

export function tokens(fields: Partial<ConnectionTokens> = {}): ConnectionTokens {
  const refreshToken = `v1:refresh ${anId()}`;
  return { refreshToken, accessToken: `v1:access ${anId()}`, accessExpiresAt: NOON + HOUR, ...fields };
}

export function aNewConnection(
  fields: Partial<NewConnection> & Pick<NewConnection, 'userId'>,
): NewConnection {
  const subject = fields.subject ?? `subject ${anId()}`;
  return {
    id: anId(),
    email: 'alex@gmail.example',
    grantKey: `hash of ${subject}`,
    tokens: tokens(),
    createdAt: NOON,
    ...fields,
    subject,
  };
}
