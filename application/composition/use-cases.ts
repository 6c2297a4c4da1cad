import { showBalance, suggestMembers } from '../balance/balance.js';
import { summariseRebalance, previewRebalance, rebalance } from '../balance/rebalance.js';
import { releaseCatalogue } from '../releases/show-release.js';
import { reportClientError } from '../shared/report-client-error.js';
import { readChanges, purgeChanges } from '../sync/changes.js';
import { startFollowing, followChanges } from '../sync/follow-changes.js';
import { type OperationName, permitted } from '../policy/operations.js';
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
import { areAdmitted, authenticateDisplay, type DisplayCaller } from '../displays/authenticate-display.js';
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
import {
  listCategories,
  listHouseholds,
  listInvitations,
  listMemberships,
  showHousehold,
} from '../households/queries.js';
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
import { withOperation, withDiskCheck } from '../operations/with-operation.js';
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
import { readQuickAddLines } from '../quick-add/read-lines.js';
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
import { demoEvents as demoCalendarEvents } from '../calendar/demo/demo-events.js';
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
  return joinAreas(plugIn(ports, USE_CASES), requestFrames(ports), releaseCatalogue(ports));
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

/**
 * Returns the functions that run the work of a request: one records it as an operation of the caller, the other may
 * refuse it if the disk is full.
 */
const requestFrames = (ports: Ports) => ({
  withOperation: withOperation(ports),
  withDiskCheck: withDiskCheck(ports),
});

const demoEvents = (ports: Ports) => {
  const events = demoCalendarEvents(ports);
  return (
    events && {
      list: permitted('listDemoEvents', events.list),
      create: permitted('createDemoEvent', events.create),
      change: permitted('updateDemoEvent', events.change),
      remove: permitted('deleteDemoEvent', events.remove),
    }
  );
};

const pullAll = (ports: Ports) => mirrorAll(ports, 'pull');
const reconcileAll = (ports: Ports) => mirrorAll(ports, 'synchronise');

/**
 * All use cases, by the names that the adapters use. Each is listed with the row of the policy table that admits its
 * callers, or as a use case without a member. It does not compile otherwise.
 */
export const USE_CASES = joinAreas(
  // Use cases of accounts, their sessions and the ways to sign in.
  withoutMember({ reportClientError, identify, authenticate, authenticateMember, authenticateIfSignedIn }),
  withoutMember({ areAdmitted, registerAccount, signIn, refreshSession, signOut, signOutEverywhere }),
  withoutMember({ describeMe, editProfile, exportAccount, eraseAccount: eraseAccountEverywhere }),
  withoutMember({ listSessions, revokeSession, requestPasswordReset, resetPassword, changePassword }),
  withoutMember({ mailPasswordReset, requestEmailChange, proveEmail, refuseEmailChange, revertEmailChange }),
  withoutMember({ mailEmailProof, mailEmailRefusal, mailEmailChanged, mailIdentityLinked, purgeExpired }),
  withoutMember({ signInMethods, startGoogleSignIn, startGoogleLink, finishGoogleSignIn }),
  withoutMember({ exchangeMobileCode, unlinkGoogle }),
  // Use cases of households, members and categories.
  withoutMember({ createHousehold, listHouseholds, listMemberships, departGuests, previewInvitation }),
  withoutMember({ acceptInvitation, mailInvitation }),
  asOperation('getHousehold', { showHousehold }),
  asOperation('updateHousehold', { editHousehold, previewHouseholdEdit }),
  asOperation('updateMember', { editMember }),
  asOperation('previewAbsence', { previewMemberEdit }),
  asOperation('createAwayPeriod', { addAbsence, previewNewAbsence }),
  asOperation('updateAwayPeriod', { editAbsence, previewAbsenceEdit }),
  asOperation('deleteAwayPeriod', { removeAbsence, previewAbsenceRemoval }),
  asOperation('removeMember', { removeMember, previewDeparture }),
  asOperations({ deleteHousehold, createMember, createInvitation, inviteMember, listInvitations }),
  asOperations({ revokeInvitation, listCategories, createCategory, deleteCategory }),
  asOperation('updateCategory', { editCategory }),
  // Use cases of displays, and of the members who act on them.
  withoutMember({ authenticateDisplay, pairDisplay }),
  asOperations({ createDisplay, listDisplays, removeDisplay, actOnDisplay, issuePass, setPin, removePin }),
  asOperation('listDisplays', { showNewDisplay }),
  asOperation('issuePass', { showNewPass }),
  // Use cases of operations and undo.
  asOperations({ runCommands, listOperations, showOperation, undoOperation }),
  asOperation('undoOperation', { showUndo: showOperation, measureUndo }),
  asOperation('readChanges', { showRow, showRows }),
  asOperation('restoreOccurrence', { restoreTogether }),
  withoutMember({ purgeOperations }),
  // Use cases of pauses, of moving dates by some days, of day calendars (such as holidays), and of templates.
  asOperations({ listPauses, createPause, endPause, shiftByDays }),
  asOperation('createPause', { previewPause }),
  asOperation('endPause', { previewPauseEnd }),
  asOperation('shiftByDays', { previewShift }),
  asOperations({ listDayCalendars, createDayCalendar, deleteDayCalendar }),
  asOperation('updateDayCalendar', { editDayCalendar, previewCalendarEdit }),
  asOperation('setCalendarDays', { setDays, previewDays }),
  asOperation('deleteDayCalendar', { previewCalendarDeletion }),
  withoutMember({ fetchDayCalendar, fetchDayCalendars }),
  asOperations({ listTemplates, getTemplate, createTemplate, deleteTemplate, applyTemplate, applyStarters }),
  asOperations({ previewStarters }),
  asOperation('updateTemplate', { editTemplate }),
  // Use cases of the shopping lists of a household.
  asOperations({
    listShoppingItems: listItems,
    suggestShoppingItems: suggestItems,
    addShoppingItems: addItems,
  }),
  asOperations({
    removeShoppingItem: removeItem,
    listShoppingLists: listLists,
    createShoppingList: createList,
  }),
  asOperations({ updateShoppingList: editList, deleteShoppingList: deleteList, listStaples, declineStaple }),
  asOperations({ listShoppingSections: listSections, saveShoppingSections: saveSections }),
  asOperation('updateShoppingItem', { editShoppingItem: editItem }),
  asOperation('listShoppingItems', { listAllShoppingItems: listAllItems }),
  asOperation('clearCheckedShoppingItems', { clearCheckedItems: clearChecked }),
  // Use cases of the files of tasks. openAttachment and openThumbnail check no permission, so their callers pass on
  // what findAttachment returned.
  asOperations({ addAttachment, listAttachments, removeAttachment }),
  asOperation('listAttachments', { listSeenAttachments }),
  asOperation('downloadAttachment', { findAttachment }),
  withoutMember({ openAttachment, openThumbnail, removeFiles, purgeFiles }),
  // Use cases of calendar feeds, at which other programs read a member's tasks.
  withoutMember({ createFeed, listFeeds, revokeFeed, readFeed }),
  // Use cases of notifications and of the devices that receive them.
  asOperations({ listNotifications, readNotification, readAllNotifications }),
  withoutMember({ listAllNotifications, listBadges, showPreferences, savePreferences, notify, notifyAll }),
  withoutMember({ sendAgendas, listAgenda, mailAgenda, sendReminders, registerDevice, listDevices }),
  withoutMember({ removeDevice, pushToUser, pushToDevice, pushPublicKey }),
  // Use cases of the balance, which compares the work of the members.
  asOperations({ showBalance, suggestMembers, rebalance }),
  asOperation('rebalance', { summariseRebalance }),
  asOperation('foretellRebalance', { previewRebalance }),
  // Use cases of the history of a household, and of the search in a household.
  asOperations({ listActivity, showStatistics }),
  asOperation('search', { searchHousehold }),
  withoutMember({ purgeHistory }),
  // Use cases of the change feed, with which clients keep their copies up to date.
  asOperations({ readChanges }),
  asOperation('readChanges', { showSeriesRecords }),
  asOperation('streamEvents', { startFollowing }),
  withoutMember({ followChanges, purgeChanges }),
  // Use cases of bulk work, which changes most of a household.
  withoutMember({ measureHousehold, measureRejoin, continueBulkWork: continueWork }),
  withoutMember({ continueServiceWork: continueWorkOfService, sweepBulkWork }),
  // Use cases of tasks and their occurrences.
  asOperations({ createTask, previewQuickAdd, quickAdd, listOccurrences, getOccurrence, completeOccurrence }),
  asOperations({ reopenOccurrence, deleteOccurrence, skipOccurrence, claimOccurrence, releaseOccurrence }),
  asOperations({ restoreOccurrence, listTrash, addChecklistItem, removeChecklistItem, emptyTrash }),
  asOperations({ readQuickAddLines }),
  asOperation('updateOccurrence', { editOccurrence }),
  asOperation('updateChecklistItem', { editChecklistItem }),
  withoutMember({ purgeTrash }),
  // Use cases of repeating tasks, and of swapped turns.
  asOperations({ previewRecurrence, previewOccurrenceEdit, previewSeriesEdit, listSeries, getSeries }),
  asOperations({ deleteSeries, listSeriesHistory, requestSwap, withdrawSwap, listSwaps }),
  asOperation('deleteOccurrence', { previewOccurrenceDeletion }),
  asOperation('updateSeries', { editSeries }),
  asOperation('acceptSwap', { answerSwap }),
  asOperation('getSeries', { measureSeries }),
  withoutMember({ replanNextTurns: replanInLine, extendHorizons, drawTurns, skipMissed }),
  withoutMember({ declinePassedSwaps }),
  // Use cases of connected calendars.
  asOperations({ listAvailableCalendars, linkCalendar, showCalendarLink, unlinkCalendar }),
  asOperation('synchroniseCalendar', { synchroniseNow }),
  withoutMember({ startConnect, finishConnect, issueConnectTicket, askForTicket, redeemConnectTicket }),
  withoutMember({ listConnections, listKeptConnections, disconnectCalendar, clearConnection }),
  withoutMember({ clearOverdueConnections, sweepHousehold, pullHousehold, synchroniseHousehold }),
  withoutMember({ deleteOrphanedEvents, sweepAll, pullAll, reconcileAll, demoEvents }),
) satisfies UseCaseList;

type Area = Readonly<Record<string, (ports: Ports) => unknown>>;
type MemberArea = Readonly<
  Record<string, (ports: Ports) => (caller: DisplayCaller, ...rest: never[]) => unknown>
>;

/**
 * Use cases by name. `operation` is the row of the policy table that admits the caller. null means that no member
 * calls.
 */
export type UseCaseList<Cases extends Area = Area> = {
  readonly [Name in keyof Cases]: {
    readonly operation: OperationName | null;
    readonly create: Cases[Name];
  };
};

/** True if one of these parameters is a member, or the parts of one that identify the household and the member. */
type TakesMember<Parameters extends readonly unknown[]> = {
  [Index in keyof Parameters]: 'household' | 'memberId' extends keyof NonNullable<Parameters[Index]>
    ? true
    : never;
}[number];

/**
 * The use cases of an area. A use case that takes a member as its caller gets the type `never`, so that it does not
 * compile.
 */
type WithoutMember<Cases extends Area> = {
  readonly [Name in keyof Cases]: ReturnType<Cases[Name]> extends (...values: infer Values) => unknown
    ? true extends TakesMember<Values>
      ? never
      : Cases[Name]
    : Cases[Name];
};

/** Lists use cases of accounts, and of the service itself. A use case with a member as its caller does not compile. */
export function withoutMember<Cases extends Area>(cases: Cases & WithoutMember<Cases>): UseCaseList<Cases> {
  return listed<Cases>(cases, () => null);
}

/** Lists use cases whose callers are admitted by the policy of this operation. */
export function asOperation<Cases extends MemberArea>(operation: OperationName, cases: Cases) {
  return listed(cases, () => operation);
}

/** Like {@link asOperation}, for use cases with the names of their operations. */
export function asOperations<Cases extends MemberArea>(
  cases: Cases & { readonly [Name in Exclude<keyof Cases, OperationName>]: never },
): UseCaseList<Cases> {
  return listed<Cases>(cases, (name) => name as OperationName);
}

function listed<Cases extends Area>(cases: Cases, operationOf: (name: string) => OperationName | null) {
  const rows = Object.entries(cases).map(([name, create]) => [
    name,
    { operation: operationOf(name), create },
  ]);
  return Object.fromEntries(rows) as UseCaseList<Cases>;
}

/** Calls the constructor of each use case with its ports, and puts the check of its policy before it. */
function plugIn<Cases extends Area>(ports: Ports, cases: UseCaseList<Cases>) {
  const plugged = Object.entries<UseCaseList[string]>(cases).map(([name, { operation, create }]) => {
    const useCase = create(ports);
    return [name, operation === null ? useCase : permitted(operation, useCase as () => unknown)];
  });
  return Object.fromEntries(plugged) as { readonly [Name in keyof Cases]: ReturnType<Cases[Name]> };
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
