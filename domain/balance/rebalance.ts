import { apportioned } from '../shared/apportion.js';
import type { CivilDate } from '../shared/civil-date.js';
import type { MemberId, OccurrenceId } from '../shared/ids.js';

/** A turn that may be given to somebody else. */
export type MovableTurn = {
  readonly id: OccurrenceId;
  readonly date: CivilDate;
  readonly minutes: number;
  readonly holder: MemberId;
  /** The members of the rotation who are present on that day. */
  readonly candidates: readonly MemberId[];
};

/** The planned minutes of each member, minus their expected minutes. */
export type Loads = ReadonlyMap<MemberId, number>;

/**
 * Returns the new assignee of each turn that another member should take. In order of date, each turn goes to the
 * candidate with the lowest load. If several have the same load, the current assignee keeps the turn if they are one
 * of them, otherwise the lowest id gets it. A turn without candidates stays with its assignee.
 *
 * Returns no changes if they would increase the largest load (positive or negative), or would not reduce the sum of
 * the squared loads. Planning the same turns a second time changes nothing.
 *
 * @param loads the loads including the turns of their current assignees
 */
export function planRebalance(
  turns: readonly MovableTurn[],
  loads: Loads,
): ReadonlyMap<OccurrenceId, MemberId> {
  // Compares whole minutes, so that rounding errors of shared tasks do not matter if loads are equal.
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
