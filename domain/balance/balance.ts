import type { DoneCell } from '../history/statistics.js';
import { apportioned } from '../shared/apportion.js';
import type { MemberId } from '../shared/ids.js';

/** The minutes of a task that does not say how long it takes, unless the household says otherwise. */
export const DEFAULT_EFFORT_MINUTES = 15;

/** In minutes. */
export function effortOf(durationMinutes: number | null, defaultEffort: number): number {
  return durationMinutes ?? defaultEffort;
}

/** Work of the same people, done or to do. */
export type PlannedCell = {
  readonly memberIds: readonly MemberId[];
  /** True if each of them does a part of their own, which takes the whole duration; false if they share it equally. */
  readonly isForEach: boolean;
  readonly minutes: number;
  /** How many tasks do not say how long they take. */
  readonly unmeasured: number;
};

/** Who could have done something, and is expected to by weight and days. */
export type Expected = {
  readonly memberId: MemberId;
  /** 0 to 100. */
  readonly weight: number;
  readonly presentDays: number;
};

export type MemberBalance = Expected & {
  readonly expectedMinutes: number;
  readonly doneMinutes: number;
  readonly plannedMinutes: number;
  /** Tasks that were others' turns, by the rule or by who was responsible, and which they did. */
  readonly tookOver: number;
  /** Tasks that were their turn and which others did. */
  readonly handedOver: number;
  /** Done minus expected; all together 0. */
  readonly difference: number;
};

export type Balance = { readonly totalMinutes: number; readonly members: readonly MemberBalance[] };

/**
 * Who did how much, beside what was to be expected by weight and presence. `members` are those who were there, in the
 * order in which they are shown; whoever did something and is not among them follows. Where nobody was expected to do
 * anything, what was done is as expected.
 */
export function balanceOf(
  done: readonly DoneCell[],
  planned: readonly PlannedCell[],
  members: readonly Expected[],
  defaultEffort: number,
): Balance {
  const all = [...members, ...othersIn(done, members)];
  const doneMinutes = apportioned(
    all.map(({ memberId }) => [memberId, shareOf(done.map(toShared), memberId, defaultEffort)]),
  );
  const totalMinutes = sum(doneMinutes.values());
  const plannedMinutes = apportioned(
    all.map(({ memberId }) => [memberId, shareOf(planned, memberId, defaultEffort)]),
  );
  const expectedMinutes = expectedOf(totalMinutes, all) ?? doneMinutes;
  return {
    totalMinutes,
    members: all.map((member) => {
      const { memberId } = member;
      const [own, expected] = [doneMinutes.get(memberId) ?? 0, expectedMinutes.get(memberId) ?? 0];
      return {
        ...member,
        expectedMinutes: expected,
        doneMinutes: own,
        plannedMinutes: plannedMinutes.get(memberId) ?? 0,
        tookOver: count(done.filter((cell) => cell.doers.includes(memberId) && ownersOf(cell).size > 0)),
        handedOver: count(done.filter((cell) => ownersOf(cell).has(memberId))),
        difference: own - expected,
      };
    }),
  };
}

/** The total by weight and days; null: nobody is expected to do anything. */
export function expectedOf(
  total: number,
  members: readonly Expected[],
): ReadonlyMap<MemberId, number> | null {
  const shares = members.map(
    ({ memberId, weight, presentDays }) => [memberId, weight * presentDays] as const,
  );
  const whole = sum(shares.map(([, share]) => share));
  return whole === 0 ? null : apportioned(shares.map(([id, share]) => [id, (total * share) / whole]));
}

/** Whose turn it was that others did; empty: one of them had it, or nobody in particular. */
function ownersOf({ doers, dueTo, givenBy }: DoneCell): ReadonlySet<MemberId> {
  return new Set([dueTo, givenBy].filter((people) => !people.some((id) => doers.includes(id))).flat());
}

function othersIn(done: readonly DoneCell[], members: readonly Expected[]): Expected[] {
  const known = new Set(members.map(({ memberId }) => memberId));
  const others = new Set(done.flatMap(({ doers }) => doers).filter((id) => !known.has(id)));
  return [...others].sort().map((memberId) => ({ memberId, weight: 0, presentDays: 0 }));
}

const toShared = ({ doers: memberIds, isForEach, minutes, unmeasured }: DoneCell): PlannedCell => ({
  ...{ memberIds, isForEach, minutes, unmeasured },
});

function shareOf(cells: readonly PlannedCell[], memberId: MemberId, defaultEffort: number): number {
  return sum(
    cells
      .filter(({ memberIds }) => memberIds.includes(memberId))
      .map((cell) => minutesOfEach(cell, defaultEffort)),
  );
}

function minutesOfEach(
  { memberIds, isForEach, minutes, unmeasured }: PlannedCell,
  defaultEffort: number,
): number {
  return (minutes + unmeasured * defaultEffort) / (isForEach ? 1 : memberIds.length);
}

const count = (cells: readonly DoneCell[]) => sum(cells.map(({ done }) => done));

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}
