import type { CivilDate } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';

/** How a balanced rotation is drawn: a whole week or month of the household at once, so many days before it begins. */
export type DrawRule = { readonly unit: 'week' | 'month'; readonly ahead: number };

/** What a member has done and is about to do, beside what is expected of them, when turns are drawn. */
export type Load = {
  readonly memberId: MemberId;
  /** Minutes, more than expected above zero. */
  readonly difference: number;
  /** How much of the work is theirs, beside that of the others: 0 to 100. */
  readonly weight: number;
  /** How many turns they were given since the difference was taken. */
  readonly turns: number;
};

/** A draw as the rule records it: what it came from, and whose the turns are that stand. */
export type Drawn = {
  readonly loads: readonly Load[];
  /** Of one turn. */
  readonly effortMinutes: number;
  /** The turns that stand, in order; what comes after them is {@link drawTurns} of the same loads, and provisional. */
  readonly order: readonly MemberId[];
  /** The last day of those turns, and the day of the next draw; null while nothing is drawn. */
  readonly until: CivilDate | null;
  readonly next: CivilDate | null;
};

/** What a draw is made from: the members' loads, and the minutes of what does not say how long it takes. */
export type DrawGround = { readonly loads: readonly Load[]; readonly effortMinutes: number };

/** For what is only to be checked: nobody has done anything. */
export const NOTHING_DONE: DrawGround = { loads: [], effortMinutes: 0 };

/** The loads of these members, with nothing drawn from them yet; whoever is not known has done what is expected. */
export function undrawn({ loads, effortMinutes }: DrawGround, members: readonly MemberId[]): Drawn {
  const loadOf = (memberId: MemberId) =>
    loads.find((one) => one.memberId === memberId) ?? { memberId, difference: 0, weight: 100, turns: 0 };
  return { loads: members.map(loadOf), effortMinutes, order: [], until: null, next: null };
}

/** Nobody plans so far ahead: from there on the members follow each other. */
const LONGEST_DRAW = 1_000;

/**
 * The next turns: each goes to whoever is furthest below what is expected of them, or by id where several are. A turn
 * adds its minutes to theirs, and raises what is expected of all by their weight; so that drawing n and then m turns is
 * drawing n + m. The order of the loads does not matter.
 */
export function drawTurns(
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

/** Whose turn comes at that position of a draw, and who would follow them: `ahead` counts the others by their load. */
export function drawnAt(drawn: Drawn, position: number, ahead = 0): MemberId | null {
  const at = Math.max(0, position);
  const members = drawn.loads.map(({ memberId }) => memberId).sort();
  if (at >= LONGEST_DRAW) return members[(at + ahead) % members.length] ?? null;
  const due = drawn.order[at] ?? orderOf(drawn, at + 1)[at] ?? null;
  if (ahead === 0) return due;
  const { loads } = drawTurns(drawn.loads, drawn.effortMinutes, at);
  const compare = comparisonOf(loads, drawn.effortMinutes);
  const others = loads.filter(({ memberId }) => memberId !== due);
  return others.toSorted((one, other) => compare(one, other, at))[ahead - 1]?.memberId ?? null;
}

/** So many turns from the first on: those that stand, and those that would follow. */
export function orderOf({ loads, effortMinutes, order }: Drawn, count: number): readonly MemberId[] {
  if (count <= order.length) return order.slice(0, count);
  const shown = drawTurns(loads, effortMinutes, Math.min(count, LONGEST_DRAW)).order;
  return [...order, ...shown.slice(order.length)];
}

/** The loads after so many of its turns, of these members, as differences of a new draw. */
export function loadsAfter(drawn: Drawn, count: number, staying: readonly MemberId[]): readonly Load[] {
  const { effortMinutes } = drawn;
  const { loads } = drawTurns(drawn.loads, effortMinutes, Math.min(Math.max(0, count), LONGEST_DRAW));
  const [total, given] = [sumWeights(loads), sumTurns(loads)];
  return loads
    .filter(({ memberId }) => staying.includes(memberId))
    .map((load) => ({
      ...load,
      difference: scaled(load, { total, effortMinutes, given }) / total,
      turns: 0,
    }));
}

/** By minutes beside what is expected, in whole numbers where the differences are, and then by id. */
function comparisonOf(loads: readonly Load[], effortMinutes: number) {
  const total = sumWeights(loads);
  return (one: Load, other: Load, given: number): number =>
    scaled(one, { total, effortMinutes, given }) - scaled(other, { total, effortMinutes, given }) ||
    (one.memberId < other.memberId ? -1 : 1);
}

/** The minutes beside what is expected, times the total of the weights. */
function scaled(
  { difference, weight, turns }: Load,
  { total, effortMinutes, given }: { total: number; effortMinutes: number; given: number },
): number {
  return (difference + effortMinutes * turns) * total - effortMinutes * given * weight;
}

/** Where nobody is expected to do anything, nothing is raised. */
const sumWeights = (loads: readonly Load[]) => loads.reduce((sum, { weight }) => sum + weight, 0) || 1;
const sumTurns = (loads: readonly Load[]) => loads.reduce((sum, { turns }) => sum + turns, 0);
