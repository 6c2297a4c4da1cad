import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import {
  ANSWERED_SWAPS_KEPT,
  isPastTurn,
  viewSwap,
  type Swap,
  type SwapId,
  type SwapView,
} from '../../domain/series/swap.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { forbidden, invalidState, taskNotFound, invalidField } from '../shared/errors.js';
import { raiseEvent } from '../shared/events/domain-event.js';
import type { Needs } from '../composition/needs.js';

/**
 * Requests to exchange the assignees of two occurrences: one of the caller and one of another member. If a request
 * for these two occurrences is open already, returns that one.
 *
 * @throws TASK_NOT_FOUND if the caller cannot see the occurrence that they offer, or if it is in the trash.
 * @throws FORBIDDEN if the offered occurrence is not assigned to the caller.
 * @throws VALIDATION_FAILED if the other occurrence is unknown, in the trash, or not the turn of another member, or
 *   if one of the two is personal.
 * @throws INVALID_STATE if one of the occurrences is finished or in the past.
 */
export function requestSwap({
  unitOfWork,
  clock,
  ids,
}: Needs<'clock' | 'ids', 'events' | 'occurrences' | 'swaps'>) {
  return (caller: MemberCaller, id: OccurrenceId, withId: OccurrenceId): Promise<SwapView> =>
    unitOfWork.run(async ({ occurrences, swaps, events }) => {
      const { household, memberId } = caller;
      // Both occurrences are locked, so the second of two parallel requests finds the first one.
      const [mine = null, theirs = null] = await occurrences.findAllForUpdate(
        household.id,
        [id, withId],
        memberId,
      );
      if (mine === null || mine.deletedAt !== null) throw taskNotFound();
      if (theirs === null || theirs.deletedAt !== null)
        throw invalidField('withOccurrenceId', 'exists', 'must be a task of this household');
      requireExchange(mine, theirs, caller, householdNow(caller, clock).date);
      const open = await swaps.findOpen(household.id, id, withId);
      if (open !== null) return viewSwap(open, [mine, theirs]);
      await swaps.forgetAnswered(household.id, id, ANSWERED_SWAPS_KEPT);
      const swap: Swap = {
        id: ids.next<SwapId>(),
        householdId: household.id,
        occurrenceId: id,
        withOccurrenceId: withId,
        requestedBy: memberId,
        status: 'OPEN',
        createdAt: clock.now(),
        answeredBy: null,
        answeredAt: null,
      };
      await swaps.insert(swap);
      const askedIds = theirs.responsibleMemberIds;
      raiseEvent(events, caller, swap.createdAt, { kind: 'swap', action: 'requested', swap, askedIds });
      return viewSwap(swap, [mine, theirs]);
    });
}

function requireExchange(
  mine: Occurrence,
  theirs: Occurrence,
  { memberId }: MemberCaller,
  today: CivilDate,
): void {
  if (mine.id === theirs.id) throw invalidField('withOccurrenceId', 'other', 'must be another task');
  for (const one of [mine, theirs]) requireOpen(one, today);
  if (!mine.responsibleMemberIds.includes(memberId))
    throw forbidden('NOT_YOUR_TURN', 'You can offer only your own turn');
  if (theirs.responsibleMemberIds.length === 0 || theirs.responsibleMemberIds.includes(memberId))
    throw invalidField('withOccurrenceId', 'other', 'must be the turn of somebody else');
  if ([mine, theirs].some(({ visibility }) => visibility === 'PERSONAL'))
    throw invalidField('withOccurrenceId', 'shared', 'must not be a personal task');
}

/** Throws INVALID_STATE unless the occurrence is open and not in the past. */
function requireOpen(occurrence: Occurrence, today: CivilDate): void {
  if (occurrence.status !== 'TODO')
    throw invalidState('TASK_NOT_OPEN', `Only open tasks can be swapped. This task is ${occurrence.status}`);
  if (isPastTurn(occurrence, today))
    throw invalidState('TURN_PASSED', 'A turn whose date has passed cannot be swapped');
}
