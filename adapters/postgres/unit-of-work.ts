import pg from 'pg';
import type { AfterCommit, JobQueue } from '../../application/shared/job-queue.js';
import { ApplicationError } from '../../application/shared/errors.js';
import { LockSetChanged, type Transactions } from '../../application/shared/transactions.js';
import type { StoreScope } from '../../application/composition/unit-of-work.js';
import { PostgresActivityRepository } from './history/activity-repository.js';
import { PostgresStatisticsReader } from './history/statistics-reader.js';
import { PostgresAttachmentRepository } from './attachments/attachment-repository.js';
import { PostgresAccountRepository } from './accounts/account-repository.js';
import { PostgresCalendarConnectionRepository } from './calendar/connection-repository.js';
import { PostgresCalendarOAuthStateRepository } from './calendar/oauth-state-repository.js';
import { PostgresOrphanedEventRepository } from './calendar/orphaned-event-repository.js';
import { PostgresCalendarLinkRepository } from './calendar/link-repository.js';
import { PostgresCalendarMirrorRepository } from './calendar/mirror-repository.js';
import { PostgresCategoryRepository } from './households/category-repository.js';
import { brokenConstraint, JOINED_DURING_DELETION } from './citus/broken-constraint.js';
import type { Database } from './database.js';
import { isOutdatedPlan } from './prepared-statements.js';
import { PostgresPauseRepository } from './days/pause-repository.js';
import { PostgresDayCalendarRepository } from './days/day-calendar-repository.js';
import { PostgresDisplayRepository } from './displays/display-repository.js';
import { PostgresDeviceRepository } from './notifications/device-repository.js';
import { PostgresFeedRepository } from './feeds/feed-repository.js';
import { PostgresNotificationRepository } from './notifications/notification-repository.js';
import { PostgresReminderRepository } from './notifications/reminder-repository.js';
import { UsageCounter } from './households/usage.js';
import { PostgresHouseholdRepository } from './households/household-repository.js';
import { PostgresIdempotencyRepository } from './shared/idempotency-repository.js';
import { PostgresIdentityRepository } from './accounts/identity-repository.js';
import { PostgresMobileCodeRepository } from './accounts/mobile-code-repository.js';
import { PostgresInvitationRepository } from './households/invitation-repository.js';
import { PostgresOccurrenceRepository } from './tasks/occurrence-repository.js';
import { PostgresOperationRepository } from './operations/operation-repository.js';
import { PostgresEmailChangeRepository } from './accounts/email-change-repository.js';
import { PostgresPasswordResetRepository } from './accounts/password-reset-repository.js';
import { PostgresSeriesRepository } from './series/series-repository.js';
import { PostgresSessionRepository } from './accounts/session-repository.js';
import { PostgresShoppingRepository } from './shopping/shopping-repository.js';
import { PostgresChangeLog } from './sync/change-log.js';
import { RecordedJournal } from './sync/journal.js';
import { PostgresTaskRepository } from './tasks/task-repository.js';
import { PostgresTemplateRepository } from './templates/template-repository.js';
import { PostgresSwapRepository } from './series/swap-repository.js';

const RETRIES = 3;
const LOST_RACES: Readonly<Record<string, RetryReason>> = {
  '40001': 'serialization',
  '40P01': 'deadlock',
  '55P03': 'lock',
};

/**
 * Why a transaction is run again. `moved` means that a row that the transaction needs was moved or added while it
 * waited for its locks. `migration` means that a migration changed a table of a prepared statement. A `deadlock` should not occur, because all transactions lock in the same order (see
 * database.ts).
 */
export type RetryReason = 'deadlock' | 'serialization' | 'lock' | 'moved' | 'migration';

/** Returns a queue whose jobs are committed together with the given transaction. */
export type JobsIn = (transaction: Database, afterCommit: AfterCommit) => JobQueue;

/**
 * Runs transactions at the isolation level READ COMMITTED. If a row must not change between reading and writing, it
 * must be read with a `…ForUpdate` method.
 *
 * A transaction is run again from its beginning, at most three times, for the reasons in {@link RetryReason}. For
 * example, it was aborted to resolve a deadlock, or it waited too long for a lock because many requests change one
 * household at once. It gives back its connection before, so other requests are not blocked.
 */
export class PostgresUnitOfWork implements Transactions<StoreScope> {
  readonly #db: Database;
  readonly #jobsIn: JobsIn;
  readonly #onRetry: (reason: RetryReason, error: unknown) => void;
  readonly #counter: UsageCounter;

  constructor(
    db: Database,
    jobsIn: JobsIn,
    onRetry: (reason: RetryReason, error: unknown) => void = () => undefined,
    counter = new UsageCounter(),
  ) {
    this.#db = db;
    this.#jobsIn = jobsIn;
    this.#onRetry = onRetry;
    this.#counter = counter;
  }

  async run<T>(work: (scope: StoreScope) => Promise<T>): Promise<T> {
    for (let retries = 0; ; retries++) {
      const calls: (() => void)[] = [];
      const afterCommit: AfterCommit = (call) => void calls.push(call);
      try {
        const done = await this.#db
          .transaction()
          .execute((transaction) =>
            work(scopeOver(transaction, this.#jobsIn(transaction, afterCommit), this.#counter)),
          );
        for (const call of calls) call();
        return done;
      } catch (error) {
        const reason = retryReason(error);
        if (retries === RETRIES || reason === null) throw error;
        this.#onRetry(reason, error);
      }
    }
  }
}

function retryReason(error: unknown): RetryReason | null {
  if (error instanceof LockSetChanged) return 'moved';
  const failure = error instanceof ApplicationError ? error.cause : error;
  if (!(failure instanceof pg.DatabaseError) || failure.code === undefined) return null;
  if (brokenConstraint(failure) === JOINED_DURING_DELETION) return 'moved';
  if (isOutdatedPlan(failure)) return 'migration';
  return LOST_RACES[failure.code] ?? null;
}

/** Creates a repository only when the transaction accesses it, because most transactions use only three or four. */
function scopeOver(db: Database, jobs: JobQueue, counter: UsageCounter): StoreScope {
  const quota = counter.roomIn(db);
  const journal = new RecordedJournal();
  return {
    get accounts() {
      return new PostgresAccountRepository(db);
    },
    get sessions() {
      return new PostgresSessionRepository(db);
    },
    get passwordResets() {
      return new PostgresPasswordResetRepository(db);
    },
    get emailChanges() {
      return new PostgresEmailChangeRepository(db);
    },
    get identities() {
      return new PostgresIdentityRepository(db);
    },
    get mobileCodes() {
      return new PostgresMobileCodeRepository(db);
    },
    get calendarConnections() {
      return new PostgresCalendarConnectionRepository(db);
    },
    get calendarOAuthStates() {
      return new PostgresCalendarOAuthStateRepository(db);
    },
    get households() {
      return new PostgresHouseholdRepository(db, quota, journal, (userId) => counter.hasJoined(userId));
    },
    get invitations() {
      return new PostgresInvitationRepository(db, quota);
    },
    get categories() {
      return new PostgresCategoryRepository(db, quota, journal);
    },
    get tasks() {
      return new PostgresTaskRepository(db, journal);
    },
    get occurrences() {
      return new PostgresOccurrenceRepository(db, quota, journal);
    },
    get series() {
      return new PostgresSeriesRepository(db, quota, journal);
    },
    get swaps() {
      return new PostgresSwapRepository(db, journal);
    },
    get operations() {
      return new PostgresOperationRepository(db);
    },
    get activities() {
      return new PostgresActivityRepository(db);
    },
    get statistics() {
      return new PostgresStatisticsReader(db);
    },
    get calendarLinks() {
      return new PostgresCalendarLinkRepository(db);
    },
    get calendarMirror() {
      return new PostgresCalendarMirrorRepository(db, journal);
    },
    get orphanedEvents() {
      return new PostgresOrphanedEventRepository(db);
    },
    get feeds() {
      return new PostgresFeedRepository(db, quota);
    },
    get displays() {
      return new PostgresDisplayRepository(db, quota);
    },
    get devices() {
      return new PostgresDeviceRepository(db);
    },
    get attachments() {
      return new PostgresAttachmentRepository(db, journal);
    },
    get shopping() {
      return new PostgresShoppingRepository(db, quota, journal);
    },
    get pauses() {
      return new PostgresPauseRepository(db, quota, journal);
    },
    get dayCalendars() {
      return new PostgresDayCalendarRepository(db, quota, journal);
    },
    get templates() {
      return new PostgresTemplateRepository(db, quota, journal);
    },
    get notifications() {
      return new PostgresNotificationRepository(db, journal);
    },
    get reminders() {
      return new PostgresReminderRepository(db);
    },
    get idempotency() {
      return new PostgresIdempotencyRepository(db);
    },
    jobs,
    journal,
    changes: new PostgresChangeLog(db),
    quota,
  };
}
