import { accountUseCases } from './accounts/use-cases.js';
import { addAttachment } from './attachments/add-attachment.js';
import {
  findAttachment,
  listAttachments,
  listSeenAttachments,
  openAttachment,
} from './attachments/read-attachments.js';
import { removeAttachment } from './attachments/remove-attachment.js';
import { purgeFiles, removeFiles } from './attachments/remove-files.js';
import { calendarUseCases } from './calendar/use-cases.js';
import { listDevices, removeDevice } from './notifications/list-devices.js';
import { pushToDevice, pushToUser } from './notifications/push.js';
import { registerDevice } from './notifications/register-device.js';
import { createFeed } from './feeds/create-feed.js';
import { listFeeds } from './feeds/list-feeds.js';
import { readFeed } from './feeds/read-feed.js';
import { revokeFeed } from './feeds/revoke-feed.js';
import { listActivity } from './history/list-activity.js';
import { purgeHistory } from './history/purge-history.js';
import { showStatistics } from './history/show-statistics.js';
import { householdUseCases } from './households/use-cases.js';
import { listNotifications } from './notifications/list-notifications.js';
import { notify } from './notifications/notify.js';
import { savePreferences, showPreferences } from './notifications/preferences.js';
import { readAllNotifications, readNotification } from './notifications/read-notifications.js';
import { sendReminders } from './notifications/send-reminders.js';
import type { SessionAtHome } from './accounts/ports.js';
import { releaseCatalogue } from './releases/show-release.js';
import { addItems } from './shopping/add-items.js';
import { editItem } from './shopping/edit-item.js';
import { listItems, suggestItems } from './shopping/list-items.js';
import { clearChecked, removeItem } from './shopping/remove-items.js';
import { taskUseCases } from './tasks/use-cases.js';
import { applyTemplate } from './templates/apply-template.js';
import { createTemplate } from './templates/create-template.js';
import { deleteTemplate, editTemplate } from './templates/edit-template.js';
import { getTemplate, listTemplates } from './templates/list-templates.js';
import {
  authenticate,
  authenticateIfSignedIn,
  authenticateMember,
  identify,
} from './accounts/authenticate.js';
import { runOnce } from './shared/idempotency.js';
import { reportClientError } from './shared/report-client-error.js';
import { portsOf, type UseCaseDependencies } from './use-case-ports.js';

/** Everything that the service can do, with its ports plugged in. No name is in two areas: the later would win. */
export function useCases(dependencies: UseCaseDependencies) {
  const ports = portsOf(dependencies);
  return {
    identify: identify(ports),
    authenticate: authenticate(ports),
    authenticateMember: authenticateMember(ports),
    authenticateIfSignedIn: authenticateIfSignedIn(ports),
    areAdmitted: (asked: readonly SessionAtHome[]) => ports.access.areAdmitted(asked),
    runOnce: runOnce({ store: ports.idempotencyStore, clock: ports.clock }),
    reportClientError: reportClientError(ports),
    ...releaseCatalogue(ports),

    ...accountUseCases(ports),
    ...calendarUseCases(ports),
    ...householdUseCases(ports),
    ...taskUseCases(ports),

    listActivity: listActivity(ports),
    showStatistics: showStatistics(ports),
    purgeHistory: purgeHistory(ports),

    registerDevice: registerDevice(ports),
    listDevices: listDevices(ports),
    removeDevice: removeDevice(ports),
    pushToUser: pushToUser(ports),
    pushToDevice: pushToDevice(ports),
    pushPublicKey: () => ports.pushSender.publicKey,

    addAttachment: addAttachment(ports),
    listAttachments: listAttachments(ports),
    listSeenAttachments: listSeenAttachments(ports),
    findAttachment: findAttachment(ports),
    openAttachment: openAttachment(ports),
    removeAttachment: removeAttachment(ports),
    removeFiles: removeFiles(ports),
    purgeFiles: purgeFiles(ports),

    listShoppingItems: listItems(ports),
    suggestShoppingItems: suggestItems(ports),
    addShoppingItems: addItems(ports),
    editShoppingItem: editItem(ports),
    removeShoppingItem: removeItem(ports),
    clearCheckedItems: clearChecked(ports),

    listTemplates: listTemplates(ports),
    getTemplate: getTemplate(ports),
    createTemplate: createTemplate(ports),
    editTemplate: editTemplate(ports),
    deleteTemplate: deleteTemplate(ports),
    applyTemplate: applyTemplate(ports),

    listNotifications: listNotifications(ports),
    readNotification: readNotification(ports),
    readAllNotifications: readAllNotifications(ports),
    showPreferences: showPreferences(ports),
    savePreferences: savePreferences(ports),
    notify: notify(ports),
    sendReminders: sendReminders(ports),

    createFeed: createFeed(ports),
    listFeeds: listFeeds(ports),
    revokeFeed: revokeFeed(ports),
    readFeed: readFeed(ports),
  };
}

export type UseCases = ReturnType<typeof useCases>;
