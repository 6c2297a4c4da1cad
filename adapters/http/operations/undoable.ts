/** What an undo can do about a mutation of a household. */
export type Undoable = 'yes' | { readonly never: string } | { readonly nothing: string };

const never = (why: string): Undoable => ({ never: why });
/** It answers without Operation-Id. */
const nothing = (why: string): Undoable => ({ nothing: why });
const PREVIEW = nothing('It writes nothing');
const FILES = never('The bytes of a file are not kept once it is removed');
const SWAPPED = never('Two members have agreed, or not: they swap back');
const CALENDAR = never('Events have gone out to a calendar: link another, or none');
const EVENTS = nothing('It concerns the stand-in for Google and nothing of the household');
const READ = never('It says what somebody has seen');

/** Of each mutation of a household, by its `operationId` in the document: a test holds this against the routes. */
export const UNDOABLE: Readonly<Record<string, Undoable>> = {
  createTask: 'yes',
  quickAdd: 'yes',
  previewQuickAdd: PREVIEW,
  updateOccurrence: 'yes',
  previewOccurrenceEdit: PREVIEW,
  deleteOccurrence: 'yes',
  completeOccurrence: 'yes',
  skipOccurrence: 'yes',
  reopenOccurrence: 'yes',
  claimOccurrence: 'yes',
  releaseOccurrence: 'yes',
  restoreOccurrence: 'yes',
  emptyTrash: never('Deleted for good is what it says'),
  addChecklistItem: 'yes',
  updateChecklistItem: 'yes',
  removeChecklistItem: 'yes',
  addAttachment: FILES,
  removeAttachment: FILES,

  updateSeries: 'yes',
  previewSeriesEdit: PREVIEW,
  deleteSeries: 'yes',
  previewRecurrence: PREVIEW,
  requestSwap: 'yes',
  acceptSwap: SWAPPED,
  declineSwap: SWAPPED,
  withdrawSwap: never('Who still wants to swap asks again'),

  addShoppingItems: 'yes',
  updateShoppingItem: 'yes',
  removeShoppingItem: 'yes',
  clearCheckedShoppingItems: 'yes',
  saveShoppingSections: 'yes',
  createShoppingList: 'yes',
  updateShoppingList: 'yes',
  deleteShoppingList: 'yes',
  declineStaple: never('It says what is not needed now: whoever needs it adds it'),

  createPause: 'yes',
  endPause: 'yes',
  shiftByDays: 'yes',
  createDayCalendar: 'yes',
  updateDayCalendar: 'yes',
  setCalendarDays: 'yes',
  deleteDayCalendar: 'yes',
  createTemplate: 'yes',
  updateTemplate: 'yes',
  deleteTemplate: 'yes',
  applyTemplate: 'yes',
  applyStarters: 'yes',
  previewStarters: PREVIEW,

  rebalance: 'yes',
  foretellRebalance: PREVIEW,

  createCategory: 'yes',
  updateCategory: 'yes',
  deleteCategory: 'yes',
  updateHousehold: 'yes',
  deleteHousehold: nothing('Nobody can ask for a household that is gone'),
  createMember: never('Whoever was added leaves as any member does'),
  // But for role, group, turns and managers, which are never taken back.
  updateMember: 'yes',
  createAwayPeriod: 'yes',
  updateAwayPeriod: 'yes',
  deleteAwayPeriod: 'yes',
  previewAbsence: PREVIEW,
  removeMember: never('Who has left comes back by an invitation'),
  createInvitation: never('Whoever has the link may have used it: revoke it'),
  inviteMember: never('Whoever has the link may have used it: revoke it'),
  revokeInvitation: never('Give out another'),

  createDisplay: never('Whoever has the code may have used it: remove the display'),
  setPin: never('Whoever knows the PIN sets another'),
  removePin: never('Set another'),
  issuePass: never('Whoever has the link may have used it: remove the pass'),
  removeDisplay: never('Add another, and pair it'),

  linkCalendar: CALENDAR,
  unlinkCalendar: CALENDAR,
  synchroniseCalendar: nothing('It asks for work that is done anyway'),
  createDemoEvent: EVENTS,
  updateDemoEvent: EVENTS,
  deleteDemoEvent: EVENTS,

  readNotification: READ,
  readAllNotifications: READ,

  undoOperation: 'yes',
  runCommands: nothing('Each of its commands is an operation of its own, which its result names'),
};
