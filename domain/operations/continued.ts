import {
  type FieldInverse,
  type Inverse,
  type RowInverse,
  MAX_UNDO_LETTERS,
  MAX_UNDO_ROWS,
  packedText,
} from './inverse.js';
import {
  added,
  type CountsOf,
  type Operation,
  UNDO_DAYS,
  type UnfinishedWork,
  withoutWork,
} from './operation.js';
import { DAY_MS } from '../shared/durations.js';

/** What an operation was about, and who may know of it. */
type About = Pick<Operation, 'subject' | 'taskId' | 'onlyFor'>;

/** What one transaction of an operation did; null: it changed nothing. */
export type Part = (Pick<Operation, 'counts' | 'inverse'> & Partial<About>) | null;

/**
 * Returns the operation with what a further transaction did, and with what is left to do after it. Only when nothing is left
 * can it be undone, and then as a whole. A part that can never be undone makes the whole operation so.
 */
export function withPart(operation: Operation, part: Part, left: UnfinishedWork | null): Operation {
  const inverse = part === null ? operation.inverse : merged(inverseUntilNow(operation), part.inverse);
  const counts = part === null ? operation.counts : sumCounts([...operation.counts, ...part.counts]);
  const isOver = left === null;
  return {
    ...withoutWork(operation),
    ...aboutWhole(operation, part),
    ...{ counts, inverse },
    undoUntil: isOver && inverse !== null ? operation.at + UNDO_DAYS * DAY_MS : null,
    ...(left !== null && { work: left, progress: { done: left.done, total: left.total } }),
  };
}

/**
 * What the operation is about now. A part that everyone may know of tells it, if until now nothing was changed or only what
 * is personal to the actor.
 */
function aboutWhole({ subject, taskId, onlyFor, counts }: Operation, part: Part): About {
  const isUntold = subject === null && counts.length === 0;
  const tells = part?.subject !== undefined && (isUntold || (onlyFor !== null && part.onlyFor === null));
  if (!tells) return { subject, taskId, onlyFor };
  return { subject: part.subject ?? null, taskId: part.taskId ?? null, onlyFor: part.onlyFor ?? null };
}

/** A first transaction that changed nothing can be taken back. */
const inverseUntilNow = ({ inverse, counts }: Operation) => (counts.length === 0 ? (inverse ?? []) : inverse);

function sumCounts(all: readonly CountsOf[]): readonly CountsOf[] {
  return [...Map.groupBy(all, ({ audience }) => audience)].map(([audience, own]) => ({
    audience,
    counts: own.map(({ counts }) => counts).reduce(added),
  }));
}

/** How to take both back; null: never, as for one transaction that touched as much. */
function merged(one: Inverse | null, other: Inverse | null): Inverse | null {
  if (one === null || other === null) return null;
  const rows = new Map<string, RowInverse>(one.map((row) => [toKey(row), row]));
  for (const row of other) {
    const before = rows.get(toKey(row));
    rows.set(toKey(row), before === undefined ? row : joined(before, row));
  }
  const inverse = [...rows.values()];
  if (inverse.length > MAX_UNDO_ROWS || packedText(inverse).length > MAX_UNDO_LETTERS) return null;
  return inverse;
}

const toKey = ({ kind, id }: RowInverse) => `${kind} ${id}`;

/** One row that both changed: as it was before the first, and as the second left it. */
function joined(first: RowInverse, second: RowInverse): RowInverse {
  if (second.did !== 'changed') return second;
  if (first.did === 'created') {
    const { content } = first.row;
    if (content === undefined) return first;
    const after = new Map(Object.entries(second.fields).map(([field, value]) => [field, value.after]));
    return { ...first, row: { ...first.row, content: { ...content, ...Object.fromEntries(after) } } };
  }
  if (first.did !== 'changed') return first;
  const fields: Record<string, FieldInverse> = { ...second.fields };
  for (const [field, { before, after }] of Object.entries(first.fields))
    fields[field] = { before, after: field in second.fields ? second.fields[field]?.after : after };
  const reach = first.reach && second.reach && { before: first.reach.before, after: second.reach.after };
  return { ...second, fields, ...(reach && { reach }) };
}
