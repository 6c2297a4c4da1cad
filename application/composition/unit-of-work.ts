import type { DomainEvent, DomainEvents } from '../shared/events/domain-event.js';
import type { QuotaGuard } from '../households/quota-guard.js';
import type { ActivityRepository, StatisticsReader } from '../history/ports.js';
import type { AttachmentRepository } from '../attachments/ports.js';
import type {
  AccountRepository,
  IdentityRepository,
  MobileCodeRepository,
  EmailChangeRepository,
  PasswordResetRepository,
  SessionRepository,
} from '../accounts/ports.js';
import type {
  CalendarConnectionRepository,
  CalendarOAuthStateRepository,
  OrphanedEventRepository,
  CalendarLinkRepository,
  CalendarMirrorRepository,
} from '../calendar/ports.js';
import type { CategoryRepository, HouseholdRepository, InvitationRepository } from '../households/ports.js';
import type { DeviceRepository, NotificationRepository, ReminderRepository } from '../notifications/ports.js';
import type { FeedRepository } from '../feeds/ports.js';
import type { IdempotencyRepository } from '../shared/ports.js';
import type { JobQueue } from '../shared/job-queue.js';
import type { OccurrenceRepository, TaskRepository } from '../tasks/ports.js';
import type { SeriesRepository, SwapRepository } from '../series/ports.js';
import type { ShoppingRepository } from '../shopping/ports.js';
import type { OperationContext, OperationNote, OperationRepository } from '../operations/ports.js';
import type { ChangeLog, Journal } from '../sync/ports.js';
import type { DisplayRepository } from '../displays/ports.js';
import type { DayCalendarRepository, PauseRepository } from '../days/ports.js';
import type { TemplateRepository } from '../templates/ports.js';
import type { Transactions } from '../shared/transactions.js';

/** The repositories, and the job queue, bound to one transaction. They must not be used after it has ended. */
export type StoreScope = {
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly passwordResets: PasswordResetRepository;
  readonly emailChanges: EmailChangeRepository;
  readonly identities: IdentityRepository;
  readonly mobileCodes: MobileCodeRepository;
  readonly calendarConnections: CalendarConnectionRepository;
  readonly calendarOAuthStates: CalendarOAuthStateRepository;
  readonly households: HouseholdRepository;
  readonly invitations: InvitationRepository;
  readonly categories: CategoryRepository;
  readonly tasks: TaskRepository;
  readonly occurrences: OccurrenceRepository;
  readonly series: SeriesRepository;
  readonly swaps: SwapRepository;
  readonly activities: ActivityRepository;
  readonly statistics: StatisticsReader;
  readonly calendarLinks: CalendarLinkRepository;
  readonly calendarMirror: CalendarMirrorRepository;
  readonly orphanedEvents: OrphanedEventRepository;
  readonly feeds: FeedRepository;
  readonly displays: DisplayRepository;
  readonly devices: DeviceRepository;
  readonly attachments: AttachmentRepository;
  readonly shopping: ShoppingRepository;
  readonly templates: TemplateRepository;
  readonly dayCalendars: DayCalendarRepository;
  readonly pauses: PauseRepository;
  readonly notifications: NotificationRepository;
  readonly reminders: ReminderRepository;
  readonly idempotency: IdempotencyRepository;
  readonly jobs: JobQueue;
  readonly operations: OperationRepository;
  /** The changes that this transaction has made so far. */
  readonly journal: Journal;
  /** Stores the journal at the end of a transaction. */
  readonly changes: ChangeLog;
  /** Checks limits before rows are created. */
  readonly quota: QuotaGuard;
};

/** The scope of a use case: the repositories, the events that it raises, and the operation that it describes. */
export type UnitOfWorkScope = StoreScope & {
  readonly events: DomainEvents;
  readonly operation: OperationNote;
};

/**
 * Runs transactions. The type parameter names the repositories that a use case touches: `UnitOfWork<'feeds' |
 * 'events'>`.
 */
export type UnitOfWork<Touched extends keyof UnitOfWorkScope = keyof UnitOfWorkScope> = Transactions<
  Pick<UnitOfWorkScope, Touched>
>;

/**
 * Handles the events of a transaction before it commits, within the transaction. If the handler rejects, the
 * transaction is rolled back. It gets all events in one call, so that it can write their consequences in one
 * statement, and is not called if there are none.
 */
export type BeforeCommit = (
  scope: StoreScope,
  events: readonly DomainEvent[],
  /** The member's request, or the job that continues it. null means that no member acts. */
  request: OperationContext | null,
) => Promise<void>;
