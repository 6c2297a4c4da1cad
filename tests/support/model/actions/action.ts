import type { MemberCaller } from '../../../../application/shared/caller.js';
import type { Member } from '../../../../domain/households/household.js';
import type { CivilDate } from '../../../../domain/shared/civil-date.js';
import type { MemberId } from '../../../../domain/shared/ids.js';
import { civilMomentAt } from '../../../../domain/shared/zone.js';
import type { Occurrence } from '../../../../domain/tasks/occurrence.js';
import { ALL, EVERYTHING } from '../../application/home.js';
import type { Village } from '../village.js';

/** Random numbers for the choices of an action. Each action uses as many of them as it needs. */
export type Draw = {
  readonly who: number;
  readonly whom: number;
  readonly which: number;
  readonly other: number;
  readonly how: number;
};

/** An action returns its result, or `NOTHING` if there was nothing to act on. */
export type Action = (village: Village, draw: Draw) => Promise<unknown>;

export const NOTHING = 'nothing to do';

export const choose = <T>(choices: readonly [T, ...T[]], number: number): T =>
  choices[number % choices.length] ?? choices[0];

/** Returns one of the elements, or undefined if there are none. */
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

/** Returns an occurrence in the list of the actor, or undefined if the list is empty. */
export async function seen(
  { useCases }: Village,
  caller: MemberCaller,
  which: number,
): Promise<Occurrence | undefined> {
  return pick((await useCases.listOccurrences(caller, EVERYTHING, ALL)).rows, which);
}

/** Returns a member without an account, or undefined if there is none. */
export async function looked(village: Village, which: number): Promise<Member | undefined> {
  return pick(
    (await membersOf(village)).filter(({ isProxy }) => isProxy),
    which,
  );
}

/** Returns a random member, with or without an account. */
export async function somebody(village: Village, draw: Draw): Promise<MemberId> {
  const proxy = draw.other % 3 === 0 ? await looked(village, draw.which) : undefined;
  return proxy?.id ?? village.person(draw.whom).memberId;
}

export const membersOf = ({ app, householdId }: Village): Promise<readonly Member[]> =>
  app.storage.readers.households.members(householdId);

/** Returns an action on an occurrence that the actor sees. */
export const on =
  (
    act: (village: Village, caller: MemberCaller, target: Occurrence, draw: Draw) => Promise<unknown>,
  ): Action =>
  async (village, draw) => {
    const caller = await village.member(draw.who);
    const target = await seen(village, caller, draw.which);
    return target === undefined ? NOTHING : act(village, caller, target, draw);
  };

/** Returns an action of a member. */
export const as =
  (act: (village: Village, caller: MemberCaller, draw: Draw) => Promise<unknown>): Action =>
  async (village, draw) =>
    act(village, await village.member(draw.who), draw);
