import { describe, expect, test } from '@jest/globals';
import {
  admit,
  isOfHousehold,
  OPERATION_POLICIES,
  policyOf,
  type AnyOperation,
  type OperationName,
  permit,
} from '../../../application/policy/operations.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { Group, Role } from '../../../domain/households/household.js';

/*
 * These lists are written by hand and repeat the policy table on purpose, so that each change of the policy
 * has to be made twice. Operations that are missing from the first list are only for adults. Operations that
 * are missing from the lists of displays are never for a display.
 */
const names = (text: string) => text.trim().split(/\s+/);

const CHILDREN_AND_GUESTS = names(`
  actOnDisplay addShoppingItems clearCheckedShoppingItems completeOccurrence
  createTask declineStaple downloadAttachment getHousehold
  getOccurrence getSeries getTemplate listActivity
  listAttachments listCategories listDayCalendars listNotifications
  listOccurrences listOperations listPauses listSeries
  listSeriesHistory listShoppingItems listShoppingLists listShoppingSections
  listStaples listSwaps listTemplates listTrash
  previewQuickAdd previewRecurrence quickAdd readAllNotifications
  readChanges readNotification readQuickAddLines removePin removeShoppingItem
  reopenOccurrence runCommands search setPin
  showBalance showCalendarLink showDisplay showOperation
  showStatistics skipOccurrence streamEvents suggestMembers
  suggestShoppingItems updateChecklistItem updateShoppingItem
`);

const OWNERS_ONLY = names(`createDisplay createMember deleteHousehold emptyTrash updateHousehold`);

const DISPLAY_WITHOUT_ANYBODY_CHOSEN = names(`
  actOnDisplay getHousehold getOccurrence getSeries
  listCategories listOccurrences listSeries listShoppingItems
  listShoppingLists listShoppingSections listStaples readChanges
  showDisplay streamEvents suggestShoppingItems
`);

const DISPLAY_WITH_SOMEBODY_CHOSEN = names(`
  addShoppingItems claimOccurrence clearCheckedShoppingItems completeOccurrence
  declineStaple removeShoppingItem reopenOccurrence runCommands
  skipOccurrence undoOperation updateChecklistItem updateShoppingItem
`);

/** Mutations whose operations can never be undone, and mutations that create no operation. */
const NEVER_UNDONE = names(`
  acceptSwap addAttachment createDisplay createInvitation
  createMember declineStaple declineSwap emptyTrash
  inviteMember issuePass linkCalendar readAllNotifications
  readNotification removeAttachment removeDisplay removeMember
  removePin revokeInvitation setPin unlinkCalendar
  withdrawSwap
`);
const NO_OPERATION = names(`
  actOnDisplay createDemoEvent deleteDemoEvent deleteHousehold foretellRebalance
  previewAbsence previewOccurrenceEdit previewQuickAdd previewRecurrence
  previewSeriesEdit previewStarters readQuickAddLines runCommands synchroniseCalendar
  updateDemoEvent
`);

/** Mutations that create something, so that they are refused while the disk of the database is full. */
const CREATES = names(`
  addAttachment addChecklistItem addShoppingItems applyStarters
  applyTemplate createAwayPeriod createCategory createDayCalendar
  createDemoEvent createDisplay createInvitation createMember
  createPause createShoppingList createTask createTemplate
  inviteMember issuePass linkCalendar quickAdd
  requestSwap setPin
`);

const operations = (Object.keys(OPERATION_POLICIES) as AnyOperation[]).filter(isOfHousehold);

type Asker = { readonly group: Group; readonly role?: Role; readonly chosen?: boolean };
function caller({ group, role = 'MEMBER', chosen }: Asker): MemberCaller {
  const memberId = chosen === false ? 'display' : 'leo';
  const display = chosen === undefined ? {} : { display: { id: 'display' } };
  return { memberId, role, group, ...display } as unknown as MemberCaller;
}

/** Returns the operations that the policy permits. Expects a reason for each refusal. */
function allowedTo(asker: Asker, check = permit<MemberCaller>): OperationName[] {
  return operations.filter((operation) => {
    try {
      check(caller(asker), operation);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'FORBIDDEN', details: { reason: expect.any(String) as unknown } });
      return false;
    }
  });
}

describe('the policy table', () => {
  test('permits everything to owners', () => {
    expect(allowedTo({ group: 'ADULT', role: 'OWNER' })).toEqual(operations);
  });

  test('permits other adults everything except the operations of owners', () => {
    const expected = operations.filter((operation) => !OWNERS_ONLY.includes(operation));
    expect(allowedTo({ group: 'ADULT' })).toEqual(expected);
  });

  test('lets adults pass the check before the body of a request is read, for every operation', () => {
    expect(allowedTo({ group: 'ADULT' }, admit)).toEqual(operations);
  });

  test.each(['CHILD', 'GUEST'] as const)(
    'permits a %s exactly the operations for children and guests',
    (group) => {
      expect(allowedTo({ group }).toSorted()).toEqual(CHILDREN_AND_GUESTS.toSorted());
    },
  );

  test('permits a display without a chosen member only to read and to choose a member', () => {
    const allowed = allowedTo({ group: 'ADULT', chosen: false });
    expect(allowed.toSorted()).toEqual(DISPLAY_WITHOUT_ANYBODY_CHOSEN.toSorted());
  });

  test.each(['ADULT', 'CHILD', 'GUEST'] as const)(
    'permits a display exactly the operations of a display if the chosen member is of the group %s',
    (group) => {
      const allowed = allowedTo({ group, chosen: true });
      const expected = [...DISPLAY_WITHOUT_ANYBODY_CHOSEN, ...DISPLAY_WITH_SOMEBODY_CHOSEN];
      expect(allowed.toSorted()).toEqual(expected.toSorted());
    },
  );

  test('refuses exactly the operations that create rows while the disk is full', () => {
    const refused = operations.filter((operation) => policyOf(operation).whenFull === 'refused');
    expect(refused.toSorted()).toEqual(CREATES.toSorted());
  });

  test('has either all or none of the rules for undo, repeated requests and a full disk for each operation, and marks exactly the expected operations as not undoable', () => {
    const undone = (kind: string) =>
      operations.filter((operation) => {
        const { undo } = policyOf(operation);
        return typeof undo === 'object' && kind in undo;
      });
    expect(undone('never').toSorted()).toEqual(NEVER_UNDONE.toSorted());
    expect(undone('nothing').toSorted()).toEqual(NO_OPERATION.toSorted());
    for (const operation of operations) {
      const { undo, replay, whenFull } = policyOf(operation);
      const has = undo !== undefined;
      expect({ operation, replay: replay !== undefined }).toEqual({ operation, replay: has });
      expect({ operation, whenFull: whenFull !== undefined }).toEqual({ operation, whenFull: has });
    }
  });
});
