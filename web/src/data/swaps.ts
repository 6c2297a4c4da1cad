import { api, newId, ok, value, type Dto } from '../api/client.ts';
import { useHousehold, type HouseholdData, type Member } from './household.ts';
import { compareCodeUnits } from './order.ts';
import { findAbsence, isPresent } from './presence.ts';
import { memberIn } from './session.ts';

export type Swap = Dto['SwapDto'];

export type AnswerableSwap = {
  readonly swap: Swap;
  /**
   * The member for whom the caller answers: a member without an account, a child or a guest. null means the caller
   * answers for themselves.
   */
  readonly inPlaceOf: Member | null;
};

/**
 * Returns the request with the member for whom the caller may answer it. undefined means the caller cannot
 * answer it. For members without an account, children and guests, other members answer.
 */
export function findAnswerable(household: HouseholdData, swap: Swap): AnswerableSwap | undefined {
  const mine = household.member(memberIn(household.id) ?? '');
  if (mine?.group !== 'ADULT' || swap.status !== 'OPEN') return undefined;
  const { memberIds } = swap.wanted;
  if (memberIds.includes(mine.id)) return { swap, inPlaceOf: null };
  const spokenFor = memberIds
    .flatMap((id) => household.member(id) ?? [])
    .find((member) => (!member.hasAccount || member.group !== 'ADULT') && speaksFor(household, member, mine));
  return spokenFor === undefined ? undefined : { swap, inPlaceOf: spokenFor };
}

/**
 * Returns true if the caller may answer for the member. The member's managers may, if they are adults, have an
 * account and are present. If no manager can answer, the owners may.
 */
function speaksFor({ members, today }: HouseholdData, { managerIds }: Member, mine: Member): boolean {
  const managers = members.value.filter(
    (member) =>
      managerIds.includes(member.id) &&
      member.hasAccount &&
      member.group === 'ADULT' &&
      isPresent(member, today.value) &&
      findAbsence(member, today.value) === undefined,
  );
  return managers.length > 0 ? managers.includes(mine) : mine.role === 'OWNER';
}

/**
 * Returns the swap requests, newest first. They are in three groups: those that the caller can answer, the
 * caller's own open requests, and the closed ones.
 */
export function useSwaps() {
  const household = useHousehold();
  const mine = memberIn(household.id);
  const all = [...household.replica.all('swaps').values()].sort((a, b) =>
    compareCodeUnits(b.createdAt, a.createdAt),
  );
  return {
    toAnswer: all.flatMap((swap) => findAnswerable(household, swap) ?? []),
    asked: all.filter(({ status, requestedBy }) => status === 'OPEN' && requestedBy === mine),
    answered: all.filter(({ status }) => status !== 'OPEN'),
  };
}

/** Asks another member to swap turns. */
export async function askToSwap(
  household: HouseholdData,
  occurrenceId: string,
  withOccurrenceId: string,
): Promise<void> {
  await value(
    api.POST('/v1/households/{householdId}/occurrences/{occurrenceId}/swap', {
      params: {
        path: { householdId: household.id, occurrenceId },
        header: { 'Idempotency-Key': newId() } as never,
      },
      body: { withOccurrenceId },
    }),
  );
  await household.catchUp();
}

export type SwapAnswer = 'accept' | 'decline' | 'withdraw';

export async function answerSwap(
  household: HouseholdData,
  swapId: string,
  answer: SwapAnswer,
): Promise<void> {
  const params = {
    path: { householdId: household.id, swapId },
    header: { 'Idempotency-Key': newId() } as never,
  };
  if (answer === 'withdraw') await ok(api.DELETE('/v1/households/{householdId}/swaps/{swapId}', { params }));
  else if (answer === 'accept')
    await ok(api.POST('/v1/households/{householdId}/swaps/{swapId}/accept', { params }));
  else await ok(api.POST('/v1/households/{householdId}/swaps/{swapId}/decline', { params }));
  await household.catchUp();
}
