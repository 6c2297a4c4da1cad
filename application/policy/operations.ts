import { type DisplayRight, mayDo } from '../../domain/displays/rights.js';
import { type Right, isAllowed, mayActOn, mayEditItem, mayTickFor } from '../../domain/households/rights.js';
import type { MemberCaller } from '../shared/caller.js';
import { forbidden } from '../shared/errors.js';
import type { MemberId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';

/**
 * Whether an operation can be undone. The reasons are full sentences of the OpenAPI document, without the full stop.
 */
export type UndoPolicy =
  | 'yes'
  /** The operation can never be undone. The text is the reason. */
  | { readonly never: string }
  /** The request is not an operation, so its answer has no Operation-Id. */
  | { readonly nothing: string };

/**
 * How a request with the Idempotency-Key of an earlier request is answered.
 *
 * - `current` shows the current state, and `empty` has no body. Neither writes anything.
 * - `original` repeats the first answer for a day.
 * - `repeat` ignores the key and does the work again. Usually this changes nothing the second time, but it creates
 *   another invitation.
 * - `own` means that the operation handles repetitions itself.
 */
export type Replay = 'current' | 'empty' | 'original' | 'repeat' | 'own';

/** How an operation is handled while the disk of the database is full. */
export type WhenFull =
  /** While the disk is full, the operation is always refused, because it adds rows, or text that may be long. */
  | 'refused'
  /** While the disk is full, the operation is refused only if it turns out to add rows or to make text longer. */
  | 'measured'
  /**
   * The operation also runs while the disk is full, because it frees space, or because members need it and it adds
   * very little data.
   */
  | 'allowed';

/** The members, and the displays, that may use an operation of a household. */
type Rights = { readonly who: Right; readonly display: DisplayRight };

/** Rules for operations that may write: undo, repeated requests and a full disk. */
type Consequences = {
  readonly undo: UndoPolicy;
  readonly replay: Replay;
  readonly whenFull: WhenFull;
};

type Nothing = { readonly [Name in keyof Consequences]?: never };

/**
 * The policy of an operation outside of households. `account`: it needs a session. `anybody`: it needs none. Without
 * `whenFull`, it only reads.
 */
type OutsideHouseholds = { readonly who: 'account' | 'anybody'; readonly whenFull?: WhenFull };

/**
 * The policy of one operation of a household: who may use it and, if it writes, how it is undone, repeated, and
 * handled while the disk is full.
 */
export type OperationPolicy = Rights & Partial<Consequences>;

const never = (why: string): UndoPolicy => ({ never: why });
const nothing = (why: string): UndoPolicy => ({ nothing: why });
/** The consequences of most operations that create, edit or remove something. A row may have others. */
const CREATE = { undo: 'yes', replay: 'current', whenFull: 'refused' } as const;
const EDIT = { undo: 'yes', replay: 'current', whenFull: 'measured' } as const;
const EDIT_WHEN_FULL = { undo: 'yes', replay: 'current', whenFull: 'allowed' } as const;
const REMOVE = { undo: 'yes', replay: 'empty', whenFull: 'allowed' } as const;
const PREVIEW = {
  undo: nothing('A preview changes nothing'),
  replay: 'repeat',
  whenFull: 'measured',
} as const;
const PIN = never('Set a new PIN instead');
const INVITED = never('Somebody may already have used the link. Revoke the invitation instead');
const SWAPPED = never('The member who asked has already been notified. Request another swap instead');
const CALENDAR = never('Events in the calendar have already changed');
const EVENTS = nothing('It changes only the demo calendar');
const READ = never('It records that the member has seen the notification');

/**
 * The policies of all operations, by their operationId in the OpenAPI document. This is the only place that
 * defines who may call which operation. Each use case that members call is listed with a row of this table, which is
 * checked before its work begins (see `permitted`). There is no default. Rules about single tasks or members (the
 * caller's own or somebody else's) are checked by the use case.
 */
export const OPERATION_POLICIES = {
  // Operations on displays.
  showDisplay: { who: 'everybody', display: 'read' },
  actOnDisplay: {
    who: 'everybody',
    display: 'read',
    undo: nothing('It changes nothing in the household'),
    replay: 'repeat',
    whenFull: 'allowed',
  },
  setPin: { who: 'own', display: 'never', undo: PIN, replay: 'repeat', whenFull: 'refused' },
  removePin: { who: 'own', display: 'never', undo: PIN, replay: 'empty', whenFull: 'allowed' },
  issuePass: {
    who: 'adult',
    display: 'never',
    ...CREATE,
    undo: never('Somebody may already have used the link. Remove the pass instead'),
  },
  createDisplay: {
    who: 'owner',
    display: 'never',
    ...CREATE,
    undo: never('Somebody may already have used the code. Remove the display instead'),
  },
  listDisplays: { who: 'adult', display: 'never' },
  removeDisplay: {
    who: 'adult',
    display: 'never',
    ...REMOVE,
    undo: never('Create a new display and pair it instead'),
  },
  // Operations on households and members.
  getHousehold: { who: 'everybody', display: 'read' },
  updateHousehold: { who: 'owner', display: 'never', ...EDIT },
  deleteHousehold: {
    who: 'owner',
    display: 'never',
    undo: nothing('The household no longer exists'),
    replay: 'repeat',
    whenFull: 'allowed',
  },
  createMember: { who: 'owner', display: 'never', ...CREATE, undo: never('Remove the member instead') },
  updateMember: { who: 'adult', display: 'never', ...EDIT },
  previewAbsence: { who: 'adult', display: 'never', ...PREVIEW },
  createAwayPeriod: { who: 'adult', display: 'never', ...CREATE },
  updateAwayPeriod: { who: 'adult', display: 'never', ...EDIT },
  deleteAwayPeriod: { who: 'adult', display: 'never', ...REMOVE },
  removeMember: { who: 'adult', display: 'never', ...REMOVE, undo: never('Invite the member again instead') },
  // Operations on categories.
  listCategories: { who: 'everybody', display: 'read' },
  createCategory: { who: 'adult', display: 'never', ...CREATE },
  updateCategory: { who: 'adult', display: 'never', ...EDIT },
  deleteCategory: { who: 'adult', display: 'never', ...REMOVE },
  // Operations on occurrences.
  listOccurrences: { who: 'everybody', display: 'read' },
  getOccurrence: { who: 'everybody', display: 'read' },
  listTrash: { who: 'everybody', display: 'never' },
  completeOccurrence: { who: 'own', display: 'act', ...EDIT_WHEN_FULL },
  reopenOccurrence: { who: 'own', display: 'act', ...EDIT_WHEN_FULL },
  skipOccurrence: { who: 'own', display: 'act', ...EDIT_WHEN_FULL },
  claimOccurrence: { who: 'onDisplay', display: 'act', ...EDIT_WHEN_FULL },
  updateOccurrence: { who: 'adult', display: 'never', ...EDIT },
  previewOccurrenceEdit: { who: 'adult', display: 'never', ...PREVIEW },
  deleteOccurrence: { who: 'adult', display: 'never', ...REMOVE },
  releaseOccurrence: { who: 'adult', display: 'never', ...EDIT_WHEN_FULL },
  restoreOccurrence: { who: 'adult', display: 'never', ...EDIT_WHEN_FULL },
  emptyTrash: { who: 'owner', display: 'never', ...REMOVE, undo: never('The tasks are deleted permanently') },
  // Operations on series.
  listSeries: { who: 'everybody', display: 'read' },
  getSeries: { who: 'everybody', display: 'read' },
  listSeriesHistory: { who: 'everybody', display: 'never' },
  previewRecurrence: { who: 'everybody', display: 'never', ...PREVIEW },
  updateSeries: { who: 'adult', display: 'never', ...EDIT },
  previewSeriesEdit: { who: 'adult', display: 'never', ...PREVIEW },
  deleteSeries: { who: 'adult', display: 'never', ...REMOVE },
  // Operations on swaps.
  listSwaps: { who: 'everybody', display: 'never' },
  requestSwap: { who: 'adult', display: 'never', ...CREATE },
  acceptSwap: { who: 'adult', display: 'never', undo: SWAPPED, replay: 'current', whenFull: 'allowed' },
  declineSwap: { who: 'adult', display: 'never', undo: SWAPPED, replay: 'current', whenFull: 'allowed' },
  withdrawSwap: { who: 'adult', display: 'never', ...REMOVE, undo: never('Request the swap again instead') },
  // Operations on shopping lists.
  listShoppingItems: { who: 'everybody', display: 'read' },
  listShoppingLists: { who: 'everybody', display: 'read' },
  listShoppingSections: { who: 'everybody', display: 'read' },
  suggestShoppingItems: { who: 'everybody', display: 'read' },
  listStaples: { who: 'everybody', display: 'read' },
  addShoppingItems: { who: 'everybody', display: 'act', ...CREATE },
  updateShoppingItem: { who: 'everybody', display: 'act', ...EDIT },
  removeShoppingItem: { who: 'everybody', display: 'act', ...REMOVE },
  clearCheckedShoppingItems: { who: 'everybody', display: 'act', ...EDIT_WHEN_FULL },
  declineStaple: {
    who: 'everybody',
    display: 'act',
    ...REMOVE,
    undo: never('Add the item to the list instead'),
  },
  createShoppingList: { who: 'adult', display: 'never', ...CREATE },
  updateShoppingList: { who: 'adult', display: 'never', undo: 'yes', replay: 'repeat', whenFull: 'measured' },
  deleteShoppingList: { who: 'adult', display: 'never', ...REMOVE },
  saveShoppingSections: {
    who: 'adult',
    display: 'never',
    undo: 'yes',
    replay: 'repeat',
    whenFull: 'measured',
  },
  // Operations on templates.
  listTemplates: { who: 'everybody', display: 'never' },
  getTemplate: { who: 'everybody', display: 'never' },
  createTemplate: { who: 'adult', display: 'never', ...CREATE },
  updateTemplate: { who: 'adult', display: 'never', ...EDIT },
  deleteTemplate: { who: 'adult', display: 'never', ...REMOVE },
  applyTemplate: { who: 'adult', display: 'never', ...CREATE },
  previewStarters: { who: 'adult', display: 'never', ...PREVIEW },
  applyStarters: { who: 'adult', display: 'never', ...CREATE },
  // Operations on day calendars, pauses and shifts.
  listDayCalendars: { who: 'everybody', display: 'never' },
  listPauses: { who: 'everybody', display: 'never' },
  createPause: { who: 'adult', display: 'never', ...CREATE },
  endPause: { who: 'adult', display: 'never', ...REMOVE },
  shiftByDays: { who: 'adult', display: 'never', undo: 'yes', replay: 'original', whenFull: 'measured' },
  createDayCalendar: { who: 'adult', display: 'never', ...CREATE },
  updateDayCalendar: { who: 'adult', display: 'never', ...EDIT },
  setCalendarDays: { who: 'adult', display: 'never', ...EDIT },
  deleteDayCalendar: { who: 'adult', display: 'never', ...REMOVE },
  // Operations on attachments.
  listAttachments: { who: 'everybody', display: 'never' },
  downloadAttachment: { who: 'everybody', display: 'never' },
  addAttachment: { who: 'adult', display: 'never', ...CREATE, undo: never('Remove the file instead') },
  removeAttachment: {
    who: 'adult',
    display: 'never',
    ...REMOVE,
    undo: never('The contents of a removed file are not kept'),
  },
  // Operations on the history.
  listActivity: { who: 'everybody', display: 'never' },
  listOperations: { who: 'everybody', display: 'never' },
  showOperation: { who: 'everybody', display: 'never' },
  showStatistics: { who: 'everybody', display: 'never' },
  undoOperation: { who: 'onDisplay', display: 'act', ...EDIT },
  // Operations on the balance.
  showBalance: { who: 'everybody', display: 'never' },
  suggestMembers: { who: 'everybody', display: 'never' },
  rebalance: { who: 'adult', display: 'never', ...EDIT },
  foretellRebalance: { who: 'adult', display: 'never', ...PREVIEW },
  // Operations on the calendar link.
  showCalendarLink: { who: 'everybody', display: 'never' },
  listAvailableCalendars: { who: 'adult', display: 'never' },
  linkCalendar: { who: 'adult', display: 'never', undo: CALENDAR, replay: 'repeat', whenFull: 'refused' },
  unlinkCalendar: { who: 'adult', display: 'never', undo: CALENDAR, replay: 'repeat', whenFull: 'allowed' },
  synchroniseCalendar: {
    who: 'adult',
    display: 'never',
    undo: nothing('It only starts a synchronisation that would happen anyway'),
    replay: 'repeat',
    whenFull: 'allowed',
  },
  // The search.
  search: { who: 'everybody', display: 'never' },
  // Operations on the change feed.
  readChanges: { who: 'everybody', display: 'read' },
  runCommands: {
    who: 'own',
    display: 'act',
    undo: nothing('Each command is an operation of its own. Its result contains the id of that operation'),
    replay: 'own',
    whenFull: 'measured',
  },
  // The live stream.
  streamEvents: { who: 'everybody', display: 'read' },
  // Operations that create tasks, or preview their creation.
  previewQuickAdd: { who: 'everybody', display: 'never', ...PREVIEW },
  readQuickAddLines: { who: 'everybody', display: 'never', ...PREVIEW },
  createTask: { who: 'own', display: 'never', undo: 'yes', replay: 'original', whenFull: 'refused' },
  quickAdd: { who: 'own', display: 'never', undo: 'yes', replay: 'original', whenFull: 'refused' },
  // Operations on notifications.
  listNotifications: { who: 'everybody', display: 'never' },
  readNotification: { who: 'everybody', display: 'never', undo: READ, replay: 'repeat', whenFull: 'allowed' },
  readAllNotifications: {
    who: 'everybody',
    display: 'never',
    undo: READ,
    replay: 'empty',
    whenFull: 'allowed',
  },
  // Operations on checklists.
  updateChecklistItem: { who: 'own', display: 'act', ...EDIT },
  addChecklistItem: { who: 'adult', display: 'never', ...CREATE },
  removeChecklistItem: { who: 'adult', display: 'never', ...EDIT_WHEN_FULL },
  // Operations on invitations.
  createInvitation: { who: 'adult', display: 'never', undo: INVITED, replay: 'repeat', whenFull: 'refused' },
  inviteMember: { who: 'adult', display: 'never', undo: INVITED, replay: 'repeat', whenFull: 'refused' },
  listInvitations: { who: 'adult', display: 'never' },
  revokeInvitation: {
    who: 'adult',
    display: 'never',
    undo: never('Create a new invitation instead'),
    replay: 'repeat',
    whenFull: 'allowed',
  },
  // Operations on the demo calendars.
  listDemoEvents: { who: 'adult', display: 'never' },
  createDemoEvent: { who: 'adult', display: 'never', undo: EVENTS, replay: 'repeat', whenFull: 'refused' },
  updateDemoEvent: { who: 'adult', display: 'never', undo: EVENTS, replay: 'repeat', whenFull: 'measured' },
  deleteDemoEvent: { who: 'adult', display: 'never', undo: EVENTS, replay: 'repeat', whenFull: 'allowed' },
  // Operations of accounts, for which a session is enough.
  me: { who: 'account' },
  updateMe: { who: 'account', whenFull: 'allowed' },
  exportMe: { who: 'account' },
  deleteMe: { who: 'account', whenFull: 'allowed' },
  changePassword: { who: 'account', whenFull: 'allowed' },
  requestEmailChange: { who: 'account', whenFull: 'refused' },
  proveEmail: { who: 'account', whenFull: 'allowed' },
  listSessions: { who: 'account' },
  revokeSession: { who: 'account', whenFull: 'allowed' },
  logoutAll: { who: 'account', whenFull: 'allowed' },
  linkGoogle: { who: 'account', whenFull: 'allowed' },
  unlinkGoogle: { who: 'account', whenFull: 'allowed' },
  listHouseholds: { who: 'account' },
  createHousehold: { who: 'account', whenFull: 'refused' },
  acceptInvitation: { who: 'account', whenFull: 'refused' },
  listStarters: { who: 'account' },
  listFeeds: { who: 'account' },
  createFeed: { who: 'account', whenFull: 'refused' },
  revokeFeed: { who: 'account', whenFull: 'allowed' },
  listAllNotifications: { who: 'account' },
  listBadges: { who: 'account' },
  showNotificationPreferences: { who: 'account' },
  saveNotificationPreferences: { who: 'account', whenFull: 'allowed' },
  showPushKey: { who: 'account' },
  listDevices: { who: 'account' },
  registerDevice: { who: 'account', whenFull: 'refused' },
  removeDevice: { who: 'account', whenFull: 'allowed' },
  listCalendarConnections: { who: 'account' },
  issueConnectTicket: { who: 'account', whenFull: 'refused' },
  disconnectCalendar: { who: 'account', whenFull: 'allowed' },
  // Operations that need no session.
  live: { who: 'anybody' },
  ready: { who: 'anybody' },
  healthz: { who: 'anybody' },
  streamProbe: { who: 'anybody' },
  meta: { who: 'anybody' },
  reportClientError: { who: 'anybody', whenFull: 'allowed' },
  showAndroidRelease: { who: 'anybody' },
  downloadAndroidRelease: { who: 'anybody' },
  readFeed: { who: 'anybody' },
  pairDisplay: { who: 'anybody', whenFull: 'allowed' },
  previewInvitation: { who: 'anybody', whenFull: 'allowed' },
  register: { who: 'anybody', whenFull: 'refused' },
  login: { who: 'anybody', whenFull: 'allowed' },
  refresh: { who: 'anybody', whenFull: 'allowed' },
  logout: { who: 'anybody', whenFull: 'allowed' },
  forgotPassword: { who: 'anybody', whenFull: 'allowed' },
  resetPassword: { who: 'anybody', whenFull: 'allowed' },
  refuseEmailChange: { who: 'anybody', whenFull: 'allowed' },
  revertEmailChange: { who: 'anybody', whenFull: 'allowed' },
  listProviders: { who: 'anybody' },
  startGoogleSignIn: { who: 'anybody' },
  // The sign-in of a new user creates an account, which needs space. Other users are only signed in.
  finishGoogleSignIn: { who: 'anybody', whenFull: 'measured' },
  exchangeMobileCode: { who: 'anybody', whenFull: 'allowed' },
  connectCalendar: { who: 'anybody' },
  finishCalendarConnect: { who: 'anybody', whenFull: 'refused' },
  showConnectDone: { who: 'anybody' },
} as const satisfies Readonly<Record<string, (Rights & (Consequences | Nothing)) | OutsideHouseholds>>;

type Policies = typeof OPERATION_POLICIES;
type OperationWith<Row> = {
  [Name in keyof Policies]: Policies[Name] extends Row ? Name : never;
}[keyof Policies];

/** The name of an operation of a household. */
export type OperationName = OperationWith<Rights>;
/** The name of any operation of the service. */
export type AnyOperation = keyof Policies;
/** The name of an operation that needs a session, but no household. */
export type AccountOperation = OperationWith<{ readonly who: 'account' }>;
/** The name of an operation that needs no session. */
export type OpenOperation = OperationWith<{ readonly who: 'anybody' }>;
/** The name of an operation that may write to the database. */
export type WritingOperation = OperationWith<{ readonly whenFull: WhenFull }>;

/** Returns the policy of an operation. */
export function policyOf(operation: OperationName): OperationPolicy {
  return OPERATION_POLICIES[operation];
}

/** Returns true if the operation belongs to a household. */
export function isOfHousehold(operation: AnyOperation): operation is OperationName {
  return 'display' in OPERATION_POLICIES[operation];
}

/** Returns how the operation is handled while the disk is full. null means that the operation only reads. */
export function decisionWhenFull(operation: AnyOperation): WhenFull | null {
  const row = OPERATION_POLICIES[operation];
  return 'whenFull' in row ? row.whenFull : null;
}

/** Returns the caller if they may use the operation. Otherwise throws FORBIDDEN with the reason. */
export function permit<C extends MemberCaller>(caller: C, operation: OperationName): C {
  const admitted = admit(caller, operation);
  if (policyOf(operation).who === 'owner' && caller.role !== 'OWNER') throw ownersOnly();
  return admitted;
}

/**
 * Works like {@link permit}, but admits all adults to the operations of owners. HTTP asks this before it reads the
 * body of a request.
 */
export function admit<C extends MemberCaller>(caller: C, operation: OperationName): C {
  const { who, display: right } = policyOf(operation);
  const { display, memberId, group } = caller;
  if (display !== undefined) {
    const isSomebodyChosen = memberId !== (display.id as string);
    const may = mayDo(right, isSomebodyChosen);
    if (may === 'no') throw notOnDisplays();
    if (may === 'chooseFirst')
      throw forbidden('NOBODY_CHOSEN', 'Choose a member first, with POST /v1/displays/act');
  }
  if (!isAllowed(group, who, display !== undefined)) throw notForThem();
  return caller;
}

/** Returns the use case with a check before it: only callers whom the policy of the operation admits may run it. */
export function permitted<Caller extends MemberCaller, Rest extends readonly unknown[], Result>(
  operation: OperationName,
  useCase: (caller: Caller, ...rest: Rest) => Result,
) {
  return async (caller: Caller, ...rest: Rest): Promise<Awaited<Result>> =>
    await useCase(permit(caller, operation), ...rest);
}

/** Throws FORBIDDEN if a child or a guest acts on a task of somebody else. */
export function requireActOn(caller: MemberCaller, occurrence: Occurrence): void {
  if (!mayActOn(caller, occurrence)) throw notForThem();
}

/** Like {@link requireActOn}. Also throws FORBIDDEN if a child or a guest ticks for somebody else. */
export function requireTick(caller: MemberCaller, occurrence: Occurrence, doers: readonly MemberId[]): void {
  requireActOn(caller, occurrence);
  if (!doers.every((doer) => mayTickFor(caller, doer))) throw notForThem();
}

/** Throws FORBIDDEN if a child, a guest or a display changes more of a checklist item than its tick. */
export function requireEditItem({ group, memberId, display }: MemberCaller, edit: object): void {
  if (!mayEditItem({ group: display === undefined ? group : 'GUEST', memberId }, edit))
    throw display === undefined ? notForThem() : notOnDisplays();
}

const ownersOnly = () => forbidden('OWNERS_ONLY', 'Only an owner of the household may do this');

export const notOnDisplays = () => forbidden('NOT_ON_DISPLAYS', 'Displays may not do this');

export const notForThem = () => forbidden('GROWN_UPS_ONLY', 'Children and guests may not do this');
