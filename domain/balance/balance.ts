import type { DoneCell } from '../history/statistics.js';
import type { MemberId } from '../shared/ids.js';

/** The minutes of a task that does not say how long it takes, unless the household says otherwise. */
export const DEFAULT_EFFORT_MINUTES = 15;
/** How much of the work a member is expected to do, beside others of the same. */
export const FULL_WEIGHT = 100;

/** In minutes. */
export function effortOf(durationMinutes: number | null, defaultEffort: number): number {
  return durationMinutes ?? defaultEffort;
}

/** What is to do of the same people: tasks of several are shared equally. */
export type PlannedCell = {
  readonly memberIds: readonly MemberId[];
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
    all.map(({ memberId }) => [memberId, sumMinutes(ofDoer(done, memberId), defaultEffort)]),
  );
  const totalMinutes = sum(doneMinutes.values());
  const plannedMinutes = apportioned(
    all.map(({ memberId }) => [memberId, plannedOf(planned, memberId, defaultEffort)]),
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
        tookOver: count(ofDoer(done, memberId).filter((cell) => ownersOf(cell).size > 0)),
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

/** Whole minutes that add up to the rounded total: the largest fractions are rounded up, by id where they are alike. */
function apportioned(shares: readonly (readonly [MemberId, number])[]): ReadonlyMap<MemberId, number> {
  const fraction = (share: number) => share - Math.floor(share);
  const whole = new Map(shares.map(([id, share]) => [id, Math.floor(share)]));
  const left = Math.round(sum(shares.map(([, share]) => share))) - sum(whole.values());
  const first = shares.toSorted(
    ([one, share], [other, another]) =>
      // What differs only by the error of a division is alike.
      Number((fraction(another) - fraction(share)).toFixed(6)) || (one < other ? -1 : 1),
  );
  for (const [id] of first.slice(0, left)) whole.set(id, (whole.get(id) ?? 0) + 1);
  return whole;
}

/** Whose turn it was that somebody else did; empty: it was their own, or nobody's in particular. */
function ownersOf({ memberId, dueTo, givenBy }: DoneCell): ReadonlySet<MemberId> {
  return new Set([dueTo, givenBy].filter((people) => !people.includes(memberId)).flat());
}

function othersIn(done: readonly DoneCell[], members: readonly Expected[]): Expected[] {
  const known = new Set(members.map(({ memberId }) => memberId));
  const others = new Set(done.map(({ memberId }) => memberId).filter((id) => !known.has(id)));
  return [...others].sort().map((memberId) => ({ memberId, weight: 0, presentDays: 0 }));
}

function plannedOf(planned: readonly PlannedCell[], memberId: MemberId, defaultEffort: number): number {
  return sum(
    planned
      .filter(({ memberIds }) => memberIds.includes(memberId))
      .map((cell) => sumMinutes([cell], defaultEffort) / cell.memberIds.length),
  );
}

const ofDoer = (done: readonly DoneCell[], memberId: MemberId) =>
  done.filter((cell) => cell.memberId === memberId);

function sumMinutes(
  cells: readonly Pick<PlannedCell, 'minutes' | 'unmeasured'>[],
  defaultEffort: number,
): number {
  return sum(cells.map(({ minutes, unmeasured }) => minutes + unmeasured * defaultEffort));
}

const count = (cells: readonly DoneCell[]) => sum(cells.map(({ done }) => done));

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}
