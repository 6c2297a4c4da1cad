import { requireActOn, requireEditItem } from '../policy/operations.js';
import type { ChecklistItemId, OccurrenceId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import {
  CHECKLIST_LIMIT,
  editChecklist,
  type ChecklistItemEdit,
  removeFromChecklist,
} from '../../domain/tasks/checklist.js';
import { withMutation, type Occurrence } from '../../domain/tasks/occurrence.js';
import type { MemberCaller } from '../shared/caller.js';
import { type ApplicationError, idTaken, limitReached, notFound, invalidField } from '../shared/errors.js';
import { isOutdated, maxInstant, Outdated } from '../shared/outdated.js';
import type { Needs } from '../composition/needs.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { changeLocked } from './change-occurrence.js';

type Checklist = Occurrence['checklist'];
type Dependencies = Needs<'unitOfWork' | 'clock'>;

/**
 * Replaces the checklist of the occurrence by the result of `change`. A client that was offline (`isLate`) may
 * also change an occurrence in the trash, so that its changes are there after a restore.
 */
function changeChecklist({ unitOfWork, clock }: Dependencies) {
  return (
    caller: MemberCaller,
    id: OccurrenceId,
    isLate: boolean,
    change: (occurrence: Occurrence, scope: UnitOfWorkScope) => Checklist | Promise<Checklist>,
  ): Promise<Occurrence> =>
    unitOfWork.run((scope) => {
      const options = { action: 'checklist', trash: isLate ? 'found' : 'refused' } as const;
      return changeLocked(scope, caller, id, options, async (occurrence) => {
        const checklist = await change(occurrence, scope);
        if (checklist === occurrence.checklist) return occurrence;
        return withMutation(occurrence, { checklist }, { now: clock.now(), by: caller.memberId });
      });
    });
}

/**
 * Adds an item at the end. A client that was offline chooses the item's id (`given`). With `given`, the change counts
 * as late.
 *
 * @throws TASK_NOT_FOUND if the caller cannot see the occurrence. Also if it is in the trash, unless the change is
 *   late.
 * @throws ID_TAKEN if the checklist has that id.
 * @throws LIMIT_REACHED (for late changes) or VALIDATION_FAILED if the checklist is full.
 */
export function addChecklistItem(dependencies: Dependencies & Needs<'ids'>) {
  const change = changeChecklist(dependencies);
  return (
    caller: MemberCaller,
    id: OccurrenceId,
    title: string,
    given: ChecklistItemId | null = null,
  ): Promise<Occurrence> =>
    change(caller, id, given !== null, ({ checklist }) => {
      if (checklist.some((item) => item.id === given)) throw idTaken();
      if (checklist.length >= CHECKLIST_LIMIT) throw isFull(given !== null);
      const item = { id: given ?? dependencies.ids.next<ChecklistItemId>(), title, done: false };
      return [...checklist, item];
    });
}

function isFull(isLate: boolean): ApplicationError {
  const message = `A checklist may have at most ${CHECKLIST_LIMIT} items`;
  return isLate ? limitReached('checklistItems', message) : invalidField('title', 'arrayMaxSize', message);
}

/**
 * Renames, ticks or moves one item.
 *
 * @param actedAt when it was done, if a client reports it late; null means now. Of two ticks the later one wins.
 * @throws TASK_NOT_FOUND if the caller cannot see the occurrence. Also if it is in the trash, unless the edit is
 *   late.
 * @throws NOT_FOUND if the checklist has no such item.
 * @throws FORBIDDEN if a child, a guest or a display changes more of the item than its tick, or if a child or a guest
 *   ticks an item of somebody else's task.
 * @throws Outdated if a late edit changes nothing else and a later tick contradicts its tick.
 */
export function editChecklistItem(dependencies: Dependencies) {
  const change = changeChecklist(dependencies);
  return (
    caller: MemberCaller,
    id: OccurrenceId,
    itemId: ChecklistItemId,
    edit: Omit<ChecklistItemEdit, 'tickedAt'>,
    actedAt: Instant | null = null,
  ): Promise<Occurrence> =>
    change(caller, id, actedAt !== null, async (occurrence, { occurrences }) => {
      requireActOn(caller, occurrence);
      requireEditItem(caller, edit);
      const { checklist } = occurrence;
      const { done, ...others } = edit;
      const before = checklist.find((item) => item.id === itemId);
      const last = before?.tickedAt ?? null;
      const tickedAt = maxInstant(actedAt && last, actedAt ?? dependencies.clock.now());
      const isTicked = done !== undefined && !isOutdated(last, actedAt);
      const edited = editChecklist(checklist, itemId, { ...others, ...(isTicked && { done, tickedAt }) });
      if (edited === null || before === undefined) throw notFound('checklist item');
      if (actedAt === null || isChanged(checklist, edited)) return edited;
      if (done !== undefined && done !== before.done)
        throw new Outdated('must not be earlier than a tick of somebody else');
      if (isTicked && tickedAt !== last) await occurrences.save({ ...occurrence, checklist: edited });
      return checklist;
    });
}

const isChanged = (before: Checklist, after: Checklist) =>
  before.some(({ id, title, done }, place) => {
    const item = after[place];
    return item?.id !== id || item.title !== title || item.done !== done;
  });

/**
 * Removes an item. `isLate` is true if a client reports the removal late.
 *
 * @throws TASK_NOT_FOUND if the caller cannot see the occurrence. Also if it is in the trash, unless `isLate` is
 *   true.
 * @throws NOT_FOUND if the checklist has no such item.
 */
export function removeChecklistItem(dependencies: Dependencies) {
  const change = changeChecklist(dependencies);
  return (
    caller: MemberCaller,
    id: OccurrenceId,
    itemId: ChecklistItemId,
    isLate = false,
  ): Promise<Occurrence> =>
    change(caller, id, isLate, ({ checklist }) => {
      const rest = removeFromChecklist(checklist, itemId);
      if (rest === null) throw notFound('checklist item');
      return rest;
    });
}
