import type { RowPatch } from '../../domain/tasks/series-plan.js';
import { patchedOccurrence } from '../../domain/tasks/series-occurrence.js';
import { planSwap } from '../../domain/tasks/swapped-turns.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { Swap, SwapId } from '../../domain/tasks/swap.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { MemberCaller } from '../caller.js';
import { ApplicationError, notFound } from '../errors.js';
import type { Clock } from '../ports/clock.js';
import type { UnitOfWork, UnitOfWorkScope } from '../ports/unit-of-work.js';
import { requireOpen } from './request-swap.js';

/**
 * Accepts or declines: for those whose turn was asked for. FORBIDDEN for others, INVALID_STATE when it was answered
 * already or one of the two occurrences is no longer to do.
 */
export function answerSwap({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }) {
  return (caller: MemberCaller, id: SwapId, answer: 'ACCEPTED' | 'DECLINED'): Promise<Swap> =>
    unitOfWork.run(async (scope) => {
      const { household, userId } = caller;
      const swap = await scope.swaps.findForUpdate(household.id, id);
      if (swap === null) throw notFound('swap');
      const [one, other] = await bothLocked(scope, swap, userId);
      if (swap.status !== 'OPEN')
        throw new ApplicationError('INVALID_STATE', 'The request was answered already');
      if (!other.responsibleMemberIds.includes(userId))
        throw new ApplicationError('FORBIDDEN', 'Only those who were asked can answer');
      const now = clock.now();
      if (answer === 'ACCEPTED') await scope.occurrences.saveAll(exchanged(one, other, now));
      const answered: Swap = { ...swap, status: answer, answeredBy: userId, answeredAt: now };
      await scope.swaps.save(answered);
      scope.events.record({
        kind: 'swap',
        action: answer === 'ACCEPTED' ? 'accepted' : 'declined',
        swap: answered,
        askedIds: other.responsibleMemberIds,
        householdId: household.id,
        actorId: userId,
        at: now,
      });
      return answered;
    });
}

/** Locked in the order of their ids, so that two exchanges at once wait for each other. */
async function bothLocked(
  { occurrences }: UnitOfWorkScope,
  { householdId, occurrenceId, withOccurrenceId }: Swap,
  viewer: MemberCaller['userId'],
): Promise<[Occurrence, Occurrence]> {
  const found = new Map<string, Occurrence>();
  for (const id of [occurrenceId, withOccurrenceId].sort()) {
    const occurrence = await occurrences.findForUpdate(householdId, id, viewer);
    if (occurrence === null || occurrence.deletedAt !== null) throw notFound('swap');
    found.set(id, occurrence);
  }
  return [found.get(occurrenceId) as Occurrence, found.get(withOccurrenceId) as Occurrence];
}

function exchanged(one: Occurrence, other: Occurrence, now: Instant): Occurrence[] {
  requireOpen(one);
  requireOpen(other);
  const [first, second] = planSwap(one, other);
  const patched = (occurrence: Occurrence, set: RowPatch) =>
    patchedOccurrence(
      occurrence,
      { ...set, isException: occurrence.seriesId !== null },
      { now, newSeriesId: null },
    );
  return [patched(one, first), patched(other, second)];
}
