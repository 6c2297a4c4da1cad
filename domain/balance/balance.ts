import type { DoneCell } from '../history/statistics.js';
import { apportioned, sum } from '../shared/apportion.js';
import type { MemberId } from '../shared/ids.js';

/** The default number of minutes for a task without a duration. A household can change it. */
export const DEFAULT_EFFORT_MINUTES = 15;

/** Returns the minutes with which a task counts in the balance. */
export function effortOf(durationMinutes: number | null, defaultEffort: number): number {
  return durationMinutes ?? defaultEffort;
}

/** Work that was done by, or is planned for, the same members. */
export type PlannedCell = {
  readonly memberIds: readonly MemberId[];
  /**
   * True if each member does the whole work and is credited its whole duration. False if the members share
   * the duration equally.
   */
  readonly isForEach: boolean;
  readonly minutes: number;
  /** The number of tasks without a duration. */
  readonly unmeasured: number;
};

/** A member who was expected to do a part of the work. Their weight and days determine how much. */
export type ExpectedShare = {
  readonly memberId: MemberId;
  /** How much is expected of the member, from 0 to 100. */
  readonly weight: number;
  readonly presentDays: number;
};

export type MemberBalance = ExpectedShare & {
  readonly expectedMinutes: number;
  readonly doneMinutes: number;
  readonly plannedMinutes: number;
  /** The number of tasks that this member did when it was the turn of others (see `ownersOf`). */
  readonly tookOver: number;
  /** The number of tasks that other members did when it was this member's turn. */
  readonly handedOver: number;
  /** The minutes done minus the minutes expected. The differences of all members add up to 0. */
  readonly difference: number;
};

export type Balance = { readonly totalMinutes: number; readonly members: readonly MemberBalance[] };

/**
 * Returns how much each member did compared with the minutes expected of them by weight and presence. If nothing was
 * expected of anybody, the expected minutes equal the minutes done.
 *
 * @param members the members who were present or still belong to the household, in the order in which they are shown;
 *   other members who did something are appended
 */
export function balanceOf(
  done: readonly DoneCell[],
  planned: readonly PlannedCell[],
  members: readonly ExpectedShare[],
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

/**
 * Divides the total minutes among the members by weight times days. Returns null if that product is 0 for every
 * member.
 */
export function expectedOf(
  total: number,
  members: readonly ExpectedShare[],
): ReadonlyMap<MemberId, number> | null {
  const shares = members.map(
    ({ memberId, weight, presentDays }) => [memberId, weight * presentDays] as const,
  );
  const whole = sum(shares.map(([, share]) => share));
  return whole === 0 ? null : apportioned(shares.map(([id, share]) => [id, (total * share) / whole]));
}

/**
 * Returns the members whose turn other members did: the assignees, unless one of them did the work, and the members
 * whose turn was given away to the assignees, unless one of them did the work.
 */
function ownersOf({ doers, dueTo, givenBy }: DoneCell): ReadonlySet<MemberId> {
  return new Set([dueTo, givenBy].filter((people) => !people.some((id) => doers.includes(id))).flat());
}

function othersIn(done: readonly DoneCell[], members: readonly ExpectedShare[]): ExpectedShare[] {
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
