import type { CivilDate } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';

/**
 * How the turns of a balanced rotation are drawn, that is, given to the members who are furthest below their
 * expected minutes. All turns of a week or month (`unit`) are drawn at once, `ahead` days before it begins.
 */
export type DrawRule = { readonly unit: 'week' | 'month'; readonly ahead: number };

/** A member's share of the work at the time of a draw. */
export type Load = {
  readonly memberId: MemberId;
  /**
   * The minutes that the member has done, minus the minutes that were expected. Negative if the member has
   * done less than expected.
   */
  readonly difference: number;
  /** How much is expected of the member compared with the others, from 0 to 100. */
  readonly weight: number;
  /** The number of turns assigned since `difference` was calculated. */
  readonly turns: number;
};

/**
 * A draw in the form that the rotation stores: the loads that it is based on, and the turns that it fixed.
 */
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

/** Empty inputs for a rotation that is only validated and needs no draw. */
export const NO_BALANCE_INPUTS: BalanceInputs = { loads: [], effortMinutes: 0 };

/**
 * Returns the state of a balanced rotation of these members before its first draw: no turn is given to anybody
 * for certain yet. A member without a load counts as having done exactly the expected minutes.
 */
export function emptyDraw({ loads, effortMinutes }: BalanceInputs, members: readonly MemberId[]): Draw {
  const loadOf = (memberId: MemberId) =>
    loads.find((one) => one.memberId === memberId) ?? { memberId, difference: 0, weight: 100, turns: 0 };
  return { loads: members.map(loadOf), effortMinutes, order: [], until: null, next: null };
}

/**
 * Safety limit: after this many turns of a draw, the loads are ignored and the members take turns in the order of
 * their ids.
 */
const LONGEST_DRAW = 1_000;

/**
 * Returns the next `count` turns and the loads after them. Each turn goes to the member who is furthest below
 * their expected minutes. If several members are equally far below, the one with the lowest id gets it.
 *
 * A turn adds its minutes to the member who does it, and raises the expected minutes of every member in
 * proportion to their weight. Drawing n and then m turns therefore gives the same result as drawing n + m
 * turns. The order of `loads` does not matter.
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
 * Returns the member whose turn is at `position` of a draw. With `ahead`, returns the member who would take over
 * instead: 1 means the other member with the lowest load. Returns null if there is no such member.
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

/**
 * Returns the first `count` turns of a draw: the fixed turns, followed by the turns that would be drawn next. No
 * turns beyond LONGEST_DRAW are drawn.
 */
export function orderOf({ loads, effortMinutes, order }: Draw, count: number): readonly MemberId[] {
  if (count <= order.length) return order.slice(0, count);
  const shown = drawNextTurns(loads, effortMinutes, Math.min(count, LONGEST_DRAW)).order;
  return [...order, ...shown.slice(order.length)];
}

/** Returns the loads of the remaining members after `count` turns, which a new draw can start with. */
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
 * Returns a comparison function that orders loads by minutes relative to what is expected, then by id. If the
 * differences are whole numbers, it calculates in whole numbers only.
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

/** If all weights are 0, the sum is 1 to avoid a division by zero. */
const sumWeights = (loads: readonly Load[]) => loads.reduce((sum, { weight }) => sum + weight, 0) || 1;
const sumTurns = (loads: readonly Load[]) => loads.reduce((sum, { turns }) => sum + turns, 0);
