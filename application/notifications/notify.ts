import type { Household } from '../../domain/households/household.js';
import { spokespersonsOf } from '../../domain/households/membership.js';
import { isAway } from '../../domain/rotation/away.js';
import type { MemberId } from '../../domain/shared/ids.js';
import { civilMomentAt } from '../../domain/shared/zone.js';
import { isVisibleTo, type Occurrence } from '../../domain/tasks/occurrence.js';
import type { Clock } from '../shared/ports.js';
import type { Jobs } from '../shared/job-queue.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import { deliver } from './deliver.js';
import type { Needs } from '../shared/needs.js';

/**
 * Tells those whom a cause still concerns: who did it, has left, is away today or may not see it is not told. Done
 * again it tells nobody twice.
 */
export function notify(dependencies: Needs<'unitOfWork' | 'clock' | 'ids'>) {
  return (job: Jobs['notify']): Promise<void> =>
    dependencies.unitOfWork.run(async (scope) => {
      const household = await scope.households.findForUpdate(job.householdId);
      if (household === null) return;
      const occurrence = await aboutWhat(scope, job);
      if (job.occurrenceId !== null && occurrence === null) return;
      const params = await readParams(scope, job, occurrence);
      if (params === null) return;
      const recipients = await present(scope, household, job, dependencies.clock);
      await deliver(
        dependencies,
        scope,
        recipients
          .filter((told) => occurrence === null || concerns(job, occurrence, told))
          .map(({ recipientId, forMemberId }) => ({
            householdId: household.id,
            recipientId,
            type: job.type,
            params: forMemberId === null ? params : { ...params, forMemberId },
            occurrenceId: job.occurrenceId,
            cause: job.cause,
          })),
      );
    });
}

/** `forMemberId`: the member without an account for whom they are told. */
type Recipient = { readonly recipientId: MemberId; readonly forMemberId: MemberId | null };

/**
 * Who of those meant is a member, and there today on the household's calendar; in place of those without an account who
 * speaks for them. Each is told once, and of their own first.
 */
async function present(
  { households }: Pick<UnitOfWorkScope, 'households'>,
  household: Household,
  { recipientIds, exceptIds }: Jobs['notify'],
  clock: Clock,
): Promise<readonly Recipient[]> {
  const members = await households.members(household.id);
  const away = listAwayPeriods(members);
  const { date: today } = civilMomentAt(household.timeZone, clock.now());
  const meant = members.filter(
    ({ id }) => (recipientIds === null || recipientIds.includes(id)) && !isAway(away, id, today),
  );
  const own = meant
    .filter(({ isProxy }) => !isProxy)
    .map(({ id }): Recipient => ({ recipientId: id, forMemberId: null }));
  // What everybody is told those hear who speak for others.
  const others = meant
    .filter(({ isProxy }) => isProxy && recipientIds !== null)
    .flatMap((member) =>
      spokespersonsOf(member, members, today).map((recipientId): Recipient => ({
        recipientId,
        forMemberId: member.id,
      })),
    );
  const each = new Map([...others.toReversed(), ...own].map((one) => [one.recipientId, one]));
  return [...each.values()].filter(({ recipientId }) => !exceptIds.includes(recipientId));
}

async function aboutWhat(
  { occurrences }: Pick<UnitOfWorkScope, 'occurrences'>,
  { householdId, occurrenceId, recipientIds, actorId }: Jobs['notify'],
): Promise<Occurrence | null> {
  const viewer = recipientIds?.[0] ?? actorId;
  if (occurrenceId === null || viewer === null) return null;
  const found = await occurrences.find(householdId, occurrenceId, viewer);
  return found === null || found.deletedAt !== null ? null : found;
}

function concerns(
  { type }: Jobs['notify'],
  occurrence: Occurrence,
  { recipientId, forMemberId }: Recipient,
): boolean {
  if (!isVisibleTo(occurrence, recipientId)) return false;
  if (type !== 'TASK_ASSIGNED') return true;
  return occurrence.status === 'TODO' && occurrence.responsibleMemberIds.includes(forMemberId ?? recipientId);
}

async function readParams(
  { swaps }: Pick<UnitOfWorkScope, 'swaps'>,
  { householdId, actorId, ...job }: Jobs['notify'],
  occurrence: Occurrence | null,
): Promise<Record<string, unknown> | null> {
  const task = occurrence && { title: occurrence.title, date: occurrence.date, time: occurrence.time };
  switch (job.type) {
    case 'TURN_SWAP_REQUESTED':
    case 'TURN_SWAP_ANSWERED': {
      const swap = await swaps.findForUpdate(householdId, job.subjectId);
      if (swap === null || (job.type === 'TURN_SWAP_REQUESTED' && swap.status !== 'OPEN')) return null;
      const { id: swapId, occurrenceId, withOccurrenceId, status } = swap;
      return { ...task, actorId, swapId, occurrenceId, withOccurrenceId, status };
    }
    case 'MEMBER_JOINED':
    case 'MEMBER_LEFT':
    case 'INVITATION_ACCEPTED':
      return { memberId: job.subjectId };
    default:
      return { ...task, actorId };
  }
}
