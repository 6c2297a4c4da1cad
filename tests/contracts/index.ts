import { accessReaderContract } from './accounts/access-reader.contract.js';
import { activityRepositoryContract } from './history/activity-repository.contract.js';
import { attachmentRepositoryContract } from './attachments/attachment-repository.contract.js';
import { accountRepositoryContract } from './accounts/account-repository.contract.js';
import { calendarConnectionRepositoryContract } from './calendar/calendar-connection-repository.contract.js';
import { calendarHandshakeRepositoryContract } from './calendar/calendar-oauth-state-repository.contract.js';
import { calendarMirrorRepositoryContract } from './calendar/calendar-mirror-repository.contract.js';
import { eligibilityContract } from './calendar/eligibility.contract.js';
import { accountCeilingsContract } from './households/account-limits.contract.js';
import { categoryRepositoryContract } from './households/category-repository.contract.js';
import { emailChangeRepositoryContract } from './accounts/email-change-repository.contract.js';
import { deviceRepositoryContract } from './notifications/device-repository.contract.js';
import { changeFeedContract } from './sync/change-feed.contract.js';
import { departureContract } from './households/departure.contract.js';
import { feedRepositoryContract } from './feeds/feed-repository.contract.js';
import { householdLifecycleContract } from './households/household-lifecycle.contract.js';
import { householdRepositoryContract } from './households/household-repository.contract.js';
import { idempotencyContract } from './shared/idempotency.contract.js';
import { identityRepositoryContract } from './accounts/identity-repository.contract.js';
import { invitationRepositoryContract } from './households/invitation-repository.contract.js';
import { mobileCodeRepositoryContract } from './accounts/mobile-code-repository.contract.js';
import { notificationRepositoryContract } from './notifications/notification-repository.contract.js';
import { reminderRepositoryContract } from './notifications/reminder-repository.contract.js';
import { occurrenceListContract } from './tasks/occurrence-list.contract.js';
import { occurrenceRepositoryContract } from './tasks/occurrence-repository.contract.js';
import { retiredIdsContract } from './tasks/retired-ids.contract.js';
import { occurrenceSeriesContract } from './series/occurrence-series.contract.js';
import { operationRepositoryContract } from './operations/operation-repository.contract.js';
import type { Contract } from './persistence.js';
import { passwordResetRepositoryContract } from './accounts/password-reset-repository.contract.js';
import { seriesBatchContract } from './series/series-batch.contract.js';
import { seriesRepositoryContract } from './series/series-repository.contract.js';
import { sessionPurgeContract } from './accounts/session-purge.contract.js';
import { sessionRepositoryContract } from './accounts/session-repository.contract.js';
import { shoppingRepositoryContract } from './shopping/shopping-repository.contract.js';
import { searchReaderContract } from './search/search-reader.contract.js';
import { statisticsReaderContract } from './history/statistics-reader.contract.js';
import { swapRepositoryContract } from './series/swap-repository.contract.js';
import { dayCalendarRepositoryContract } from './days/day-calendar-repository.contract.js';
import { pauseRepositoryContract } from './days/pause-repository.contract.js';
import { displayRepositoryContract } from './displays/display-repository.contract.js';
import { templateRepositoryContract } from './templates/template-repository.contract.js';
import { unitOfWorkContract } from './shared/unit-of-work.contract.js';

/** The contract of all implementations of the persistence ports. */
export const persistenceContracts: readonly Contract[] = [
  unitOfWorkContract,
  changeFeedContract,
  operationRepositoryContract,
  accountRepositoryContract,
  sessionRepositoryContract,
  identityRepositoryContract,
  mobileCodeRepositoryContract,
  calendarConnectionRepositoryContract,
  calendarHandshakeRepositoryContract,
  sessionPurgeContract,
  passwordResetRepositoryContract,
  emailChangeRepositoryContract,
  accessReaderContract,
  householdRepositoryContract,
  householdLifecycleContract,
  invitationRepositoryContract,
  categoryRepositoryContract,
  accountCeilingsContract,
  occurrenceRepositoryContract,
  retiredIdsContract,
  occurrenceListContract,
  eligibilityContract,
  departureContract,
  occurrenceSeriesContract,
  seriesRepositoryContract,
  seriesBatchContract,
  swapRepositoryContract,
  activityRepositoryContract,
  statisticsReaderContract,
  searchReaderContract,
  feedRepositoryContract,
  displayRepositoryContract,
  deviceRepositoryContract,
  attachmentRepositoryContract,
  shoppingRepositoryContract,
  calendarMirrorRepositoryContract,
  dayCalendarRepositoryContract,
  pauseRepositoryContract,
  templateRepositoryContract,
  notificationRepositoryContract,
  reminderRepositoryContract,
  idempotencyContract,
];
