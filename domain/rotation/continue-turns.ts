import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import { samePeople } from './away.js';
import { unitsBetween } from './calendar-units.js';
import { drawNextTurns, loadsAfter } from './draw.js';
import { type Balanced, namedMembers, type Rotation } from './rotation.js';
import { modulo } from '../shared/modulo.js';
import { responsible, slotAt, slotNumber, slotsAhead, type Turns } from './responsible.js';
import { positionIn, segmentAt, withPhase, type Segment } from './segment.js';
import { orderBeginningWith } from './shuffle.js';

/**
 * The next open occurrence: its index, the date that the old rule gave it (`dueDate`), and its current date
 * (`date`).
 */
export type NextOccurrence = {
  readonly index: number;
  readonly dueDate: CivilDate;
  readonly date: CivilDate;
};

/**
 * Returns the segments after the rotation or the dates of a series have changed. The rotation changes if somebody
 * joins or leaves, or if its order is edited. Earlier segments stay, and a new segment starts at `next`.
 *
 * - The member who was due next stays due. They continue a turn that they had already begun, unless the unit or the
 *   length of turns changes.
 * - If that member is no longer in the rotation, their successor is due and begins a new turn.
 * - A fixed rotation and a roster name their members directly. A roster of as many weeks as before continues with the
 *   current week.
 * - A balanced rotation continues with the minutes of its last draw.
 */
export function continueTurns(
  segments: readonly Segment[],
  next: NextOccurrence,
  rotation: Rotation,
  firstDayOfWeek: Weekday,
): readonly Segment[] {
  const current = segmentAt(segments, next.index);
  const earlier = segments.filter((segment) => segment.fromIndex < next.index);
  if (current === null) return startTurns(segments, next, rotation);
  switch (rotation.kind) {
    case 'fixed':
      return startTurns(segments, next, rotation);
    case 'roster': {
      const goesOn =
        current.rotation.kind === 'roster' && current.rotation.weeks.length === rotation.weeks.length;
      const anchorDate = goesOn ? current.anchorDate : next.date;
      return [...earlier, { fromIndex: next.index, anchorDate, rotation }];
    }
    case 'turns':
      return [...earlier, turnsFrom(current, next, rotation, firstDayOfWeek)];
    case 'shuffle': {
      const first = dueInShuffle(segments, current, next, rotation.order, firstDayOfWeek);
      const order =
        first === null ? rotation.order : orderBeginningWith(rotation.order, rotation.seed, first);
      return [...earlier, { fromIndex: next.index, anchorDate: next.date, rotation: { ...rotation, order } }];
    }
    case 'balanced':
      return startTurns(segments, next, goingOn(current, next.index, rotation));
  }
}

/**
 * Continues a balanced rotation after its members or dates have changed, without reading new balance inputs. A
 * rotation without a draw is returned unchanged, and so is one that follows another kind of rotation. The remaining
 * members keep the minutes that the last draw has counted for them so far. As many turns as were still fixed are
 * drawn again from these minutes.
 */
function goingOn(current: Segment, index: number, rotation: Balanced): Balanced {
  const old = current.rotation;
  if (old.kind !== 'balanced' || rotation.drawn.next === null) return rotation;
  const position = positionIn(current, index);
  const loads = loadsAfter(old.drawn, position, rotation.members);
  const { order } = drawNextTurns(loads, old.drawn.effortMinutes, old.drawn.order.length - position);
  return { ...rotation, drawn: { ...old.drawn, loads, order } };
}

/**
 * Starts `rotation` at the occurrence `next` without adjusting it to the former rotation: its own order decides who
 * is due there, even if another member was due. Earlier segments (the rotations that applied before) stay.
 */
export function startTurns(
  segments: readonly Segment[],
  next: NextOccurrence,
  rotation: Rotation,
): readonly Segment[] {
  const earlier = segments.filter((segment) => segment.fromIndex < next.index);
  return [...earlier, { fromIndex: next.index, anchorDate: next.date, rotation }];
}

function turnsFrom(
  current: Segment,
  next: NextOccurrence,
  rotation: Turns,
  firstDayOfWeek: Weekday,
): Segment {
  const fresh = { fromIndex: next.index, anchorDate: next.date, rotation };
  const due = dueSlot(current, next, namedMembers(rotation), firstDayOfWeek);
  if (due === null) return fresh;
  const slot = matchingSlot(rotation.order, due);
  const old = current.rotation;
  const goesOn =
    due.ahead === 0 && old.kind === 'turns' && old.unit === rotation.unit && old.length === rotation.length;
  if (rotation.unit === 'occurrence') {
    const phase = goesOn ? positionIn(current, next.index) % rotation.length : 0;
    return withPhase({ ...fresh, rotation: { ...rotation, offset: slot } }, phase);
  }
  const anchorDate = goesOn ? current.anchorDate : next.date;
  const passed = Math.floor(
    unitsBetween(rotation.unit, anchorDate, next.date, firstDayOfWeek) / rotation.length,
  );
  const offset = modulo(slot - passed, rotation.order.length);
  return { ...fresh, anchorDate, rotation: { ...rotation, offset } };
}

type DueSlot = { readonly members: readonly MemberId[]; readonly ahead: number; readonly rank: number };

/**
 * Returns the first slot that contains a remaining member, starting with the slot that is due, or null if there is
 * none. `rank` is the position among equal slots, such as 1 for the second A of "A, A, B".
 */
function dueSlot(
  current: Segment,
  { index, dueDate }: NextOccurrence,
  staying: ReadonlySet<MemberId>,
  firstDayOfWeek: Weekday,
): DueSlot | null {
  const who = (slot: readonly MemberId[]) => slot.filter((member) => staying.has(member));
  const steps = slotsAhead(current.rotation);
  for (let ahead = 0; ahead < steps; ahead += 1) {
    const members = who(slotAt(current, index, dueDate, firstDayOfWeek, ahead));
    if (members.length === 0) continue;
    if (current.rotation.kind !== 'turns') return { members, ahead, rank: 0 };
    const place = slotNumber(current.rotation, current, index, dueDate, firstDayOfWeek, ahead);
    const before = current.rotation.order.slice(0, place);
    return { members, ahead, rank: before.filter((slot) => samePeople(who(slot), members)).length };
  }
  return null;
}

function matchingSlot(order: readonly (readonly MemberId[])[], { members, rank }: DueSlot): number {
  const equal = [...order.keys()].filter((place) => samePeople(order[place] ?? [], members));
  const similar = order.findIndex((slot) => slot.some((member) => members.includes(member)));
  return equal[rank] ?? equal.at(-1) ?? Math.max(similar, 0);
}

/**
 * Returns the member who is due in a shuffle. If the due member has left, the successor is due. A successor who has
 * just had a turn is skipped if there is another one, so that nobody has two turns in a row. Returns null if no
 * member remains.
 */
function dueInShuffle(
  segments: readonly Segment[],
  current: Segment,
  next: NextOccurrence,
  order: readonly MemberId[],
  firstDayOfWeek: Weekday,
): MemberId | null {
  const before = responsible(segments, next.index - 1, next.dueDate, firstDayOfWeek);
  let fallback: MemberId | null = null;
  for (let ahead = 0; ahead < slotsAhead(current.rotation); ahead += 1) {
    const slot = slotAt(current, next.index, next.dueDate, firstDayOfWeek, ahead);
    const member = slot.find((id) => order.includes(id));
    if (member === undefined) continue;
    if (ahead === 0 || !before.includes(member)) return member;
    fallback ??= member;
  }
  return fallback;
}
