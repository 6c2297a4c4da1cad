import { changePassword } from './accounts/change-password.js';
import { editProfile } from './accounts/edit-profile.js';
import { listSessions } from './accounts/list-sessions.js';
import { purgeExpired } from './accounts/purge-expired.js';
import { refreshSession } from './accounts/refresh-session.js';
import { registerAccount } from './accounts/register-account.js';
import { requestPasswordReset } from './accounts/request-password-reset.js';
import { resetPassword } from './accounts/reset-password.js';
import { revokeSession } from './accounts/revoke-session.js';
import { describeMe } from './accounts/describe-me.js';
import { exportAccount } from './accounts/export-account.js';
import { eraseAccount } from './accounts/erase-account.js';
import { exchangeMobileCode } from './accounts/exchange-mobile-code.js';
import { finishGoogleSignIn } from './accounts/finish-google-sign-in.js';
import type { SessionDependencies } from './accounts/open-session.js';
import { signIn } from './accounts/sign-in.js';
import { signOut } from './accounts/sign-out.js';
import { signOutEverywhere } from './accounts/sign-out-everywhere.js';
import { startGoogleSignIn } from './accounts/start-google-sign-in.js';
import { unlinkGoogle } from './accounts/unlink-google.js';
import { authenticate, authenticateIfSignedIn, authenticateMember } from './authenticate.js';
import { clearLeftovers } from './calendar/clear-leftovers.js';
import { linkCalendar } from './calendar/link-calendar.js';
import { listAvailableCalendars } from './calendar/list-available.js';
import { mirrorAll, sweepAll } from './calendar/mirror-all.js';
import {
  pullHousehold,
  sweepHousehold,
  synchroniseHousehold,
  synchroniseNow,
} from './calendar/mirror-household.js';
import { showCalendarLink } from './calendar/show-link.js';
import { unlinkCalendar } from './calendar/unlink.js';
import { demoEvents } from './calendar-demo/demo-events.js';
import { connectionAccess } from './calendar-connections/connection-access.js';
import { calendarTokens } from './calendar-connections/calendar-tokens.js';
import { clearConnection, clearOverdueConnections } from './calendar-connections/clear-connection.js';
import { leaveAllConnections } from './calendar-connections/leave-connection.js';
import { mirrorOfConnections } from './calendar/connection-mirror.js';
import { issueConnectTicket, redeemConnectTicket } from './calendar-connections/connect-ticket.js';
import { disconnectCalendar } from './calendar-connections/disconnect-calendar.js';
import { finishConnect } from './calendar-connections/finish-connect.js';
import { listConnections, listKeptConnections } from './calendar-connections/list-connections.js';
import { startConnect } from './calendar-connections/start-connect.js';
import { createCategory } from './categories/create-category.js';
import { deleteCategory } from './categories/delete-category.js';
import { editCategory } from './categories/edit-category.js';
import { listCategories } from './categories/list-categories.js';
import { listDevices, removeDevice } from './devices/list-devices.js';
import { pushToDevice, pushToUser } from './devices/push.js';
import { registerDevice } from './devices/register-device.js';
import type { PushSender } from './ports/push-sender.js';
import { addAttachment } from './attachments/add-attachment.js';
import {
  findAttachment,
  listAttachments,
  listSeenAttachments,
  openAttachment,
} from './attachments/read-attachments.js';
import { removeAttachment } from './attachments/remove-attachment.js';
import { purgeFiles, removeFiles } from './attachments/remove-files.js';
import type { NewDigest } from './ports/digest.js';
import type { FileStore } from './ports/file-store.js';
import type { TypeDetector } from './ports/type-detector.js';
import { purgeTrash } from './tasks/purge-trash.js';
import { addItems } from './shopping/add-items.js';
import { editItem } from './shopping/edit-item.js';
import { listItems, suggestItems } from './shopping/list-items.js';
import { clearChecked, removeItem } from './shopping/remove-items.js';
import type { ReleaseSource } from './ports/release-source.js';
import { releaseCatalogue } from './releases/show-release.js';
import { applyTemplate } from './templates/apply-template.js';
import { createTemplate } from './templates/create-template.js';
import { deleteTemplate, editTemplate } from './templates/edit-template.js';
import { getTemplate, listTemplates } from './templates/list-templates.js';
import { listNotifications } from './notifications/list-notifications.js';
import { notify } from './notifications/notify.js';
import { savePreferences, showPreferences } from './notifications/preferences.js';
import { readAllNotifications, readNotification } from './notifications/read-notifications.js';
import { sendReminders } from './notifications/send-reminders.js';
import { createFeed } from './feeds/create-feed.js';
import { listFeeds } from './feeds/list-feeds.js';
import { readFeed } from './feeds/read-feed.js';
import { revokeFeed } from './feeds/revoke-feed.js';
import { listActivity } from './history/list-activity.js';
import { purgeHistory } from './history/purge-history.js';
import { showStatistics } from './history/show-statistics.js';
import { acceptInvitation } from './households/accept-invitation.js';
import { turnsFollow } from './households/after-membership-change.js';
import { createHousehold } from './households/create-household.js';
import { createInvitation } from './households/create-invitation.js';
import { deleteHousehold } from './households/delete-household.js';
import { editHousehold } from './households/edit-household.js';
import { editMember } from './households/edit-member.js';
import { listHouseholds } from './households/list-households.js';
import { listInvitations } from './households/list-invitations.js';
import { removeMember } from './households/remove-member.js';
import { revokeInvitation } from './households/revoke-invitation.js';
import { showHousehold } from './households/show-household.js';
import { runOnce } from './idempotency.js';
import { mailInvitation } from './mails/mail-invitation.js';
import { mailPasswordReset } from './mails/mail-password-reset.js';
import type { SessionAtHome } from './ports/access-reader.js';
import type { CalendarProvider } from './ports/calendar-provider.js';
import type { DemoCalendar } from './ports/demo-calendar.js';
import type { CalendarAuthorizer } from './ports/calendar-authorizer.js';
import type { ErrorMonitor } from './ports/error-monitor.js';
import type { IdempotencyStore } from './ports/idempotency-store.js';
import type { ExclusiveLock } from './ports/exclusive-lock.js';
import type { Logger } from './ports/logger.js';
import type { Mailer } from './ports/mailer.js';
import type { Metrics } from './ports/metrics.js';
import type { IdentityProvider } from './ports/identity-provider.js';
import type { PasswordHasher } from './ports/password-hasher.js';
import type { RateLimiter } from './ports/rate-limiter.js';
import type { Readers } from './ports/readers.js';
import type { SecurityLog } from './ports/security-log.js';
import type { Sealer } from './ports/sealer.js';
import type { TokenCipher } from './ports/token-cipher.js';
import type { UnitOfWork } from './ports/unit-of-work.js';
import { reportClientError } from './report-client-error.js';
import { answerSwap } from './tasks/answer-swap.js';
import { deleteSeries, editSeries } from './tasks/edit-series.js';
import { extendHorizons } from './tasks/extend-horizons.js';
import { getSeries, listSeries } from './tasks/list-series.js';
import { listSeriesHistory } from './tasks/list-series-history.js';
import { listSwaps } from './tasks/list-swaps.js';
import { previewRecurrence } from './tasks/preview-recurrence.js';
import { previewQuickAdd, quickAdd } from './tasks/quick-add.js';
import { requestSwap } from './tasks/request-swap.js';
import { skipMissed } from './tasks/skip-missed.js';
import { skipOccurrence } from './tasks/skip-occurrence.js';
import { addChecklistItem } from './tasks/add-checklist-item.js';
import { completeOccurrence } from './tasks/complete-occurrence.js';
import { createTask } from './tasks/create-task.js';
import { deleteOccurrence } from './tasks/delete-occurrence.js';
import { editChecklistItem } from './tasks/edit-checklist-item.js';
import { editOccurrence } from './tasks/edit-occurrence.js';
import { getOccurrence } from './tasks/get-occurrence.js';
import { listOccurrences } from './tasks/list-occurrences.js';
import { listTrash } from './tasks/list-trash.js';
import { removeChecklistItem } from './tasks/remove-checklist-item.js';
import { reopenOccurrence } from './tasks/reopen-occurrence.js';
import { restoreOccurrence } from './tasks/restore-occurrence.js';

export type UseCaseDependencies = SessionDependencies &
  Readers & {
    readonly unitOfWork: UnitOfWork;
    readonly passwordHasher: PasswordHasher;
    readonly sealer: Sealer;
    /** null: signing in from outside is not configured. */
    readonly identityProvider: IdentityProvider | null;
    /** null: no calendar can be connected. */
    readonly calendarProvider: CalendarProvider | null;
    /** null: the calendars are real, or there are none. */
    readonly demoCalendar: DemoCalendar | null;
    /** null: no calendar can be connected. */
    readonly calendarAuthorizer: CalendarAuthorizer | null;
    /** From 0 up to 1. */
    readonly random: () => number;
    readonly tokenCipher: TokenCipher;
    readonly exclusiveLock: ExclusiveLock;
    readonly logger: Logger;
    readonly idempotencyStore: IdempotencyStore;
    readonly rateLimiter: RateLimiter;
    readonly securityLog: SecurityLog;
    readonly errorMonitor: ErrorMonitor;
    readonly metrics: Metrics;
    readonly mailer: Mailer;
    /** The origin of the web client, to which links in mails lead. */
    readonly webBaseUrl: string;
    readonly fileStore: FileStore;
    readonly pushSender: PushSender;
    readonly typeDetector: TypeDetector;
    readonly newDigest: NewDigest;
    /** null: the app is not offered here. */
    readonly releaseSource: ReleaseSource | null;
  };

/** Everything that the service can do, with its ports plugged in. */
export function useCases(dependencies: UseCaseDependencies) {
  const followed = { ...dependencies, connectionFollower: mirrorOfConnections(dependencies) };
  const ports = {
    ...followed,
    calendarAccess: connectionAccess(followed),
    afterMembershipChange: turnsFollow(dependencies),
  };
  return {
    authenticate: authenticate(ports),
    authenticateMember: authenticateMember(ports),
    authenticateIfSignedIn: authenticateIfSignedIn(ports),
    areAdmitted: (asked: readonly SessionAtHome[]) => ports.access.areAdmitted(asked),
    runOnce: runOnce({ store: ports.idempotencyStore, clock: ports.clock }),

    registerAccount: registerAccount(ports),
    signIn: signIn(ports),
    refreshSession: refreshSession(ports),
    signOut: signOut(ports),
    signOutEverywhere: signOutEverywhere(ports),
    describeMe: describeMe(ports),
    editProfile: editProfile(ports),
    exportAccount: exportAccount(ports),
    eraseAccount: eraseAccount({
      ...ports,
      beforeErasure: [(scope, userId) => leaveAllConnections(ports, scope, userId)],
    }),
    listSessions: listSessions(ports),
    revokeSession: revokeSession(ports),
    requestPasswordReset: requestPasswordReset(ports),
    resetPassword: resetPassword(ports),
    changePassword: changePassword(ports),
    mailPasswordReset: mailPasswordReset(ports),
    mailInvitation: mailInvitation(ports),
    purgeExpired: purgeExpired(ports),
    reportClientError: reportClientError(ports),
    ...releaseCatalogue(ports),
    signInMethods: () => ({ password: true, google: ports.identityProvider !== null }),
    startGoogleSignIn: startGoogleSignIn(ports),
    finishGoogleSignIn: finishGoogleSignIn(ports),
    exchangeMobileCode: exchangeMobileCode(ports),
    unlinkGoogle: unlinkGoogle(ports),

    startConnect: startConnect(ports),
    finishConnect: finishConnect(ports),
    issueConnectTicket: issueConnectTicket(ports),
    redeemConnectTicket: redeemConnectTicket(ports),
    listConnections: listConnections(ports),
    listKeptConnections: listKeptConnections(ports),
    disconnectCalendar: disconnectCalendar(ports),
    clearConnection: clearConnection(ports),
    clearOverdueConnections: clearOverdueConnections(ports),
    calendarToken: calendarTokens(ports),
    listAvailableCalendars: listAvailableCalendars(ports),
    linkCalendar: linkCalendar(ports),
    showCalendarLink: showCalendarLink(ports),
    unlinkCalendar: unlinkCalendar(ports),
    synchroniseNow: synchroniseNow(ports),
    sweepHousehold: sweepHousehold(ports),
    pullHousehold: pullHousehold(ports),
    synchroniseHousehold: synchroniseHousehold(ports),
    clearLeftovers: clearLeftovers(ports),
    sweepAll: sweepAll(ports),
    pullAll: mirrorAll(ports, 'pull'),
    reconcileAll: mirrorAll(ports, 'synchronise'),
    demoEvents: demoEvents(ports),

    createHousehold: createHousehold(ports),
    listHouseholds: listHouseholds(ports),
    showHousehold: showHousehold(ports),
    editHousehold: editHousehold(ports),
    deleteHousehold: deleteHousehold(ports),
    editMember: editMember(ports),
    removeMember: removeMember(ports),
    createInvitation: createInvitation(ports),
    listInvitations: listInvitations(ports),
    revokeInvitation: revokeInvitation(ports),
    acceptInvitation: acceptInvitation(ports),

    listCategories: listCategories(ports),
    createCategory: createCategory(ports),
    editCategory: editCategory(ports),
    deleteCategory: deleteCategory(ports),

    createTask: createTask(ports),
    previewQuickAdd: previewQuickAdd(ports),
    quickAdd: quickAdd(ports),
    listOccurrences: listOccurrences(ports),
    getOccurrence: getOccurrence(ports),
    editOccurrence: editOccurrence(ports),
    completeOccurrence: completeOccurrence(ports),
    reopenOccurrence: reopenOccurrence(ports),
    deleteOccurrence: deleteOccurrence(ports),
    skipOccurrence: skipOccurrence(ports),
    restoreOccurrence: restoreOccurrence(ports),
    listTrash: listTrash(ports),
    addChecklistItem: addChecklistItem(ports),
    editChecklistItem: editChecklistItem(ports),
    removeChecklistItem: removeChecklistItem(ports),

    previewRecurrence: previewRecurrence(ports),
    listSeries: listSeries(ports),
    getSeries: getSeries(ports),
    editSeries: editSeries(ports),
    deleteSeries: deleteSeries(ports),
    listSeriesHistory: listSeriesHistory(ports),
    requestSwap: requestSwap(ports),
    answerSwap: answerSwap(ports),
    listSwaps: listSwaps(ports),
    extendHorizons: extendHorizons(ports),
    skipMissed: skipMissed(ports),

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
    purgeTrash: purgeTrash(ports),

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
