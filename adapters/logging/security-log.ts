import type { Logger } from '../../application/shared/ports.js';
import type { SecurityEvent, SecurityLog, SecuritySubject } from '../../application/accounts/ports.js';

/** What somebody should look at when it happens often. */
const SUSPICIOUS: ReadonlySet<SecurityEvent> = new Set<SecurityEvent>([
  'login_failed',
  'login_limited',
  'reauthentication_failed',
  'refresh_reuse',
]);

/** Security events as lines of the log, all with the same message. */
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
