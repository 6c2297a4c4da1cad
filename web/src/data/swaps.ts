import { api, newId, ok, value, type Dto } from '../api/client.ts';
import { useHousehold, type HouseholdData, type Member } from './household.ts';
import { compareCodeUnits } from './order.ts';
import { findAbsence, isHere } from './presence.ts';
import { memberIn } from './session.ts';

export type Swap = Dto['SwapDto'];

export type Asked = {
  readonly swap: Swap;
  /** In whose place one answers: of somebody without an account, a child or a guest; null: of oneself. */
  readonly inPlaceOf: Member | null;
};

/**
 * In whose place a request is answered here; undefined: it is not for whoever looks to answer. Of somebody without an account, a child
 * or a guest others answer.
 */
export function answerer(household: HouseholdData, swap: Swap): Asked | undefined {
  const mine = household.member(memberIn(household.id) ?? '');
  if (mine?.group !== 'ADULT' || swap.status !== 'OPEN') return undefined;
  const { memberIds } = swap.wanted;
  if (memberIds.includes(mine.id)) return { swap, inPlaceOf: null };
  const spokenFor = memberIds
    .flatMap((id) => household.member(id) ?? [])
    .find((member) => (!member.hasAccount || member.group !== 'ADULT') && speaksFor(household, member, mine));
  return spokenFor === undefined ? undefined : { swap, inPlaceOf: spokenFor };
}

/** The grown up who look after them and are here, or else the owners. */
function speaksFor({ members, today }: HouseholdData, { managerIds }: Member, mine: Member): boolean {
  const managers = members.value.filter(
    (member) =>
      managerIds.includes(member.id) &&
      member.hasAccount &&
      member.group === 'ADULT' &&
      isHere(member, today.value) &&
      findAbsence(member, today.value) === undefined,
  );
  return managers.length > 0 ? managers.includes(mine) : mine.role === 'OWNER';
}

/** The requests to swap turns: those that wait for an answer here, one's own, and those that were answered, latest first. */
export function useSwaps() {
  const household = useHousehold();
  const mine = memberIn(household.id);
  const all = [...household.replica.all('swaps').values()].sort((a, b) =>
    compareCodeUnits(b.createdAt, a.createdAt),
  );
  return {
    toAnswer: all.flatMap((swap) => answerer(household, swap) ?? []),
    asked: all.filter(({ status, requestedBy }) => status === 'OPEN' && requestedBy === mine),
    answered: all.filter(({ status }) => status !== 'OPEN'),
  };
}

/** Asks the other member to swap turns. */
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
