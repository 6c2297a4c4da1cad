import { equalExceptDraws, type Segment } from '../rotation/segment.js';
import { sameJson } from '../shared/json.js';
import type { Tick } from '../tasks/occurrence.js';
import type { FieldInverse } from './inverse.js';

/** The result for a field that somebody has changed since in a way that prevents the undo. */
export const BLOCKED = Symbol('blocked');

/**
 * Returns the value of a field after an operation on it is undone. This is the former value if the field still has
 * the value that the operation gave it. Excluded dates, checklist items and ticks are compared one by one, so that
 * changes of other entries do not prevent the undo. New draws of a balanced rotation do not prevent it either, and
 * `isException` keeps its current value. Returns BLOCKED in all other cases.
 */
export function undoneField(field: string, { before, after }: FieldInverse, now: unknown): unknown {
  if (sameJson(now, after)) return before;
  // `isException` keeps its current value here. After the undo, it is computed from the other fields, see
  // `own-content.ts`.
  if (field === 'isException') return now;
  if (field === 'segments') return segmentsTakenBack(before as Segments, after as Segments, now as Segments);
  if (field === 'excludedDates') return datesTakenBack(before as Dates, after as Dates, now as Dates);
  if (field === 'checklist' && isItems(before) && isItems(after) && isItems(now))
    return itemsTakenBack(before, after, now);
  if (field === 'doneBy') return byMember(itemsTakenBack(toItems(before), toItems(after), toItems(now)));
  return BLOCKED;
}

type Segments = readonly Segment[];

/**
 * Returns the segments after the undo. A draw that a balanced rotation has made since the operation does not count as
 * an edit. It is discarded if the undo changes the rotation, otherwise kept.
 */
function segmentsTakenBack(before: Segments, after: Segments, now: Segments): Segments | typeof BLOCKED {
  if (!equalExceptDraws(now, after)) return BLOCKED;
  return equalExceptDraws(before, after) ? now : before;
}

type Dates = readonly string[];

function datesTakenBack(before: Dates, after: Dates, now: Dates): Dates {
  const added = after.filter((date) => !before.includes(date));
  const removed = before.filter((date) => !after.includes(date));
  const others = now.filter((date) => !added.includes(date));
  return [...new Set([...others, ...removed])].sort();
}

type TickItem = Tick & Item;
const toItems = (ticks: unknown): readonly TickItem[] =>
  (ticks as readonly Tick[]).map((tick) => ({ ...tick, id: tick.memberId }));

/**
 * Converts items back to ticks. {@link toItems} gives each tick the id of its member, so that the tick of one member
 * is undone without the ticks of others.
 */
function byMember(items: readonly Item[] | typeof BLOCKED): readonly Tick[] | typeof BLOCKED {
  return items === BLOCKED
    ? BLOCKED
    : (items as readonly TickItem[]).map(({ memberId, at }) => ({ memberId, at }));
}

type Item = { readonly id: string };

function isItems(value: unknown): value is readonly Item[] {
  return (
    Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null && 'id' in item)
  );
}

function itemsTakenBack(
  before: readonly Item[],
  after: readonly Item[],
  now: readonly Item[],
): readonly Item[] | typeof BLOCKED {
  const byId = (items: readonly Item[]) => new Map(items.map((item) => [item.id, item]));
  const [was, made, is] = [byId(before), byId(after), byId(now)];
  const touched = [...new Set([...was.keys(), ...made.keys()])].filter(
    (id) => !sameJson(was.get(id), made.get(id)),
  );
  if (touched.some((id) => !sameJson(is.get(id), made.get(id)))) return BLOCKED;
  const kept = now.flatMap((item) => (touched.includes(item.id) ? (was.get(item.id) ?? []) : [item]));
  const back = before.filter((item) => !is.has(item.id) && touched.includes(item.id));
  return [...kept, ...back];
}
