import type { ConnectionStatus } from '../../../domain/calendar/connection.js';
import type { CalendarConnectionId } from '../../../domain/shared/ids.js';
import type { UnitOfWorkScope } from '../../shared/unit-of-work.js';

/** What else happens when a connection changes; all but the last in the transaction of the change. */
export type ConnectionListener = {
  /** It is ACTIVE with new tokens; `before` is what it was, null when there was none. */
  connected(scope: UnitOfWorkScope, id: CalendarConnectionId, before: ConnectionStatus | null): Promise<void>;
  /** The permission is gone, by no act of the user here. */
  revoked(scope: UnitOfWorkScope, id: CalendarConnectionId): Promise<void>;
  /** Its owner is leaving it: what it keeps at the provider has to be cleared away, while its tokens last. */
  leaving(scope: UnitOfWorkScope, id: CalendarConnectionId): Promise<void>;
  /** Whether something is still to be cleared away at the provider with its tokens. */
  hasLeftovers(id: CalendarConnectionId): Promise<boolean>;
};
