import pg from 'pg';
import type { AfterCommit, JobQueue } from '../../application/shared/job-queue.js';
import { ApplicationError } from '../../application/shared/errors.js';
import { LockSetChanged, type Transactions } from '../../application/shared/transactions.js';
import type { StoreScope } from '../../application/composition/unit-of-work.js';
import { brokenConstraint, JOINED_DURING_DELETION } from './citus/broken-constraint.js';
import type { Database } from './database.js';
import { isOutdatedPlan } from './prepared-statements.js';
import { UsageCounter } from './households/usage.js';
import type { Readers } from '../../application/composition/readers.js';
import type { QuotaGuard } from '../../application/households/quota-guard.js';
import { PostgresChangeLog } from './sync/change-log.js';
import { RecordedJournal } from './sync/journal.js';
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
import { PostgresPauseRepository } from './days/pause-repository.js';
import { PostgresDayCalendarRepository } from './days/day-calendar-repository.js';
import { PostgresDisplayRepository } from './displays/display-repository.js';
import { PostgresDeviceRepository } from './notifications/device-repository.js';
import { PostgresFeedRepository } from './feeds/feed-repository.js';
import { PostgresNotificationRepository } from './notifications/notification-repository.js';
import { PostgresReminderRepository } from './notifications/reminder-repository.js';
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
import { PostgresTaskRepository } from './tasks/task-repository.js';
import { PostgresTemplateRepository } from './templates/template-repository.js';
import { PostgresSwapRepository } from './series/swap-repository.js';
import { PostgresAccessReader } from './accounts/access-reader.js';
import { PostgresSearchReader } from './search/search-reader.js';
import { PostgresChangeFeed } from './sync/change-feed.js';

const RETRIES = 3;
const LOST_RACES: Readonly<Record<string, RetryReason>> = {
  '40001': 'serialization',
  '40P01': 'deadlock',
  '55P03': 'lock',
};

/**
 * Why a transaction is run again. `moved` means that a row that the transaction needs was moved or added while it
 * waited for its locks. `migration` means that a migration changed a table of a prepared statement. A `deadlock` should
 * not occur, because all transactions lock in the same order (see database.ts).
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

/** The pool or a transaction, with the guard of its limits and the journal of its changes. */
class Connection {
  readonly db: Database;
  readonly counter: UsageCounter;
  readonly quota: QuotaGuard;
  readonly journal = new RecordedJournal();

  constructor(db: Database, counter: UsageCounter) {
    this.db = db;
    this.counter = counter;
    this.quota = counter.roomIn(db);
  }
}

type Repositories = Readers & Omit<StoreScope, 'jobs' | 'journal' | 'quota'>;

const CREATE: { readonly [Name in keyof Repositories]: (connection: Connection) => Repositories[Name] } = {
  accounts: ({ db }) => new PostgresAccountRepository(db),
  sessions: ({ db }) => new PostgresSessionRepository(db),
  passwordResets: ({ db }) => new PostgresPasswordResetRepository(db),
  emailChanges: ({ db }) => new PostgresEmailChangeRepository(db),
  identities: ({ db }) => new PostgresIdentityRepository(db),
  mobileCodes: ({ db }) => new PostgresMobileCodeRepository(db),
  calendarConnections: ({ db }) => new PostgresCalendarConnectionRepository(db),
  calendarOAuthStates: ({ db }) => new PostgresCalendarOAuthStateRepository(db),
  households: ({ db, quota, journal, counter }) =>
    new PostgresHouseholdRepository(db, quota, journal, counter),
  invitations: ({ db, quota }) => new PostgresInvitationRepository(db, quota),
  categories: ({ db, quota, journal }) => new PostgresCategoryRepository(db, quota, journal),
  tasks: ({ db, journal }) => new PostgresTaskRepository(db, journal),
  occurrences: ({ db, quota, journal }) => new PostgresOccurrenceRepository(db, quota, journal),
  series: ({ db, quota, journal }) => new PostgresSeriesRepository(db, quota, journal),
  swaps: ({ db, journal }) => new PostgresSwapRepository(db, journal),
  operations: ({ db }) => new PostgresOperationRepository(db),
  activities: ({ db }) => new PostgresActivityRepository(db),
  statistics: ({ db }) => new PostgresStatisticsReader(db),
  calendarLinks: ({ db }) => new PostgresCalendarLinkRepository(db),
  calendarMirror: ({ db, journal }) => new PostgresCalendarMirrorRepository(db, journal),
  orphanedEvents: ({ db }) => new PostgresOrphanedEventRepository(db),
  feeds: ({ db, quota }) => new PostgresFeedRepository(db, quota),
  displays: ({ db, quota }) => new PostgresDisplayRepository(db, quota),
  devices: ({ db }) => new PostgresDeviceRepository(db),
  attachments: ({ db, journal }) => new PostgresAttachmentRepository(db, journal),
  shopping: ({ db, quota, journal }) => new PostgresShoppingRepository(db, quota, journal),
  pauses: ({ db, quota, journal }) => new PostgresPauseRepository(db, quota, journal),
  dayCalendars: ({ db, quota, journal }) => new PostgresDayCalendarRepository(db, quota, journal),
  templates: ({ db, quota, journal }) => new PostgresTemplateRepository(db, quota, journal),
  notifications: ({ db, journal }) => new PostgresNotificationRepository(db, journal),
  reminders: ({ db }) => new PostgresReminderRepository(db),
  idempotency: ({ db }) => new PostgresIdempotencyRepository(db),
  access: ({ db }) => new PostgresAccessReader(db),
  search: ({ db }) => new PostgresSearchReader(db),
  changes: ({ db }) => new PostgresChangeLog(db),
  changeFeed: ({ db }) => new PostgresChangeFeed(db),
};

for (const [name, create] of Object.entries(CREATE))
  Object.defineProperty(Connection.prototype, name, {
    get(this: Connection) {
      return create(this);
    },
  });

/**
 * Returns the repositories of a transaction. Each is created when the transaction accesses it, because most
 * transactions use only three or four.
 */
function scopeOver(db: Database, jobs: JobQueue, counter: UsageCounter): StoreScope {
  return Object.assign(new Connection(db, counter), { jobs }) as Connection & StoreScope;
}

/** Creates the repositories for reads outside of a unit of work. Only the type says that they are not for writes. */
export function postgresReaders(db: Database): Readers {
  const connection = new Connection(db, new UsageCounter());
  return Object.fromEntries<unknown>(
    Object.entries(CREATE).map(([name, create]) => [name, create(connection)]),
  ) as Readers;
}
