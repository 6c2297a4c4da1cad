import type { Transactions } from '../../../application/shared/transactions.js';
import type { StoreScope } from '../../../application/composition/unit-of-work.js';
import { InMemoryActivityRepository, InMemoryStatisticsReader } from './history/history.js';
import { InMemoryAttachmentRepository } from './attachments/attachment-repository.js';
import { InMemoryAccountRepository, InMemoryAccessReader } from './accounts/account-repository.js';
import { InMemoryCalendarConnectionRepository } from './calendar/connection-repository.js';
import { InMemoryCalendarOAuthStateRepository } from './calendar/connection-repository.js';
import { InMemoryOrphanedEventRepository } from './calendar/orphaned-event-repository.js';
import { InMemoryCalendarLinkRepository } from './calendar/link-repository.js';
import { InMemoryCalendarMirrorRepository } from './calendar/mirror-repository.js';
import { InMemoryCategoryRepository } from './households/category-repository.js';
import { InMemoryPauseRepository } from './days/pause-repository.js';
import { InMemoryDayCalendarRepository } from './days/day-calendar-repository.js';
import { InMemoryDisplayRepository } from './displays/display-repository.js';
import { InMemoryDeviceRepository } from './notifications/device-repository.js';
import { InMemoryFeedRepository } from './feeds/feed-repository.js';
import { InMemoryNotificationRepository } from './notifications/notification-repository.js';
import { InMemoryReminderRepository } from './notifications/reminder-repository.js';
import { InMemoryHouseholdRepository } from './households/household-repository.js';
import { InMemoryIdempotencyRepository } from './shared/idempotency-repository.js';
import { InMemoryInvitationRepository } from './households/household-repository.js';
import { InMemoryJobQueue } from './shared/job-queue.js';
import { InMemoryIdentityRepository } from './accounts/account-repository.js';
import { InMemoryMobileCodeRepository } from './accounts/session-repository.js';
import { InMemoryOperationRepository } from './operations/operation-repository.js';
import { InMemoryOccurrenceRepository, requireUniqueIndexes } from './tasks/occurrence-repository.js';
import { InMemoryEmailChangeRepository } from './accounts/email-change-repository.js';
import { InMemoryPasswordResetRepository } from './accounts/session-repository.js';
import { InMemorySearchReader } from './search/search-reader.js';
import { InMemorySeriesRepository } from './series/series-repository.js';
import { InMemorySessionRepository } from './accounts/session-repository.js';
import { InMemoryShoppingRepository } from './shopping/shopping-repository.js';
import { InMemoryTaskRepository } from './tasks/occurrence-repository.js';
import { InMemoryTemplateRepository } from './templates/template-repository.js';
import { InMemorySwapRepository } from './series/swap-repository.js';
import { createQuotaGuard } from './households/quota-guard.js';
import { InMemoryChangeFeed, InMemoryChangeLog } from './sync/changes.js';
import { DraftJournal } from './sync/journal.js';
import { commit, draftStore, type Store } from './store.js';
import type { Readers } from '../../../application/composition/readers.js';

/**
 * Runs units of work one after the other. Each works on a draft, which is committed if it succeeds and dropped if it
 * fails. A unit of work inside another one would wait forever.
 */
export class InMemoryUnitOfWork implements Transactions<StoreScope> {
  readonly #store: Store;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store) {
    this.#store = store;
  }

  run<T>(work: (scope: StoreScope) => Promise<T>): Promise<T> {
    const result = this.#last.then(() => this.#runNow(work));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #runNow<T>(work: (scope: StoreScope) => Promise<T>): Promise<T> {
    const draft = draftStore(this.#store);
    const result = await work(scopeOver(draft));
    requireUniqueIndexes(draft);
    commit(draft);
    return result;
  }
}

function scopeOver(store: Store): StoreScope {
  const quota = createQuotaGuard(store);
  return {
    accounts: new InMemoryAccountRepository(store),
    sessions: new InMemorySessionRepository(store),
    passwordResets: new InMemoryPasswordResetRepository(store),
    emailChanges: new InMemoryEmailChangeRepository(store),
    identities: new InMemoryIdentityRepository(store),
    mobileCodes: new InMemoryMobileCodeRepository(store),
    calendarConnections: new InMemoryCalendarConnectionRepository(store),
    calendarOAuthStates: new InMemoryCalendarOAuthStateRepository(store),
    households: new InMemoryHouseholdRepository(store, quota),
    invitations: new InMemoryInvitationRepository(store, quota),
    categories: new InMemoryCategoryRepository(store, quota),
    tasks: new InMemoryTaskRepository(store),
    occurrences: new InMemoryOccurrenceRepository(store, quota),
    series: new InMemorySeriesRepository(store, quota),
    swaps: new InMemorySwapRepository(store),
    operations: new InMemoryOperationRepository(store),
    activities: new InMemoryActivityRepository(store),
    statistics: new InMemoryStatisticsReader(store),
    calendarLinks: new InMemoryCalendarLinkRepository(store),
    calendarMirror: new InMemoryCalendarMirrorRepository(store),
    orphanedEvents: new InMemoryOrphanedEventRepository(store),
    feeds: new InMemoryFeedRepository(store, quota),
    displays: new InMemoryDisplayRepository(store, quota),
    devices: new InMemoryDeviceRepository(store),
    attachments: new InMemoryAttachmentRepository(store),
    shopping: new InMemoryShoppingRepository(store, quota),
    dayCalendars: new InMemoryDayCalendarRepository(store, quota),
    pauses: new InMemoryPauseRepository(store, quota),
    templates: new InMemoryTemplateRepository(store, quota),
    notifications: new InMemoryNotificationRepository(store),
    reminders: new InMemoryReminderRepository(store),
    idempotency: new InMemoryIdempotencyRepository(store),
    jobs: new InMemoryJobQueue(store),
    journal: new DraftJournal(store),
    changes: new InMemoryChangeLog(store),
    quota,
  };
}

/** Repositories for reading outside a unit of work. They read from the store itself. */
export function inMemoryReaders(store: Store): Readers {
  return {
    ...scopeOver(store),
    access: new InMemoryAccessReader(store),
    search: new InMemorySearchReader(store),
    changeFeed: new InMemoryChangeFeed(store),
  };
}
