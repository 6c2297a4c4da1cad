import { type RowPatch, patchedOccurrence } from '../../domain/series/plan.js';
import type { Occurrence, Stamp } from '../../domain/tasks/occurrence.js';
import {
  planSwap,
  isSwapValid,
  viewSwap,
  type Swap,
  type SwapId,
  type SwapView,
} from '../../domain/series/swap.js';
import { listAnswerers } from '../../domain/households/membership.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { MemberId } from '../../domain/shared/ids.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { forbidden, invalidState, notFound } from '../shared/errors.js';
import { raiseEvent } from '../shared/events/domain-event.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { Needs } from '../composition/needs.js';

/**
 * Accepts or declines a swap request. The member whose turn is wanted may answer, or an adult who acts for them.
 *
 * @throws NOT_FOUND if the household has no such swap request, or if the caller cannot see one of the turns.
 * @throws FORBIDDEN for other callers.
 * @throws INVALID_STATE if the request was answered or declined automatically, or if it cannot be accepted because
 *   one of the turns has changed.
 */
export function answerSwap({ unitOfWork, clock }: Needs<'unitOfWork' | 'clock'>) {
  return (caller: MemberCaller, id: SwapId, answer: 'ACCEPTED' | 'DECLINED'): Promise<SwapView> =>
    unitOfWork.run(async (scope) => {
      const { household, memberId } = caller;
      const known = await scope.swaps.find(household.id, id);
      if (known === null) throw notFound('swap');
      const { occurrenceId, withOccurrenceId } = known;
      const both = [occurrenceId, withOccurrenceId];
      const [one = null, other = null] = await scope.occurrences.findAllForUpdate(
        household.id,
        both,
        memberId,
      );
      // The swap is read again, because somebody may have answered it while this transaction waited for the locks of
      // the occurrences.
      const swap = await scope.swaps.findForUpdate(household.id, id);
      if (swap === null || one === null || other === null) throw notFound('swap');
      if (swap.status !== 'OPEN') throw alreadyAnswered();
      const answerer = await findAnswerer(scope, caller, other, householdNow(caller, clock).date);
      if (answerer === null)
        throw forbidden(
          'NOT_ASKED',
          'Only the asked member may answer this swap request. For a child, a guest or a member without an account, the managers or owners answer',
        );
      if (answer === 'ACCEPTED' && !isSwapValid(swap, one, other, householdNow(caller, clock).date))
        throw invalidState(
          'SWAP_OUTDATED',
          'One of the turns has changed since the swap was requested. Request another swap',
        );
      const now = clock.now();
      const turns =
        answer === 'ACCEPTED'
          ? exchanged(swap, one, other, answerer, { now, by: memberId })
          : ([one, other] as const);
      if (answer === 'ACCEPTED') await scope.occurrences.saveAll(turns);
      const answered: Swap = { ...swap, status: answer, answeredBy: memberId, answeredAt: now };
      await scope.swaps.save(answered);
      const action = answer === 'ACCEPTED' ? 'accepted' : 'declined';
      const askedIds = other.responsibleMemberIds;
      raiseEvent(scope.events, caller, now, { kind: 'swap', action, swap: answered, askedIds });
      return viewSwap(answered, turns);
    });
}

/**
 * Returns the member whose turn the swap request asks for, if that is the caller or a member for whom the caller
 * acts. Returns null otherwise.
 */
async function findAnswerer(
  { households }: Pick<UnitOfWorkScope, 'households'>,
  { household, memberId }: MemberCaller,
  { responsibleMemberIds }: Occurrence,
  today: CivilDate,
): Promise<MemberId | null> {
  if (responsibleMemberIds.includes(memberId)) return memberId;
  const members = await households.members(household.id);
  const spokenFor = members.find(
    (member) =>
      responsibleMemberIds.includes(member.id) && listAnswerers(member, members, today).includes(memberId),
  );
  return spokenFor?.id ?? null;
}

function exchanged(
  { requestedBy: asker }: Swap,
  one: Occurrence,
  other: Occurrence,
  answerer: MemberId,
  stamp: Stamp,
): readonly [Occurrence, Occurrence] {
  const [first, second] = planSwap(one, other, { asker, answerer });
  const patched = (occurrence: Occurrence, set: RowPatch) =>
    patchedOccurrence(
      occurrence,
      { ...set, isException: occurrence.seriesId !== null },
      { stamp, newSeriesId: null },
    );
  return [patched(one, first), patched(other, second)];
}

/**
 * Withdraws a swap request of the caller.
 *
 * @throws NOT_FOUND if the household has no such swap request.
 * @throws FORBIDDEN for other callers.
 * @throws INVALID_STATE if the request was answered or declined automatically.
 */
export function withdrawSwap({ unitOfWork, clock }: Needs<'clock', 'events' | 'swaps'>) {
  return (caller: MemberCaller, id: SwapId): Promise<void> =>
    unitOfWork.run(async ({ swaps, events }) => {
      const { household, memberId } = caller;
      const swap = await swaps.findForUpdate(household.id, id);
      if (swap === null) throw notFound('swap');
      if (swap.requestedBy !== memberId)
        throw forbidden('NOT_YOUR_REQUEST', 'Only the member who made this swap request may withdraw it');
      if (swap.status !== 'OPEN') throw alreadyAnswered();
      await swaps.remove(household.id, id);
      raiseEvent(events, caller, clock.now(), { kind: 'swap', action: 'withdrawn', swap, askedIds: [] });
    });
}

const alreadyAnswered = () =>
  invalidState(
    'ALREADY_ANSWERED',
    'This swap request has already been answered, or was declined automatically because a turn has changed',
  );
