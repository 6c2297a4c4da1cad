import {
  type FieldInverse,
  type Inverse,
  type RowInverse,
  MAX_UNDO_LETTERS,
  MAX_UNDO_ROWS,
  packedText,
} from './inverse.js';
import {
  type CountsOf,
  type Operation,
  isDoneForActor,
  toProgress,
  UNDO_DAYS,
  type UnfinishedWork,
} from './operation.js';
import { DAY_MS } from '../shared/durations.js';
import { omit } from '../shared/json.js';
import { addAmounts } from '../shared/amounts.js';

/** The row that an operation is about, and who may see it. */
type About = Pick<Operation, 'subject' | 'taskId' | 'onlyFor'>;

/** The effect of one transaction of an operation. null means that it changed nothing. */
export type OperationPart = (Pick<Operation, 'counts' | 'inverse'> & Partial<About>) | null;

/**
 * Returns the operation extended by one more transaction (`part`). `left` is the remaining work, or null if there is
 * none. The operation can be undone only as a whole, and not before all rows that the actor may see are processed. If
 * one of its transactions can never be undone, the whole operation cannot be undone.
 */
export function addPart(operation: Operation, part: OperationPart, left: UnfinishedWork | null): Operation {
  const inverse = part === null ? operation.inverse : merged(inverseUntilNow(operation), part.inverse);
  const counts = part === null ? operation.counts : sumCounts([...operation.counts, ...part.counts]);
  const isOver = isDoneForActor(left);
  return {
    ...omit(operation, 'work', 'progress'),
    ...aboutWhole(operation, part),
    ...{ counts, inverse },
    undoUntil: isOver && inverse !== null ? operation.at + UNDO_DAYS * DAY_MS : null,
    ...(left !== null && { work: left, progress: toProgress(left) }),
  };
}

/**
 * Returns which row the operation is about after one more of its transactions (`part`). The row is the one of the first
 * transaction. The row of `part` replaces it in two cases: the earlier transactions changed nothing, or they
 * changed only rows that are personal to the actor and `part` changed one that every member may see.
 */
function aboutWhole({ subject, taskId, onlyFor, counts }: Operation, part: OperationPart): About {
  const isEmpty = subject === null && counts.length === 0;
  const replacesRow = part?.subject !== undefined && (isEmpty || (onlyFor !== null && part.onlyFor === null));
  if (!replacesRow) return { subject, taskId, onlyFor };
  return { subject: part.subject ?? null, taskId: part.taskId ?? null, onlyFor: part.onlyFor ?? null };
}

/**
 * An operation whose transactions have changed nothing so far has an empty inverse, so that it does not
 * prevent an undo.
 */
const inverseUntilNow = ({ inverse, counts }: Operation) => (counts.length === 0 ? (inverse ?? []) : inverse);

function sumCounts(all: readonly CountsOf[]): readonly CountsOf[] {
  return [...Map.groupBy(all, ({ audience }) => audience)].map(([audience, own]) => ({
    audience,
    counts: own.map(({ counts }) => counts).reduce(addAmounts),
  }));
}

/**
 * Merges two inverses. Returns null, which means that an undo is never possible, if one of them is null or if
 * together they exceed the limits for a single transaction.
 */
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

/**
 * Merges the inverses of one row that both transactions changed. The result restores the state before the
 * first transaction from the state after the second.
 */
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
  return { ...second, fields, digestBefore: first.digestBefore, ...(reach && { reach }) };
}
