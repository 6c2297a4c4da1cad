import type { Readers } from '../../application/composition/readers.js';
import { PostgresAccessReader } from './accounts/access-reader.js';
import { PostgresActivityRepository } from './history/activity-repository.js';
import { PostgresAttachmentRepository } from './attachments/attachment-repository.js';
import { PostgresAccountRepository } from './accounts/account-repository.js';
import { PostgresCalendarConnectionRepository } from './calendar/connection-repository.js';
import { PostgresCategoryRepository } from './households/category-repository.js';
import type { Database } from './database.js';
import { PostgresCalendarLinkRepository } from './calendar/link-repository.js';
import { PostgresPauseRepository } from './days/pause-repository.js';
import { PostgresDayCalendarRepository } from './days/day-calendar-repository.js';
import { PostgresDisplayRepository } from './displays/display-repository.js';
import { PostgresDeviceRepository } from './notifications/device-repository.js';
import { PostgresFeedRepository } from './feeds/feed-repository.js';
import { PostgresNotificationRepository } from './notifications/notification-repository.js';
import { PostgresHouseholdRepository } from './households/household-repository.js';
import { PostgresInvitationRepository } from './households/invitation-repository.js';
import { PostgresOperationRepository } from './operations/operation-repository.js';
import { PostgresOccurrenceRepository } from './tasks/occurrence-repository.js';
import { PostgresPasswordResetRepository } from './accounts/password-reset-repository.js';
import { PostgresSearchReader } from './search/search-reader.js';
import { PostgresSeriesRepository } from './series/series-repository.js';
import { PostgresSessionRepository } from './accounts/session-repository.js';
import { PostgresStatisticsReader } from './history/statistics-reader.js';
import { PostgresShoppingRepository } from './shopping/shopping-repository.js';
import { PostgresChangeFeed } from './sync/change-feed.js';
import { PostgresTemplateRepository } from './templates/template-repository.js';
import { PostgresSwapRepository } from './series/swap-repository.js';

/** Creates the repositories for reads outside of a unit of work. */
export function postgresReaders(db: Database): Readers {
  return {
    access: new PostgresAccessReader(db),
    accounts: new PostgresAccountRepository(db),
    sessions: new PostgresSessionRepository(db),
    passwordResets: new PostgresPasswordResetRepository(db),
    calendarConnections: new PostgresCalendarConnectionRepository(db),
    households: new PostgresHouseholdRepository(db),
    invitations: new PostgresInvitationRepository(db),
    categories: new PostgresCategoryRepository(db),
    occurrences: new PostgresOccurrenceRepository(db),
    series: new PostgresSeriesRepository(db),
    swaps: new PostgresSwapRepository(db),
    operations: new PostgresOperationRepository(db),
    activities: new PostgresActivityRepository(db),
    calendarLinks: new PostgresCalendarLinkRepository(db),
    feeds: new PostgresFeedRepository(db),
    displays: new PostgresDisplayRepository(db),
    devices: new PostgresDeviceRepository(db),
    attachments: new PostgresAttachmentRepository(db),
    shopping: new PostgresShoppingRepository(db),
    dayCalendars: new PostgresDayCalendarRepository(db),
    pauses: new PostgresPauseRepository(db),
    templates: new PostgresTemplateRepository(db),
    notifications: new PostgresNotificationRepository(db),
    statistics: new PostgresStatisticsReader(db),
    search: new PostgresSearchReader(db),
    changeFeed: new PostgresChangeFeed(db),
  };
}
