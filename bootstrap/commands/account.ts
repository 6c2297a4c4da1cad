import { SystemClock } from '../../adapters/clock/system-clock.js';
import { LoggedSecurityEvents } from '../../adapters/logging/security-log.js';
import { AsyncLocalOperationContexts } from '../../adapters/operations/async-local-operation-contexts.js';
import { createDatabase } from '../../adapters/postgres/database.js';
import { PostgresEventBus } from '../../adapters/postgres/listen-notify/event-bus.js';
import { PostgresRateLimiter } from '../../adapters/postgres/shared/rate-limiter.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { UuidV7Generator } from '../../adapters/security/random.js';
import { disableAccount, enableAccount } from '../../application/accounts/disable-account.js';
import { BEFORE_COMMIT } from '../../application/composition/before-commit.js';
import { PublishingUnitOfWork } from '../../application/composition/publishing-unit-of-work.js';
import type { Logger } from '../../application/shared/ports.js';

const USE_CASES = { disable: disableAccount, enable: enableAccount };
export type AccountAction = keyof typeof USE_CASES;

export function isAccountAction(word: string): word is AccountAction {
  return Object.hasOwn(USE_CASES, word);
}

/**
 * Disables or enables the account with this e-mail address in a migrated database. Running processes are notified.
 */
export async function switchAccount(
  { connectionString, logger }: { readonly connectionString: string; readonly logger: Logger },
  action: AccountAction,
  email: string,
): Promise<{ readonly changed: boolean }> {
  const db = createDatabase({ connectionString, poolSize: 2, applicationName: 'household-planner account' });
  const eventBus = new PostgresEventBus({ db, connectionString, logger });
  const [clock, ids] = [new SystemClock(), new UuidV7Generator()];
  const unitOfWork = new PublishingUnitOfWork(
    new PostgresUnitOfWork(db, () => NO_JOBS),
    BEFORE_COMMIT,
    eventBus,
    { operationContexts: new AsyncLocalOperationContexts(), ids, clock },
  );
  try {
    return await USE_CASES[action]({
      unitOfWork,
      rateLimiter: new PostgresRateLimiter(db, clock),
      securityLog: new LoggedSecurityEvents(logger),
      clock,
    })(email);
  } finally {
    await eventBus.close();
    await db.destroy();
  }
}

const NO_JOBS = { enqueue: () => Promise.reject(new Error('The account command must not add jobs')) };
