import type { Readers } from '../../application/shared/readers.js';
import { InMemoryAccessReader } from './accounts/account-repository.js';
import { InMemoryActivityRepository } from './history/history.js';
import { InMemoryAttachmentRepository } from './attachments/attachment-repository.js';
import { InMemoryAccountRepository } from './accounts/account-repository.js';
import { InMemoryCalendarConnectionRepository } from './calendar/connection-repository.js';
import { InMemoryCalendarLinkRepository } from './calendar/link-repository.js';
import { InMemoryCategoryRepository } from './households/category-repository.js';
import { InMemoryDeviceRepository } from './notifications/device-repository.js';
import { InMemoryFeedRepository } from './feeds/feed-repository.js';
import { InMemoryNotificationRepository } from './notifications/notification-repository.js';
import { InMemoryHouseholdRepository } from './households/household-repository.js';
import { InMemoryInvitationRepository } from './households/household-repository.js';
import { InMemoryOccurrenceRepository } from './tasks/occurrence-repository.js';
import { InMemoryPasswordResetRepository } from './accounts/session-repository.js';
import { InMemorySeriesRepository } from './series/series-repository.js';
import { InMemorySessionRepository } from './accounts/session-repository.js';
import { InMemoryStatisticsReader } from './history/history.js';
import { InMemoryShoppingRepository } from './shopping/shopping-repository.js';
import { InMemoryTemplateRepository } from './templates/template-repository.js';
import { InMemorySwapRepository } from './series/swap-repository.js';
import type { Store } from './store.js';

export function inMemoryReaders(store: Store): Readers {
  return {
    access: new InMemoryAccessReader(store),
    accounts: new InMemoryAccountRepository(store),
    sessions: new InMemorySessionRepository(store),
    passwordResets: new InMemoryPasswordResetRepository(store),
    calendarConnections: new InMemoryCalendarConnectionRepository(store),
    households: new InMemoryHouseholdRepository(store),
    invitations: new InMemoryInvitationRepository(store),
    categories: new InMemoryCategoryRepository(store),
    occurrences: new InMemoryOccurrenceRepository(store),
    series: new InMemorySeriesRepository(store),
    swaps: new InMemorySwapRepository(store),
    activities: new InMemoryActivityRepository(store),
    calendarLinks: new InMemoryCalendarLinkRepository(store),
    feeds: new InMemoryFeedRepository(store),
    devices: new InMemoryDeviceRepository(store),
    attachments: new InMemoryAttachmentRepository(store),
    shopping: new InMemoryShoppingRepository(store),
    templates: new InMemoryTemplateRepository(store),
    notifications: new InMemoryNotificationRepository(store),
    statistics: new InMemoryStatisticsReader(store),
  };
}
