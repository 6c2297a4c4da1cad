import { accessReaderContract } from './access-reader.contract.js';
import { activityRepositoryContract } from './activity-repository.contract.js';
import { attachmentRepositoryContract } from './attachment-repository.contract.js';
import { accountRepositoryContract } from './account-repository.contract.js';
import { calendarConnectionRepositoryContract } from './calendar-connection-repository.contract.js';
import { calendarHandshakeRepositoryContract } from './calendar-handshake-repository.contract.js';
import { calendarMirrorRepositoryContract } from './calendar-mirror-repository.contract.js';
import { categoryRepositoryContract } from './category-repository.contract.js';
import { deviceRepositoryContract } from './device-repository.contract.js';
import { departureContract } from './departure.contract.js';
import { feedRepositoryContract } from './feed-repository.contract.js';
import { householdLifecycleContract } from './household-lifecycle.contract.js';
import { householdRepositoryContract } from './household-repository.contract.js';
import { idempotencyContract } from './idempotency.contract.js';
import { identityRepositoryContract } from './identity-repository.contract.js';
import { invitationRepositoryContract } from './invitation-repository.contract.js';
import { mobileCodeRepositoryContract } from './mobile-code-repository.contract.js';
import { notificationRepositoryContract } from './notification-repository.contract.js';
import { reminderRepositoryContract } from './reminder-repository.contract.js';
import { occurrenceListContract } from './occurrence-list.contract.js';
import { occurrenceRepositoryContract } from './occurrence-repository.contract.js';
import { occurrenceSeriesContract } from './occurrence-series.contract.js';
import type { Contract } from './persistence.js';
import { passwordResetRepositoryContract } from './password-reset-repository.contract.js';
import { seriesBatchContract } from './series-batch.contract.js';
import { seriesRepositoryContract } from './series-repository.contract.js';
import { sessionPurgeContract } from './session-purge.contract.js';
import { sessionRepositoryContract } from './session-repository.contract.js';
import { shoppingRepositoryContract } from './shopping-repository.contract.js';
import { statisticsReaderContract } from './statistics-reader.contract.js';
import { swapRepositoryContract } from './swap-repository.contract.js';
import { templateRepositoryContract } from './template-repository.contract.js';
import { unitOfWorkContract } from './unit-of-work.contract.js';

/** What every implementation of the persistence ports must fulfil. */
export const persistenceContracts: readonly Contract[] = [
  unitOfWorkContract,
  accountRepositoryContract,
  sessionRepositoryContract,
  identityRepositoryContract,
  mobileCodeRepositoryContract,
  calendarConnectionRepositoryContract,
  calendarHandshakeRepositoryContract,
  sessionPurgeContract,
  passwordResetRepositoryContract,
  accessReaderContract,
  householdRepositoryContract,
  householdLifecycleContract,
  invitationRepositoryContract,
  categoryRepositoryContract,
  occurrenceRepositoryContract,
  occurrenceListContract,
  departureContract,
  occurrenceSeriesContract,
  seriesRepositoryContract,
  seriesBatchContract,
  swapRepositoryContract,
  activityRepositoryContract,
  statisticsReaderContract,
  feedRepositoryContract,
  deviceRepositoryContract,
  attachmentRepositoryContract,
  shoppingRepositoryContract,
  calendarMirrorRepositoryContract,
  templateRepositoryContract,
  notificationRepositoryContract,
  reminderRepositoryContract,
  idempotencyContract,
];
