import type { Readers } from '../../application/ports/readers.js';
import { PostgresAccessReader } from './access-reader.js';
import { PostgresActivityRepository } from './activity-repository.js';
import { PostgresAttachmentRepository } from './attachment-repository.js';
import { PostgresAccountRepository } from './account-repository.js';
import { PostgresCalendarConnectionRepository } from './calendar-connection-repository.js';
import { PostgresCategoryRepository } from './category-repository.js';
import type { Database } from './database.js';
import { PostgresCalendarLinkReader } from './calendar-link-reader.js';
import { PostgresDeviceRepository } from './device-repository.js';
import { PostgresFeedRepository } from './feed-repository.js';
import { PostgresNotificationRepository } from './notification-repository.js';
import { PostgresHouseholdRepository } from './household-repository.js';
import { PostgresInvitationRepository } from './invitation-repository.js';
import { PostgresOccurrenceRepository } from './occurrence-repository.js';
import { PostgresPasswordResetRepository } from './password-reset-repository.js';
import { PostgresSeriesRepository } from './series-repository.js';
import { PostgresSessionRepository } from './session-repository.js';
import { PostgresStatisticsReader } from './statistics-reader.js';
import { PostgresShoppingRepository } from './shopping-repository.js';
import { PostgresTemplateRepository } from './template-repository.js';
import { PostgresSwapRepository } from './swap-repository.js';

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
    activities: new PostgresActivityRepository(db),
    calendarLinks: new PostgresCalendarLinkReader(db),
    feeds: new PostgresFeedRepository(db),
    devices: new PostgresDeviceRepository(db),
    attachments: new PostgresAttachmentRepository(db),
    shopping: new PostgresShoppingRepository(db),
    templates: new PostgresTemplateRepository(db),
    notifications: new PostgresNotificationRepository(db),
    statistics: new PostgresStatisticsReader(db),
  };
}
