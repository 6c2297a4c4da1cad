import { showBalance, suggestMembers } from '../balance/balance.js';
import { summariseRebalance, previewRebalance, rebalance } from '../balance/rebalance.js';
import { releaseCatalogue } from '../releases/show-release.js';
import { reportClientError } from '../shared/report-client-error.js';
import { readChanges, purgeChanges } from '../sync/changes.js';
import { startFollowing, followChanges } from '../sync/follow-changes.js';
import type { UseCaseDependencies } from './needs.js';
import { joinPorts, type Ports } from './use-case-ports.js';
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
import { showNewDisplay, showNewPass } from '../displays/show-new-display.js';
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
import { takeDaysStep } from '../days/follow-days.js';
import { takePauseStep, takeResumeStep } from '../days/pause-steps.js';
import { takeShiftStep } from '../days/shift-by-days.js';
import { takeCategoryStep } from '../households/category-steps.js';
import { takeDepartureStep } from '../households/departure-steps.js';
import { takeUndoStep } from '../operations/undo-in-parts.js';
import { type BulkSteps, continueBulkWork, continueServiceWork, sweepBulkWork } from '../bulk/bulk-work.js';
import { measureHousehold, measureRejoin, measureSeries, measureUndo } from '../bulk/measure-household.js';
import { addChecklistItem, editChecklistItem, removeChecklistItem } from '../tasks/checklist.js';
import { claimOccurrence, releaseOccurrence } from '../tasks/claim-occurrence.js';
import { completeOccurrence, reopenOccurrence, skipOccurrence } from '../tasks/complete-occurrence.js';
import { createTask } from '../tasks/create-task.js';
import { deleteOccurrence } from '../tasks/delete-occurrence.js';
import { editOccurrence } from '../tasks/edit-occurrence.js';
import { getOccurrence, listOccurrences, listTrash } from '../tasks/queries.js';
import { emptyTrash, purgeTrash } from '../tasks/purge-trash.js';
import { previewQuickAdd, quickAdd } from '../quick-add/quick-add.js';
import { restoreOccurrence } from '../tasks/restore-occurrence.js';
import { answerSwap, withdrawSwap } from '../series/answer-swap.js';
import { declinePassedSwaps } from '../series/decline-fallen-swaps.js';
import { deleteSeries, editSeries } from '../series/edit-series.js';
import { drawTurns } from '../series/draw-turns.js';
import { extendHorizons } from '../series/extend-horizons.js';
import { listSeriesHistory, getSeries, listSeries, listSwaps, showSeriesRecords } from '../series/queries.js';
import {
  previewOccurrenceDeletion,
  previewOccurrenceEdit,
  previewSeriesEdit,
} from '../series/preview-edits.js';
import { previewRecurrence } from '../series/preview-recurrence.js';
import { replanNextTurns } from '../series/replan-turns.js';
import { requestSwap } from '../series/request-swap.js';
import { skipMissed } from '../series/skip-missed.js';
import { clearConnection, clearOverdueConnections } from '../calendar/connection/clear-connection.js';
import { startConnect } from '../calendar/connection/connect-flow.js';
import {
  askForTicket,
  issueConnectTicket,
  redeemConnectTicket,
} from '../calendar/connection/connect-ticket.js';
import { finishConnect } from '../calendar/connection/finish-connect.js';
import { listConnections, listKeptConnections } from '../calendar/connection/list-connections.js';
import { disconnectCalendar } from '../calendar/connection/leave-connection.js';
import { demoEvents } from '../calendar/demo/demo-events.js';
import { deleteOrphanedEvents } from '../calendar/mirror/delete-orphaned-events.js';
import { linkCalendar } from '../calendar/link-calendar.js';
import { listAvailableCalendars } from '../calendar/list-available.js';
import { mirrorAll, sweepAll } from '../calendar/mirror/mirror-all.js';
import {
  pullHousehold,
  sweepHousehold,
  synchroniseHousehold,
  synchroniseNow,
} from '../calendar/mirror/mirror-household.js';
import { showCalendarLink } from '../calendar/show-link.js';
import { unlinkCalendar } from '../calendar/unlink.js';

/** Returns all use cases, each with its ports. */
export function useCases(dependencies: UseCaseDependencies) {
  const ports = joinPorts(dependencies);
  return joinAreas(plugIn(ports, USE_CASES), releaseCatalogue(ports));
}

export type UseCases = ReturnType<typeof useCases>;

const signInMethods = (ports: Ports) => () => ({
  password: true as const,
  google: ports.identityProvider !== null,
});
const pushPublicKey = (ports: Ports) => () => ports.pushSender.publicKey;
const eraseAccountEverywhere = (ports: Ports) =>
  eraseAccount({
    ...ports,
    beforeErasure: [(scope, userId) => leaveAllConnections(scope, userId, ports.clock.now())],
  });

const continueWork = (ports: Ports) => continueBulkWork({ ...ports, steps: stepsByKind(ports) });
const continueWorkOfService = (ports: Ports) => continueServiceWork({ ...ports, steps: stepsByKind(ports) });

/** Returns the step that continues stored work, by the kind of the work. */
function stepsByKind(ports: Ports): BulkSteps {
  return {
    pause: takePauseStep(ports),
    resume: takeResumeStep(ports),
    days: takeDaysStep(ports),
    shift: takeShiftStep(ports),
    category: takeCategoryStep(ports),
    departure: takeDepartureStep(ports),
    undo: takeUndoStep(ports),
  };
}

function replanInLine(ports: Ports) {
  const replan = replanNextTurns(ports);
  return (batch: Parameters<typeof replan>[0]) => ports.bulkLine.run(() => replan(batch));
}

const pullAll = (ports: Ports) => mirrorAll(ports, 'pull');
const reconcileAll = (ports: Ports) => mirrorAll(ports, 'synchronise');

/** All use cases, by the names that the adapters use. */
const USE_CASES = joinAreas(
  { reportClientError, searchHousehold },
  // Use cases of accounts, their sessions and the ways to sign in.
  { identify, authenticate, authenticateMember, authenticateIfSignedIn, areAdmitted, registerAccount },
  { signIn, refreshSession, signOut, signOutEverywhere, describeMe, editProfile, exportAccount },
  { eraseAccount: eraseAccountEverywhere, listSessions, revokeSession, requestPasswordReset },
  { resetPassword, changePassword, mailPasswordReset, requestEmailChange, proveEmail },
  { refuseEmailChange, revertEmailChange, mailEmailProof, mailEmailRefusal, mailEmailChanged },
  { mailIdentityLinked, purgeExpired, signInMethods, startGoogleSignIn, startGoogleLink },
  { finishGoogleSignIn, exchangeMobileCode, unlinkGoogle },
  // Use cases of households, members and categories.
  { createHousehold, listHouseholds, showHousehold, editHousehold, deleteHousehold, createMember },
  { editMember, previewMemberEdit, previewDeparture, previewHouseholdEdit, addAbsence },
  { previewNewAbsence, editAbsence, previewAbsenceEdit, removeAbsence, previewAbsenceRemoval },
  { removeMember, departGuests, createInvitation, inviteMember, listInvitations, revokeInvitation },
  { previewInvitation, acceptInvitation, mailInvitation },
  { listCategories, createCategory, editCategory, deleteCategory },
  // Use cases of displays, and of the members who act on them.
  { authenticateDisplay, createDisplay, listDisplays, removeDisplay, pairDisplay, actOnDisplay },
  { issuePass, showNewDisplay, showNewPass, setPin, removePin },
  // Use cases of operations and undo.
  { withOperation, withIdempotency, withDiskCheck, withStoredAnswer, runCommands, listOperations },
  { showOperation, showRow, showRows, undoOperation, restoreTogether, purgeOperations },
  // Use cases of pauses, shifts, day calendars and templates.
  { listPauses, createPause, previewPause, endPause, previewPauseEnd, shiftByDays, previewShift },
  { listDayCalendars, createDayCalendar, editDayCalendar, previewCalendarEdit, setDays, previewDays },
  { fetchDayCalendar, fetchDayCalendars, deleteDayCalendar, previewCalendarDeletion, listTemplates },
  { getTemplate, createTemplate, editTemplate, deleteTemplate, applyTemplate, applyStarters },
  { previewStarters },
  // Use cases of the shopping lists of a household.
  { listShoppingItems: listItems, suggestShoppingItems: suggestItems, addShoppingItems: addItems },
  { editShoppingItem: editItem, removeShoppingItem: removeItem, listAllShoppingItems: listAllItems },
  { listShoppingLists: listLists, createShoppingList: createList, updateShoppingList: editList },
  { deleteShoppingList: deleteList, listStaples, declineStaple, listShoppingSections: listSections },
  { saveShoppingSections: saveSections, clearCheckedItems: clearChecked },
  // Use cases of the files of tasks.
  { addAttachment, listAttachments, listSeenAttachments, findAttachment, openAttachment, openThumbnail },
  { removeAttachment, removeFiles, purgeFiles },
  // Use cases of calendar feeds, at which other programs read a member's tasks.
  { createFeed, listFeeds, revokeFeed, readFeed },
  // Use cases of notifications and of the devices that receive them.
  { listNotifications, listAllNotifications, listBadges, readNotification, readAllNotifications },
  { showPreferences, savePreferences, notify, notifyAll, sendAgendas, listAgenda, mailAgenda },
  { sendReminders, registerDevice, listDevices, removeDevice, pushToUser, pushToDevice, pushPublicKey },
  // Use cases of the balance, which compares the work of the members.
  { showBalance, suggestMembers, rebalance, previewRebalance, summariseRebalance },
  // Use cases of the history of a household.
  { listActivity, showStatistics, purgeHistory },
  // Use cases of the change feed, with which clients keep their copies up to date.
  { readChanges, startFollowing, followChanges, purgeChanges },
  // Use cases of bulk work, which changes most of a household.
  { measureHousehold, measureUndo, measureSeries, measureRejoin, continueBulkWork: continueWork },
  { continueServiceWork: continueWorkOfService, sweepBulkWork },
  // Use cases of tasks and their occurrences.
  { createTask, previewQuickAdd, quickAdd, listOccurrences, getOccurrence, editOccurrence },
  { completeOccurrence, reopenOccurrence, deleteOccurrence, skipOccurrence, claimOccurrence },
  { releaseOccurrence, restoreOccurrence, listTrash, addChecklistItem, editChecklistItem },
  { removeChecklistItem, purgeTrash, emptyTrash },
  // Use cases of repeating tasks, and of swapped turns.
  { previewRecurrence, previewOccurrenceEdit, previewOccurrenceDeletion, previewSeriesEdit, listSeries },
  { getSeries, showSeriesRecords, editSeries, deleteSeries, listSeriesHistory, requestSwap, answerSwap },
  { withdrawSwap, listSwaps, replanNextTurns: replanInLine, extendHorizons, drawTurns, skipMissed },
  { declinePassedSwaps },
  // Use cases of connected calendars.
  { startConnect, finishConnect, issueConnectTicket, askForTicket, redeemConnectTicket },
  { listConnections, listKeptConnections, disconnectCalendar, clearConnection, clearOverdueConnections },
  { listAvailableCalendars, linkCalendar, showCalendarLink, unlinkCalendar, synchroniseNow },
  { sweepHousehold, pullHousehold, synchroniseHousehold, deleteOrphanedEvents, sweepAll, pullAll },
  { reconcileAll, demoEvents },
);

/** Calls the constructor of each use case with its ports. */
function plugIn<Area extends Readonly<Record<string, (ports: Ports) => unknown>>>(ports: Ports, area: Area) {
  const plugged = Object.entries(area).map(([name, useCase]) => [name, useCase(ports)]);
  return Object.fromEntries(plugged) as { readonly [Name in keyof Area]: ReturnType<Area[Name]> };
}

type NameInTwo<Areas, Seen = never, Twice = never> = Areas extends readonly [infer First, ...infer Rest]
  ? NameInTwo<Rest, Seen | keyof First, Twice | (Seen & keyof First)>
  : Twice;
type Joined<Areas, All = unknown> = Areas extends readonly [infer First, ...infer Rest]
  ? Joined<Rest, All & First>
  : All;

/** Merges the areas. Does not compile if two areas contain the same name, because one would replace the other. */
function joinAreas<const Areas extends readonly object[]>(
  ...areas: [NameInTwo<Areas>] extends [never] ? Areas : readonly [{ inTwoAreas: NameInTwo<Areas> }]
): Joined<Areas> {
  return Object.assign({}, ...areas) as Joined<Areas>;
}
