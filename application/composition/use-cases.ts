import { showBalance, suggestMembers } from '../balance/balance.js';
import { summariseRebalance, previewRebalance, rebalance } from '../balance/rebalance.js';
import { calendarUseCases } from '../calendar/use-cases.js';
import { releaseCatalogue } from '../releases/show-release.js';
import { seriesUseCases } from '../series/use-cases.js';
import { reportClientError } from '../shared/report-client-error.js';
import { readChanges, purgeChanges } from '../sync/changes.js';
import { startFollowing, followChanges } from '../sync/follow-changes.js';
import { taskUseCases } from '../tasks/use-cases.js';
import type { UseCaseDependencies } from './needs.js';
import { joinPorts } from './use-case-ports.js';
import { leaveAllConnections } from '../calendar/connection/leave-connection.js';
import { proveEmail, refuseEmailChange, requestEmailChange } from '../accounts/change-email.js';
import { revertEmailChange } from '../accounts/revert-email-change.js';
import { mailEmailChanged, mailEmailProof, mailEmailRefusal } from '../accounts/mail-email-change.js';
import { mailIdentityLinked, mailPasswordReset } from '../accounts/mails.js';
import {
  authenticate,
  authenticateIfSignedIn,
  authenticateMember,
  identify,
} from '../accounts/authenticate.js';
import { changePassword } from '../accounts/change-password.js';
import { describeMe, exportAccount, listSessions } from '../accounts/queries.js';
import { editProfile } from '../accounts/edit-profile.js';
import { eraseAccount } from '../accounts/erase-account.js';
import { exchangeMobileCode } from '../accounts/mobile-codes.js';
import { finishGoogleSignIn } from '../accounts/finish-google-sign-in.js';
import { areAdmitted, authenticateDisplay } from '../displays/authenticate-display.js';
import { createDisplay, listDisplays, removeDisplay } from '../displays/manage-displays.js';
import { actOnDisplay } from '../displays/act-on-display.js';
import { issuePass } from '../displays/issue-pass.js';
import { removePin, setPin } from '../displays/manage-pins.js';
import { pairDisplay } from '../displays/pair-display.js';
import { showNewDisplay, showNewPass } from '../displays/show-new.js';
import { purgeExpired } from '../accounts/purge-expired.js';
import { refreshSession } from '../accounts/refresh-session.js';
import { registerAccount } from '../accounts/register-account.js';
import { requestPasswordReset } from '../accounts/request-password-reset.js';
import { resetPassword } from '../accounts/reset-password.js';
import { revokeSession, signOutEverywhere, signOut } from '../accounts/sign-out.js';
import { signIn } from '../accounts/sign-in.js';
import { startGoogleLink, startGoogleSignIn } from '../accounts/start-google-flow.js';
import { unlinkGoogle } from '../accounts/unlink-google.js';
import { createCategory, deleteCategory, editCategory } from '../households/categories.js';
import { listCategories, listHouseholds, listInvitations, showHousehold } from '../households/queries.js';
import { mailInvitation } from '../households/mail-invitation.js';
import { acceptInvitation } from '../households/accept-invitation.js';
import { createHousehold } from '../households/create-household.js';
import {
  createInvitation,
  inviteMember,
  previewInvitation,
  revokeInvitation,
} from '../households/invitations.js';
import { deleteHousehold } from '../households/end-household.js';
import { editHousehold } from '../households/edit-household.js';
import { addAbsence, editAbsence, removeAbsence } from '../households/edit-absences.js';
import { createMember } from '../households/create-member.js';
import { departGuests } from '../households/depart-guests.js';
import { editMember } from '../households/edit-member.js';
import {
  previewAbsenceEdit,
  previewAbsenceRemoval,
  previewMemberEdit,
  previewNewAbsence,
} from '../households/preview-presence.js';
import { previewDeparture } from '../households/preview-departure.js';
import { previewHouseholdEdit } from '../households/preview-household-edit.js';
import { removeMember } from '../households/remove-member.js';
import { bulkUseCases } from '../bulk/use-cases.js';
import { createPause, endPause, listPauses, previewPause } from '../days/pauses.js';
import {
  previewCalendarDeletion,
  previewCalendarEdit,
  previewDays,
  previewPauseEnd,
} from '../days/preview-days.js';
import { previewShift, shiftByDays } from '../days/shift-by-days.js';
import {
  createDayCalendar,
  deleteDayCalendar,
  editDayCalendar,
  listDayCalendars,
  setDays,
} from '../days/manage-calendars.js';
import { fetchDayCalendar, fetchDayCalendars } from '../days/fetch-calendars.js';
import { applyStarters, previewStarters } from '../templates/starters.js';
import { applyTemplate } from '../templates/apply-template.js';
import {
  createTemplate,
  deleteTemplate,
  editTemplate,
  getTemplate,
  listTemplates,
} from '../templates/manage-templates.js';
import { searchHousehold } from '../search/search.js';
import { addItems } from '../shopping/add-items.js';
import { clearChecked, editItem, removeItem } from '../shopping/edit-list.js';
import { declineStaple, listStaples } from '../shopping/staples.js';
import { createList, deleteList, editList, saveSections } from '../shopping/manage-lists.js';
import { listAllItems, listItems, listLists, listSections, suggestItems } from '../shopping/queries.js';
import { addAttachment } from '../attachments/add-attachment.js';
import {
  findAttachment,
  listAttachments,
  listSeenAttachments,
  openAttachment,
} from '../attachments/read-attachments.js';
import { openThumbnail } from '../attachments/thumbnails.js';
import { purgeFiles, removeAttachment, removeFiles } from '../attachments/remove-files.js';
import { createFeed, listFeeds, revokeFeed } from '../feeds/manage-feeds.js';
import { readFeed } from '../feeds/read-feed.js';
import { listDevices, registerDevice, removeDevice } from '../notifications/devices.js';
import { listAgenda, mailAgenda, sendAgendas } from '../notifications/agenda.js';
import { notify, notifyAll } from '../notifications/notify.js';
import { savePreferences, showPreferences } from '../notifications/preferences.js';
import { pushToDevice, pushToUser } from '../notifications/push.js';
import {
  listAllNotifications,
  listBadges,
  listNotifications,
  readAllNotifications,
  readNotification,
} from '../notifications/read-notifications.js';
import { sendReminders } from '../notifications/send-reminders.js';
import { purgeHistory } from '../history/purge-history.js';
import { runCommands } from '../commands/run-commands.js';
import {
  withOperation,
  withIdempotency,
  withStoredAnswer,
  withDiskCheck,
} from '../operations/with-operation.js';
import { listOperations, showOperation, showRow, showRows } from '../operations/queries.js';
import { purgeOperations } from '../operations/record-operations.js';
import { restoreTogether } from '../operations/restore-together.js';
import { undoOperation } from '../operations/undo-operation.js';
import { listActivity, showStatistics } from '../history/queries.js';

/** Everything that the service can do, with its ports plugged in. */
export function useCases(dependencies: UseCaseDependencies) {
  const ports = joinPorts(dependencies);
  return joinAreas(
    {
      reportClientError: reportClientError(ports),
      searchHousehold: searchHousehold(ports),

      // Accounts, their sessions and the ways to sign in.
      identify: identify(ports),
      authenticate: authenticate(ports),
      authenticateMember: authenticateMember(ports),
      authenticateIfSignedIn: authenticateIfSignedIn(ports),
      areAdmitted: areAdmitted(ports),
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
        beforeErasure: [(scope, userId) => leaveAllConnections(scope, userId, ports.clock.now())],
      }),
      listSessions: listSessions(ports),
      revokeSession: revokeSession(ports),
      requestPasswordReset: requestPasswordReset(ports),
      resetPassword: resetPassword(ports),
      changePassword: changePassword(ports),
      mailPasswordReset: mailPasswordReset(ports),
      requestEmailChange: requestEmailChange(ports),
      proveEmail: proveEmail(ports),
      refuseEmailChange: refuseEmailChange(ports),
      revertEmailChange: revertEmailChange(ports),
      mailEmailProof: mailEmailProof(ports),
      mailEmailRefusal: mailEmailRefusal(ports),
      mailEmailChanged: mailEmailChanged(ports),
      mailIdentityLinked: mailIdentityLinked(ports),
      purgeExpired: purgeExpired(ports),
      signInMethods: () => ({ password: true as const, google: ports.identityProvider !== null }),
      startGoogleSignIn: startGoogleSignIn(ports),
      startGoogleLink: startGoogleLink(ports),
      finishGoogleSignIn: finishGoogleSignIn(ports),
      exchangeMobileCode: exchangeMobileCode(ports),
      unlinkGoogle: unlinkGoogle(ports),

      // Households, who belongs to them, and what they sort their tasks by.
      createHousehold: createHousehold(ports),
      listHouseholds: listHouseholds(ports),
      showHousehold: showHousehold(ports),
      editHousehold: editHousehold(ports),
      deleteHousehold: deleteHousehold(ports),
      createMember: createMember(ports),
      editMember: editMember(ports),
      previewMemberEdit: previewMemberEdit(ports),
      previewDeparture: previewDeparture(ports),
      previewHouseholdEdit: previewHouseholdEdit(ports),
      addAbsence: addAbsence(ports),
      previewNewAbsence: previewNewAbsence(ports),
      editAbsence: editAbsence(ports),
      previewAbsenceEdit: previewAbsenceEdit(ports),
      removeAbsence: removeAbsence(ports),
      previewAbsenceRemoval: previewAbsenceRemoval(ports),
      removeMember: removeMember(ports),
      departGuests: departGuests(ports),
      createInvitation: createInvitation(ports),
      inviteMember: inviteMember(ports),
      listInvitations: listInvitations(ports),
      revokeInvitation: revokeInvitation(ports),
      previewInvitation: previewInvitation(ports),
      acceptInvitation: acceptInvitation(ports),
      mailInvitation: mailInvitation(ports),

      listCategories: listCategories(ports),
      createCategory: createCategory(ports),
      editCategory: editCategory(ports),
      deleteCategory: deleteCategory(ports),

      // Displays, and who acts on them.
      authenticateDisplay: authenticateDisplay(ports),
      createDisplay: createDisplay(ports),
      listDisplays: listDisplays(ports),
      removeDisplay: removeDisplay(ports),
      pairDisplay: pairDisplay(ports),
      actOnDisplay: actOnDisplay(ports),
      issuePass: issuePass(ports),
      showNewDisplay: showNewDisplay(ports),
      showNewPass: showNewPass(ports),
      setPin: setPin(ports),
      removePin: removePin(ports),

      // What somebody did, and how it is taken back.
      withOperation: withOperation(ports),
      withIdempotency: withIdempotency(ports),
      withDiskCheck: withDiskCheck(ports),
      withStoredAnswer: withStoredAnswer(ports),
      runCommands: runCommands(ports),
      listOperations: listOperations(ports),
      showOperation: showOperation(ports),
      showRow: showRow(ports),
      showRows: showRows(ports),
      undoOperation: undoOperation(ports),
      restoreTogether: restoreTogether(ports),
      purgeOperations: purgeOperations(ports),

      // Lists of tasks that come back together.
      ...bulkUseCases(ports),
      listPauses: listPauses(ports),
      createPause: createPause(ports),
      previewPause: previewPause(ports),
      endPause: endPause(ports),
      previewPauseEnd: previewPauseEnd(ports),
      shiftByDays: shiftByDays(ports),
      previewShift: previewShift(ports),
      listDayCalendars: listDayCalendars(ports),
      createDayCalendar: createDayCalendar(ports),
      editDayCalendar: editDayCalendar(ports),
      previewCalendarEdit: previewCalendarEdit(ports),
      setDays: setDays(ports),
      previewDays: previewDays(ports),
      fetchDayCalendar: fetchDayCalendar(ports),
      fetchDayCalendars: fetchDayCalendars(ports),
      deleteDayCalendar: deleteDayCalendar(ports),
      previewCalendarDeletion: previewCalendarDeletion(ports),
      listTemplates: listTemplates(ports),
      getTemplate: getTemplate(ports),
      createTemplate: createTemplate(ports),
      editTemplate: editTemplate(ports),
      deleteTemplate: deleteTemplate(ports),
      applyTemplate: applyTemplate(ports),
      applyStarters: applyStarters(ports),
      previewStarters: previewStarters(ports),

      // The shopping list of a household.
      listShoppingItems: listItems(ports),
      suggestShoppingItems: suggestItems(ports),
      addShoppingItems: addItems(ports),
      editShoppingItem: editItem(ports),
      removeShoppingItem: removeItem(ports),
      listAllShoppingItems: listAllItems(ports),
      listShoppingLists: listLists(ports),
      createShoppingList: createList(ports),
      updateShoppingList: editList(ports),
      deleteShoppingList: deleteList(ports),
      listStaples: listStaples(ports),
      declineStaple: declineStaple(ports),
      listShoppingSections: listSections(ports),
      saveShoppingSections: saveSections(ports),
      clearCheckedItems: clearChecked(ports),

      // Files of tasks.
      addAttachment: addAttachment(ports),
      listAttachments: listAttachments(ports),
      listSeenAttachments: listSeenAttachments(ports),
      findAttachment: findAttachment(ports),
      openAttachment: openAttachment(ports),
      openThumbnail: openThumbnail(ports),
      removeAttachment: removeAttachment(ports),
      removeFiles: removeFiles(ports),
      purgeFiles: purgeFiles(ports),

      // Addresses at which other programs read a member's tasks.
      createFeed: createFeed(ports),
      listFeeds: listFeeds(ports),
      revokeFeed: revokeFeed(ports),
      readFeed: readFeed(ports),

      // What members are told, and the devices that are woken for it.
      listNotifications: listNotifications(ports),
      listAllNotifications: listAllNotifications(ports),
      listBadges: listBadges(ports),
      readNotification: readNotification(ports),
      readAllNotifications: readAllNotifications(ports),
      showPreferences: showPreferences(ports),
      savePreferences: savePreferences(ports),
      notify: notify(ports),
      notifyAll: notifyAll(ports),
      sendAgendas: sendAgendas(ports),
      listAgenda: listAgenda(ports),
      mailAgenda: mailAgenda(ports),
      sendReminders: sendReminders(ports),
      registerDevice: registerDevice(ports),
      listDevices: listDevices(ports),
      removeDevice: removeDevice(ports),
      pushToUser: pushToUser(ports),
      pushToDevice: pushToDevice(ports),
      pushPublicKey: () => ports.pushSender.publicKey,

      // Who does how much.
      showBalance: showBalance(ports),
      suggestMembers: suggestMembers(ports),
      rebalance: rebalance(ports),
      previewRebalance: previewRebalance(ports),
      summariseRebalance: summariseRebalance(ports),

      // What happened in a household.
      listActivity: listActivity(ports),
      showStatistics: showStatistics(ports),
      purgeHistory: purgeHistory(ports),

      // How clients keep their copies up to date.
      readChanges: readChanges(ports),
      startFollowing: startFollowing(ports),
      followChanges: followChanges(ports),
      purgeChanges: purgeChanges(ports),
    },
    taskUseCases(ports),
    seriesUseCases(ports),
    calendarUseCases(ports),
    releaseCatalogue(ports),
  );
}

export type UseCases = ReturnType<typeof useCases>;

type NameOf<Area> = Area extends unknown ? keyof Area : never;
type NameInTwo<Areas> = Areas extends readonly [infer First, ...infer Rest]
  ? (keyof First & NameOf<Rest[number]>) | NameInTwo<Rest>
  : never;
type Joined<Areas> = Areas extends readonly [infer First, ...infer Rest] ? First & Joined<Rest> : unknown;

/** All areas under one roof. A name that two of them have would be the later one's; so it does not compile. */
function joinAreas<const Areas extends readonly object[]>(
  ...areas: [NameInTwo<Areas>] extends [never] ? Areas : readonly [{ inTwoAreas: NameInTwo<Areas> }]
): Joined<Areas> {
  return Object.assign({}, ...areas) as Joined<Areas>;
}
