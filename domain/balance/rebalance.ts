import { apportioned } from '../shared/apportion.js';
import type { CivilDate } from '../shared/civil-date.js';
import type { MemberId, OccurrenceId } from '../shared/ids.js';

/** A turn that may go to somebody else. */
export type MovableTurn = {
  readonly id: OccurrenceId;
  readonly date: CivilDate;
  readonly minutes: number;
  readonly holder: MemberId;
  /** Who is in its rotation, and here on that day. */
  readonly candidates: readonly MemberId[];
};

/** Minutes planned minus expected, by member. */
export type Loads = ReadonlyMap<MemberId, number>;

/**
 * Who is to do which of the turns, where that is somebody else than now: in order of date each goes to the candidate
 * with the least load; where several have it, to the holder or else by id. Nothing where that would raise the largest
 * difference, or make them no more even; so that done again it changes nothing.
 * @param loads with the turns where they are
 */
export function planRebalance(
  turns: readonly MovableTurn[],
  loads: Loads,
): ReadonlyMap<OccurrenceId, MemberId> {
  // In whole minutes: what three do together would else decide between equals by the error of its division.
  const before = apportioned([...loads]);
  const planned = new Map(before);
  const add = (member: MemberId, minutes: number) =>
    planned.set(member, (planned.get(member) ?? 0) + minutes);
  for (const { holder, minutes } of turns) add(holder, -minutes);
  const given = new Map<OccurrenceId, MemberId>();
  const inOrder = turns.toSorted((one, other) => compare(one.date, other.date) || compare(one.id, other.id));
  for (const turn of inOrder) {
    const taker = leastLoaded(turn, planned);
    add(taker, turn.minutes);
    if (taker !== turn.holder) given.set(turn.id, taker);
  }
  const isBetter = largest(planned) <= largest(before) && unevenness(planned) < unevenness(before);
  return isBetter ? given : new Map();
}

function leastLoaded({ candidates, holder }: MovableTurn, loads: Loads): MemberId {
  const load = (member: MemberId) => loads.get(member) ?? 0;
  const [first = holder] = candidates.toSorted(
    (one, other) =>
      load(one) - load(other) || Number(other === holder) - Number(one === holder) || compare(one, other),
  );
  return first;
}

const largest = (loads: Loads) => Math.max(0, ...[...loads.values()].map(Math.abs));
const unevenness = (loads: Loads) => [...loads.values()].reduce((sum, load) => sum + load ** 2, 0);

function compare<T extends string>(one: T, other: T): number {
  return one < other ? -1 : Number(one > other);
}
