import type { Readers } from '../../application/ports/readers.js';
import { InMemoryAccessReader } from './access-reader.js';
import { InMemoryActivityRepository } from './activity-repository.js';
import { InMemoryAttachmentRepository } from './attachment-repository.js';
import { InMemoryAccountRepository } from './account-repository.js';
import { InMemoryCalendarConnectionRepository } from './calendar-connection-repository.js';
import { InMemoryCalendarMirrorRepository } from './calendar-mirror-repository.js';
import { InMemoryCategoryRepository } from './category-repository.js';
import { InMemoryDeviceRepository } from './device-repository.js';
import { InMemoryFeedRepository } from './feed-repository.js';
import { InMemoryNotificationRepository } from './notification-repository.js';
import { InMemoryHouseholdRepository } from './household-repository.js';
import { InMemoryInvitationRepository } from './invitation-repository.js';
import { InMemoryOccurrenceRepository } from './occurrence-repository.js';
import { InMemoryPasswordResetRepository } from './password-reset-repository.js';
import { InMemorySeriesRepository } from './series-repository.js';
import { InMemorySessionRepository } from './session-repository.js';
import { InMemoryStatisticsReader } from './statistics-reader.js';
import { InMemoryShoppingRepository } from './shopping-repository.js';
import { InMemoryTemplateRepository } from './template-repository.js';
import { InMemorySwapRepository } from './swap-repository.js';
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
    calendarLinks: new InMemoryCalendarMirrorRepository(store),
    feeds: new InMemoryFeedRepository(store),
    devices: new InMemoryDeviceRepository(store),
    attachments: new InMemoryAttachmentRepository(store),
    shopping: new InMemoryShoppingRepository(store),
    templates: new InMemoryTemplateRepository(store),
    notifications: new InMemoryNotificationRepository(store),
    statistics: new InMemoryStatisticsReader(store),
  };
}
