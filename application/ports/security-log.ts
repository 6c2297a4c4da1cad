import type { HouseholdId, SessionId, UserId } from '../../domain/shared/ids.js';

/** What must be possible to look up afterwards. */
export type SecurityEvent =
  | 'account_registered'
  | 'login_succeeded'
  | 'login_failed'
  | 'login_limited'
  | 'reauthentication_failed'
  | 'refresh_replay'
  | 'refresh_reuse'
  | 'session_revoked'
  | 'sessions_revoked'
  | 'password_reset_requested'
  | 'password_reset'
  | 'password_changed'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'data_exported'
  | 'account_erased'
  | 'invitation_accepted'
  | 'calendar_connected'
  | 'calendar_connect_failed'
  | 'calendar_disconnected'
  | 'calendar_revoked';

/** Whom it is about, as far as that is known; ids only. */
export type SecuritySubject = {
  readonly userId?: UserId;
  readonly sessionId?: SessionId;
  readonly householdId?: HouseholdId;
};

export interface SecurityLog {
  /** Never throws. */
  record(event: SecurityEvent, subject?: SecuritySubject): void;
}
