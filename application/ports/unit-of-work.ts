import type { EventRecorder } from '../shared/events/household-event.js';
import type { Room } from '../households/room.js';
import type { ActivityRepository } from './activity-repository.js';
import type { AttachmentRepository } from './attachment-repository.js';
import type { AccountRepository } from './account-repository.js';
import type { CalendarConnectionRepository } from './calendar-connection-repository.js';
import type { CalendarHandshakeRepository } from './calendar-handshake-repository.js';
import type { CalendarMirrorRepository } from './calendar-mirror-repository.js';
import type { CategoryRepository } from './category-repository.js';
import type { DeviceRepository } from './device-repository.js';
import type { FeedRepository } from './feed-repository.js';
import type { HouseholdRepository } from './household-repository.js';
import type { IdempotencyRepository } from './idempotency-store.js';
import type { IdentityRepository } from './identity-repository.js';
import type { InvitationRepository } from './invitation-repository.js';
import type { JobQueue } from './job-queue.js';
import type { NotificationRepository } from './notification-repository.js';
import type { ReminderRepository } from './reminder-repository.js';
import type { MobileCodeRepository } from './mobile-code-repository.js';
import type { OccurrenceRepository } from './occurrence-repository.js';
import type { SeriesRepository } from './series-repository.js';
import type { ShoppingRepository } from './shopping-repository.js';
import type { TaskRepository } from './task-repository.js';
import type { TemplateRepository } from './template-repository.js';
import type { SwapRepository } from './swap-repository.js';
import type { PasswordResetRepository } from './password-reset-repository.js';
import type { SessionRepository } from './session-repository.js';

/** The repositories, and the job queue, bound to one transaction. They must not be used after it has ended. */
export type StoreScope = {
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly passwordResets: PasswordResetRepository;
  readonly identities: IdentityRepository;
  readonly mobileCodes: MobileCodeRepository;
  readonly calendarConnections: CalendarConnectionRepository;
  readonly calendarHandshakes: CalendarHandshakeRepository;
  readonly households: HouseholdRepository;
  readonly invitations: InvitationRepository;
  readonly categories: CategoryRepository;
  readonly tasks: TaskRepository;
  readonly occurrences: OccurrenceRepository;
  readonly series: SeriesRepository;
  readonly swaps: SwapRepository;
  readonly activities: ActivityRepository;
  readonly calendarMirror: CalendarMirrorRepository;
  readonly feeds: FeedRepository;
  readonly devices: DeviceRepository;
  readonly attachments: AttachmentRepository;
  readonly shopping: ShoppingRepository;
  readonly templates: TemplateRepository;
  readonly notifications: NotificationRepository;
  readonly reminders: ReminderRepository;
  readonly idempotency: IdempotencyRepository;
  readonly jobs: JobQueue;
  /** For what is about to be created. */
  readonly room: Room;
};

/** Beside them, the place to tell what happened. */
export type UnitOfWorkScope = StoreScope & { readonly events: EventRecorder };

/** Thrown inside of a transaction that found, once it had its locks, that others were needed: it is run again. */
export class LostRace extends Error {
  override readonly name = 'LostRace';
}

export interface UnitOfWork<Scope = UnitOfWorkScope> {
  /**
   * Runs `work` in one transaction and commits when it resolves; when it rejects, nothing of it remains and the
   * rejection is passed on. Calls to other services never happen inside, nor any other effect: work that lost a
   * race against other transactions (a {@link LostRace} too) is run again from its beginning.
   */
  run<T>(work: (scope: Scope) => Promise<T>): Promise<T>;
}
