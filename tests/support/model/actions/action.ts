import type { MemberCaller } from '../../../../application/shared/caller.js';
import type { Member } from '../../../../domain/households/household.js';
import type { CivilDate } from '../../../../domain/shared/civil-date.js';
import type { MemberId } from '../../../../domain/shared/ids.js';
import { civilMomentAt } from '../../../../domain/shared/zone.js';
import type { Occurrence } from '../../../../domain/tasks/occurrence.js';
import { ALL, EVERYTHING } from '../../application/home.js';
import type { Village } from '../village.js';

/** Random choices as whole numbers. Each action uses as many as it needs. */
export type Draw = {
  readonly who: number;
  readonly whom: number;
  readonly which: number;
  readonly other: number;
  readonly how: number;
};

/** The result of a step. `NOTHING` means that there was nothing to act on. */
export type Action = (village: Village, draw: Draw) => Promise<unknown>;

export const NOTHING = 'nothing to do';

export const choose = <T>(choices: readonly [T, ...T[]], number: number): T =>
  choices[number % choices.length] ?? choices[0];

/** One of them, if there is any. */
export const pick = <T>(all: readonly T[], number: number): T | undefined =>
  all[number % Math.max(all.length, 1)];

export const TITLES: readonly [string, ...string[]] = [
  'Bins',
  'Dishes',
  'Water the plants',
  'Call the landlord',
];

export const today = ({ household }: MemberCaller, { app }: Village): CivilDate =>
  civilMomentAt(household.timeZone, app.clock.now()).date;

/** Something that the actor sees in their list, if anything is there. */
export async function seen(
  { useCases }: Village,
  caller: MemberCaller,
  which: number,
): Promise<Occurrence | undefined> {
  return pick((await useCases.listOccurrences(caller, EVERYTHING, ALL)).rows, which);
}

/** Somebody who is here without an account, if anybody is. */
export async function looked(village: Village, which: number): Promise<Member | undefined> {
  return pick(
    (await membersOf(village)).filter(({ isProxy }) => isProxy),
    which,
  );
}

/** Somebody who is here: one of the people, or who has no account. */
export async function somebody(village: Village, draw: Draw): Promise<MemberId> {
  const proxy = draw.other % 3 === 0 ? await looked(village, draw.which) : undefined;
  return proxy?.id ?? village.person(draw.whom).memberId;
}

export const membersOf = ({ app, householdId }: Village): Promise<readonly Member[]> =>
  app.storage.readers.households.members(householdId);

/** Acts on something that the actor sees. */
export const on =
  (
    act: (village: Village, caller: MemberCaller, target: Occurrence, draw: Draw) => Promise<unknown>,
  ): Action =>
  async (village, draw) => {
    const caller = await village.member(draw.who);
    const target = await seen(village, caller, draw.which);
    return target === undefined ? NOTHING : act(village, caller, target, draw);
  };

/** Acts as a member. */
export const as =
  (act: (village: Village, caller: MemberCaller, draw: Draw) => Promise<unknown>): Action =>
  async (village, draw) =>
    act(village, await village.member(draw.who), draw);
