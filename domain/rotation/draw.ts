import type { CivilDate } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';

/**
 * How a balanced rotation is drawn: the turns of a whole week or month at once, this many days before it
 * begins.
 */
export type DrawRule = { readonly unit: 'week' | 'month'; readonly ahead: number };

/** A member's share of the work at the time of a draw. */
export type Load = {
  readonly memberId: MemberId;
  /** Minutes done beyond the expected ones; negative if the member has done less. */
  readonly difference: number;
  /** The member's weight compared with the others, 0 to 100. */
  readonly weight: number;
  /** The number of turns assigned since `difference` was calculated. */
  readonly turns: number;
};

/** A draw as the rotation stores it: the balance it was made from, and the turns that it fixed. */
export type Draw = {
  readonly loads: readonly Load[];
  /** The minutes of one turn. */
  readonly effortMinutes: number;
  /**
   * The fixed turns, in order. Later turns come from {@link drawNextTurns} with the same loads and are
   * provisional.
   */
  readonly order: readonly MemberId[];
  /**
   * `until` is the last day of the fixed turns, and `next` the day of the next draw. Both are null before the
   * first draw.
   */
  readonly until: CivilDate | null;
  readonly next: CivilDate | null;
};

/** The inputs of a draw: the members' loads, and the minutes assumed for tasks without a duration. */
export type BalanceInputs = { readonly loads: readonly Load[]; readonly effortMinutes: number };

/** Empty inputs, for rotations that are only validated. */
export const NO_BALANCE_INPUTS: BalanceInputs = { loads: [], effortMinutes: 0 };

/**
 * Returns a draw without any turns for these members. A member without a load counts as having done exactly
 * what is expected.
 */
export function emptyDraw({ loads, effortMinutes }: BalanceInputs, members: readonly MemberId[]): Draw {
  const loadOf = (memberId: MemberId) =>
    loads.find((one) => one.memberId === memberId) ?? { memberId, difference: 0, weight: 100, turns: 0 };
  return { loads: members.map(loadOf), effortMinutes, order: [], until: null, next: null };
}

/** Safety limit: from this many turns on, the members simply follow each other in the order of their ids. */
const LONGEST_DRAW = 1_000;

/**
 * Returns the next `count` turns and the loads after them. Each turn goes to the member who is furthest below
 * what is expected of them; ties go by id.
 *
 * A turn adds its minutes to the member who does it, and raises what is expected of everybody in proportion
 * to their weight. Drawing n and then m turns therefore gives the same result as drawing n + m. The order of
 * `loads` does not matter.
 */
export function drawNextTurns(
  loads: readonly Load[],
  effortMinutes: number,
  count: number,
): { readonly order: readonly MemberId[]; readonly loads: readonly Load[] } {
  const order: MemberId[] = [];
  const now = loads.map((load) => ({ ...load }));
  const before = comparisonOf(loads, effortMinutes);
  let drawn = sumTurns(now);
  for (; order.length < count; drawn += 1) {
    const least = now.reduce<(typeof now)[number] | null>(
      (one, other) => (one === null || before(other, one, drawn) < 0 ? other : one),
      null,
    );
    if (least === null) break;
    least.turns += 1;
    order.push(least.memberId);
  }
  return { order, loads: now };
}

/**
 * Returns the member whose turn is at `position` of a draw, or with `ahead` the one who would follow: 1 is
 * the other member with the lowest load.
 */
export function drawnMemberAt(drawn: Draw, position: number, ahead = 0): MemberId | null {
  const at = Math.max(0, position);
  const members = drawn.loads.map(({ memberId }) => memberId).sort();
  if (at >= LONGEST_DRAW) return members[(at + ahead) % members.length] ?? null;
  const due = drawn.order[at] ?? orderOf(drawn, at + 1)[at] ?? null;
  if (ahead === 0) return due;
  const { loads } = drawNextTurns(drawn.loads, drawn.effortMinutes, at);
  const compare = comparisonOf(loads, drawn.effortMinutes);
  const others = loads.filter(({ memberId }) => memberId !== due);
  return others.toSorted((one, other) => compare(one, other, at))[ahead - 1]?.memberId ?? null;
}

/** Returns the first `count` turns: the fixed ones, followed by those that would come next. */
export function orderOf({ loads, effortMinutes, order }: Draw, count: number): readonly MemberId[] {
  if (count <= order.length) return order.slice(0, count);
  const shown = drawNextTurns(loads, effortMinutes, Math.min(count, LONGEST_DRAW)).order;
  return [...order, ...shown.slice(order.length)];
}

/**
 * Returns the loads of the remaining members after `count` turns, as the starting differences of a new draw.
 */
export function loadsAfter(drawn: Draw, count: number, staying: readonly MemberId[]): readonly Load[] {
  const { effortMinutes } = drawn;
  const { loads } = drawNextTurns(drawn.loads, effortMinutes, Math.min(Math.max(0, count), LONGEST_DRAW));
  const [total, given] = [sumWeights(loads), sumTurns(loads)];
  return loads
    .filter(({ memberId }) => staying.includes(memberId))
    .map((load) => ({
      ...load,
      difference: scaled(load, { total, effortMinutes, given }) / total,
      turns: 0,
    }));
}

/**
 * Compares by minutes relative to what is expected, then by id. The calculation stays in whole numbers if the
 * differences are whole.
 */
function comparisonOf(loads: readonly Load[], effortMinutes: number) {
  const total = sumWeights(loads);
  return (one: Load, other: Load, given: number): number =>
    scaled(one, { total, effortMinutes, given }) - scaled(other, { total, effortMinutes, given }) ||
    (one.memberId < other.memberId ? -1 : 1);
}

/**
 * Returns the minutes relative to what is expected, multiplied by the total of the weights to avoid
 * fractions.
 */
function scaled(
  { difference, weight, turns }: Load,
  { total, effortMinutes, given }: { total: number; effortMinutes: number; given: number },
): number {
  return (difference + effortMinutes * turns) * total - effortMinutes * given * weight;
}

/** If all weights are 0, nothing is expected of anybody and the total counts as 1. */
const sumWeights = (loads: readonly Load[]) => loads.reduce((sum, { weight }) => sum + weight, 0) || 1;
const sumTurns = (loads: readonly Load[]) => loads.reduce((sum, { turns }) => sum + turns, 0);
