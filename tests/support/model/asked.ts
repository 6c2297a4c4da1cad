import { permit } from '../../../application/policy/operations.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { UseCases } from '../../../application/composition/use-cases.js';

/** The operation that checks the rights for each use case. */
const OPERATIONS = {
  listOccurrences: 'listOccurrences',
  createTask: 'createTask',
  quickAdd: 'quickAdd',
  editOccurrence: 'updateOccurrence',
  completeOccurrence: 'completeOccurrence',
  reopenOccurrence: 'reopenOccurrence',
  skipOccurrence: 'skipOccurrence',
  deleteOccurrence: 'deleteOccurrence',
  listTrash: 'listTrash',
  restoreOccurrence: 'restoreOccurrence',
  restoreTogether: 'restoreOccurrence',
  addChecklistItem: 'addChecklistItem',
  listAttachments: 'listAttachments',
  addAttachment: 'addAttachment',
  removeAttachment: 'removeAttachment',
  editChecklistItem: 'updateChecklistItem',
  listSwaps: 'listSwaps',
  requestSwap: 'requestSwap',
  withdrawSwap: 'withdrawSwap',
  answerSwap: 'acceptSwap',
  claimOccurrence: 'claimOccurrence',
  releaseOccurrence: 'releaseOccurrence',
  rebalance: 'rebalance',
  listSeries: 'listSeries',

  shiftByDays: 'shiftByDays',
  listPauses: 'listPauses',
  createPause: 'createPause',
  previewPause: 'createPause',
  endPause: 'endPause',
  listDayCalendars: 'listDayCalendars',
  createDayCalendar: 'createDayCalendar',
  editDayCalendar: 'updateDayCalendar',
  setDays: 'setCalendarDays',
  deleteDayCalendar: 'deleteDayCalendar',

  createMember: 'createMember',
  editMember: 'updateMember',
  addAbsence: 'createAwayPeriod',
  editAbsence: 'updateAwayPeriod',
  removeAbsence: 'deleteAwayPeriod',
  removeMember: 'removeMember',
  createInvitation: 'createInvitation',
  inviteMember: 'inviteMember',

  createDisplay: 'createDisplay',
  listDisplays: 'listDisplays',
  removeDisplay: 'removeDisplay',
  issuePass: 'issuePass',
  setPin: 'setPin',
  removePin: 'removePin',

  listCategories: 'listCategories',
  createCategory: 'createCategory',
  deleteCategory: 'deleteCategory',
  listShoppingLists: 'listShoppingLists',
  createShoppingList: 'createShoppingList',
  updateShoppingList: 'updateShoppingList',
  deleteShoppingList: 'deleteShoppingList',
  listAllShoppingItems: 'listShoppingItems',
  addShoppingItems: 'addShoppingItems',
  editShoppingItem: 'updateShoppingItem',
  removeShoppingItem: 'removeShoppingItem',
  clearCheckedItems: 'clearCheckedShoppingItems',
  suggestShoppingItems: 'suggestShoppingItems',
  declineStaple: 'declineStaple',
  listTemplates: 'listTemplates',
  createTemplate: 'createTemplate',
  deleteTemplate: 'deleteTemplate',
  applyTemplate: 'applyTemplate',
  linkCalendar: 'linkCalendar',
  unlinkCalendar: 'unlinkCalendar',
  listOperations: 'listOperations',
  undoOperation: 'undoOperation',
} as const satisfies Partial<Record<keyof UseCases, string>>;

/** The use cases that members can call. The actions of the model use no others. */
export type Asked = Pick<UseCases, keyof typeof OPERATIONS>;

/**
 * Wraps the use cases so that they check the caller's rights first, as a request does. Throws FORBIDDEN if
 * the caller may not run the operation.
 */
export function askedOf(useCases: UseCases): Asked {
  const asked = Object.entries(OPERATIONS).map(([name, operationId]) => {
    const act = useCases[name as keyof Asked] as (caller: MemberCaller, ...asked: unknown[]) => unknown;
    return [
      name,
      async (caller: MemberCaller, ...rest: unknown[]) => {
        permit(caller, operationId);
        return await act(caller, ...rest);
      },
    ] as const;
  });
  return Object.fromEntries(asked) as unknown as Asked;
}
