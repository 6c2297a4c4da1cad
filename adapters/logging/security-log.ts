import type { Logger } from '../../application/shared/ports.js';
import type { SecurityEvent, SecurityLog, SecuritySubject } from '../../application/accounts/ports.js';

/** Events that an operator should look at if they occur often. They are logged as warnings. */
const SUSPICIOUS: ReadonlySet<SecurityEvent> = new Set<SecurityEvent>([
  'login_failed',
  'login_limited',
  'reauthentication_failed',
  'refresh_reuse',
]);

/** Logs security events. All lines have the same message. */
export class LoggedSecurityEvents implements SecurityLog {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  record(event: SecurityEvent, subject: SecuritySubject = {}): void {
    const level = SUSPICIOUS.has(event) ? 'warn' : 'info';
    this.#logger[level]('security event', { event, ...subject });
  }
}
