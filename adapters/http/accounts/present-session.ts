import { Type, type Static } from 'typebox';
import type { Session } from '../../../domain/accounts/session.js';
import type { SessionId } from '../../../domain/shared/ids.js';
import { instant, nullable, presentInstant, uuid } from '../schema/common.js';

export const SessionDto = Type.Object(
  {
    id: uuid(),
    createdAt: instant(),
    lastUsedAt: instant(),
    userAgent: nullable(Type.String()),
    current: Type.Boolean(),
  },
  { title: 'SessionDto' },
);

export function presentSession(session: Session, current: SessionId): Static<typeof SessionDto> {
  return {
    id: session.id,
    createdAt: presentInstant(session.createdAt),
    lastUsedAt: presentInstant(session.lastUsedAt),
    userAgent: session.userAgent,
    current: session.id === current,
  };
}
