import { FETCH_FIELDS } from '../days/calendar.js';
import type { MemberId, SeriesId } from '../shared/ids.js';
import { sameJson } from '../shared/same-json.js';
import type { JournalEntry, SyncedKind, SyncedRows } from '../sync/journal.js';

/** What an undo puts back. Notifications have been read, and what hangs on turns is asked for again. */
export type UndoableKind = Exclude<SyncedKind, 'notification'>;

/** What a field was before an operation, and what the operation made of it. */
export type FieldInverse = { readonly before: unknown; readonly after: unknown };
export type FieldInverses = Readonly<Record<string, FieldInverse>>;

type Named<Kind extends UndoableKind> = { readonly kind: Kind; readonly id: SyncedRows[Kind]['id'] };
export type CreatedInverse<Kind extends UndoableKind> = Named<Kind> & {
  readonly did: 'created';
  readonly row: CreatedRow;
};
export type ChangedInverse<Kind extends UndoableKind> = Named<Kind> & {
  readonly did: 'changed';
  readonly fields: FieldInverses;
  /** Of a series: how far its rows reached before and after. */
  readonly reach?: Readonly<Record<keyof FieldInverse, Reach>>;
  /** Of an occurrence that was done, skipped or deleted already. */
  readonly isFinished?: true;
  /**
   * The author of a row that was personal before and after the operation. Missing if others saw the row, and in what an
   * earlier version wrote.
   */
  readonly personalOf?: MemberId;
};
export type RemovedInverse<Kind extends UndoableKind> = Named<Kind> & {
  readonly did: 'removed';
  readonly row: SyncedRows[Kind];
};

/** One row that an operation touched: fields and not old rows, which would take back what others did since. */
export type RowInverse<Kind extends UndoableKind = UndoableKind> = {
  readonly [Each in Kind]: CreatedInverse<Each> | ChangedInverse<Each> | RemovedInverse<Each>;
}[Kind];

/** How far the rows of a series reach: they move on by themselves. */
export type Reach = Pick<SyncedRows['series'], 'horizon' | 'nextIndex'>;

/** Of a row that was created, what tells whether somebody has touched it since. */
export type CreatedRow = {
  /** 0 of a row that counts nothing. */
  readonly version: number;
  /** The row as the operation made it. Missing where the row's series tells, and in what an earlier version wrote. */
  readonly content?: object;
  /** Of an occurrence whose series the operation made or changed. */
  readonly seriesId?: SeriesId;
  /** Of a series: how far its rows reached. */
  readonly reach?: Reach;
};

export type Inverse = readonly RowInverse[];

/** An operation on more rows than these is never taken back. */
export const MAX_UNDO_ROWS = 1_000;

/** Nor one that takes more letters than these to keep, as JSON: rows whose long texts all differ, and long checklists. */
export const MAX_UNDO_LETTERS = 4 * 1_048_576;

/**
 * What a row is counted by and what the service notes beside what people do: an undo counts on, and does not set back.
 */
export const KEPT: Readonly<Record<UndoableKind, ReadonlySet<string>>> = {
  household: new Set(),
  member: new Set(),
  category: new Set(),
  occurrence: new Set<keyof SyncedRows['occurrence']>([
    'version',
    'syncVersion',
    'syncedVersion',
    'googleSyncStatus',
    'attachmentCount',
    'updatedAt',
    'updatedBy',
    'statusAt',
  ]),
  series: new Set<keyof SyncedRows['series']>(['version', 'endedAt', 'horizon', 'nextIndex']),
  shoppingItem: new Set<keyof SyncedRows['shoppingItem']>(['updatedAt', 'tickedAt']),
  shoppingList: new Set(),
  dayCalendar: new Set(FETCH_FIELDS),
  pause: new Set(),
  swap: new Set(),
  template: new Set<keyof SyncedRows['template']>(['updatedAt']),
};

/**
 * How to take back what the journal tells; null: never. Roles and the like, who came and who left, a deleted household and swaps that
 * were answered stay as they are, and so does what touched too many rows, or too much text.
 */
export function invert(journal: readonly JournalEntry[]): Inverse | null {
  if (!isFewEnough(journal) || journal.some(isForGood)) return null;
  const series = new Set(journal.filter(({ kind }) => kind === 'series').map(({ id }) => id));
  const inverse = journal.flatMap((entry) =>
    entry.kind === 'notification' ? [] : (rowInverse(entry, series) ?? []),
  );
  if (inverse.length === 0) return null;
  return packedText(inverse).length > MAX_UNDO_LETTERS ? null : inverse;
}

/** Whether so many rows can be taken back. */
export function isFewEnough(journal: readonly JournalEntry[]): boolean {
  return journal.length <= MAX_UNDO_ROWS;
}

function isForGood(entry: JournalEntry): boolean {
  switch (entry.kind) {
    case 'household':
      return entry.before === null || entry.after === null;
    case 'member':
      return entry.before === null || entry.after === null || changesStanding(entry.before, entry.after);
    case 'occurrence':
      // Deleted for good.
      return entry.after === null && entry.before !== null && entry.before.deletedAt !== null;
    case 'swap':
      return entry.after?.status === 'ACCEPTED' && entry.before?.status !== 'ACCEPTED';
    default:
      return false;
  }
}

/** Who somebody is, what they may do, and whom others may count on: others act on it at once. */
const STANDING = [
  'role',
  'joinedAt',
  'leftAt',
  'accountId',
  'isProxy',
  'group',
  'takesTurns',
  'managerIds',
  'hasPin',
] as const;

function changesStanding(before: SyncedRows['member'], after: SyncedRows['member']): boolean {
  return STANDING.some((field) => !sameJson(before[field], after[field]));
}

function rowInverse<Kind extends UndoableKind>(
  entry: JournalEntry<Kind>,
  series: ReadonlySet<string>,
): RowInverse<Kind> | null {
  const { kind, id, before, after } = entry;
  // A request to swap falls with the turn that it is about; who still wants it asks again.
  if (kind === 'swap' && before !== null) return null;
  if (before === null) return after && { kind, id, did: 'created', row: createdRow(after, series) };
  if (after === null) return { kind, id, did: 'removed', row: before };
  const [was, is] = [listFields(before), listFields(after)];
  const fields = [...new Set([...was.keys(), ...is.keys()])]
    .filter((field) => !KEPT[kind].has(field) && !sameJson(was.get(field), is.get(field)))
    .map((field): [string, FieldInverse] => [field, { before: was.get(field), after: is.get(field) }]);
  const isPersonal = [before, after].every((row) => visibilityIn(row) === 'PERSONAL');
  const changed = {
    ...({ kind, id, did: 'changed', fields: Object.fromEntries(fields) } as const),
    ...(isPersonal && 'createdBy' in after && { personalOf: after.createdBy }),
  };
  if ('nextIndex' in before && 'nextIndex' in after)
    return { ...changed, reach: { before: pickReach(before), after: pickReach(after) } };
  if (fields.length === 0) return null;
  return 'status' in after && kind === 'occurrence' && after.status !== 'TODO'
    ? { ...changed, isFinished: true }
    : changed;
}

function createdRow(row: SyncedRows[UndoableKind], series: ReadonlySet<string>): CreatedRow {
  const version = readVersion(row);
  if ('seriesId' in row && row.seriesId !== null && series.has(row.seriesId))
    return { version, seriesId: row.seriesId };
  return { version, content: row, ...('nextIndex' in row && { reach: pickReach(row) }) };
}

/** Whether it holds what only the author of the row saw: what was PERSONAL before the operation. */
export function holdsPersonal(one: RowInverse): boolean {
  if (one.did === 'created') return false;
  if (one.did === 'removed') return visibilityIn(one.row) === 'PERSONAL';
  const { visibility, template } = one.fields;
  return (visibility?.before ?? visibilityIn(template?.before)) === 'PERSONAL';
}

/**
 * Returns true if the operation took nothing but the category from a row. Such a row may be gone since: those of a
 * member who left would be gone without the operation too.
 */
export function isOfCategoryAlone(fields: FieldInverses): boolean {
  const content = (value: unknown) => ({ ...(value as SyncedRows['series']['template']), categoryId: null });
  return Object.entries(fields).every(
    ([field, { before, after }]) =>
      field === 'categoryId' || (field === 'template' && sameJson(content(before), content(after))),
  );
}

/** Of an occurrence, a series or its content; null of what has none. */
export function visibilityIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return null;
  return 'visibility' in value ? value.visibility : 'template' in value ? visibilityIn(value.template) : null;
}

/** What a row says, by field. */
export function listFields(row: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(row));
}

/** What goes up, or on, with each change of a row; 0 of one that has nothing of the kind. */
export function readVersion(row: object): number {
  if ('version' in row && typeof row.version === 'number') return row.version;
  return 'updatedAt' in row && typeof row.updatedAt === 'number' ? row.updatedAt : 0;
}

export function pickReach({ horizon, nextIndex }: Reach): Reach {
  return { horizon, nextIndex };
}

/** Shorter texts take less room than what stands for them. */
const LONG = 64;
const TEXTS = 'texts';
type Placeholder = { readonly $text: number };

/**
 * An inverse as JSON in which each long text stands once, in a last element: the rows of a series share their notes, and a
 * thousand of them would hold a thousand copies. Ids, kinds and short values stay where they are, for queries.
 */
export function packInverse(inverse: readonly object[]): readonly unknown[] {
  const places = new Map<string, number>();
  const rows = inverse.map((row) =>
    replaced(row, (value) => {
      if (typeof value !== 'string' || value.length < LONG) return undefined;
      const place = places.get(value) ?? places.size;
      places.set(value, place);
      return { $text: place } satisfies Placeholder;
    }),
  );
  return places.size === 0 ? rows : [...rows, { kind: TEXTS, texts: [...places.keys()] }];
}

const texts = new WeakMap<object, string>();

/** The JSON of `packInverse`, made once: it is judged by its length before it is stored. */
export function packedText(inverse: readonly object[]): string {
  const text = texts.get(inverse) ?? JSON.stringify(packInverse(inverse));
  texts.set(inverse, text);
  return text;
}

/** The rows of an inverse that was packed, or that was stored as it is. */
export function unpackInverse<Row>(packed: readonly unknown[]): readonly Row[] {
  const last = packed.at(-1);
  if (!isTexts(last)) return packed as readonly Row[];
  return packed
    .slice(0, -1)
    .map((row) =>
      replaced(row, (value) => (isPlaceholder(value) ? last.texts[value.$text] : undefined)),
    ) as Row[];
}

/** A value with each part that `by` gives another for replaced by that. */
function replaced(value: unknown, by: (part: unknown) => unknown): unknown {
  const other = by(value);
  if (other !== undefined) return other;
  if (Array.isArray(value)) return value.map((part) => replaced(part, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, replaced(part, by)]));
}

function isTexts(value: unknown): value is { readonly texts: readonly string[] } {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === TEXTS;
}

function isPlaceholder(value: unknown): value is Placeholder {
  return typeof value === 'object' && value !== null && '$text' in value;
}
