import { FETCH_FIELDS } from '../days/calendar.js';
import type { MemberId, SeriesId } from '../shared/ids.js';
import { sameJson } from '../shared/json.js';
import type { JournalEntry, SyncedKind, SyncedRows } from '../sync/journal.js';
import { areOwnFields, digestOwn, isTouched } from './own-content.js';

/**
 * The kinds of rows that an undo restores. Notifications are excluded, because they may have been read
 * already.
 */
export type UndoableKind = Exclude<SyncedKind, 'notification'>;

/** The value of a field before an operation, and the value that the operation gave it. */
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
  /** For a series: its `horizon` and `nextIndex` before and after the operation. Absent for other rows. */
  readonly reach?: Readonly<Record<keyof FieldInverse, Reach>>;
  /** True for an occurrence that is done, skipped or in the trash after the operation. */
  readonly isFinished?: true;
  /**
   * The author of a row that was personal before and after the operation. Missing if other members saw the
   * row, and in inverses written by an earlier version.
   */
  readonly personalOf?: MemberId;
  /**
   * For an edited occurrence that was an exception before or after the operation: the digest of its state
   * before the operation, see `digestOwn`. Missing in inverses written by an earlier version.
   */
  readonly digestBefore?: number | undefined;
};
export type RemovedInverse<Kind extends UndoableKind> = Named<Kind> & {
  readonly did: 'removed';
  readonly row: SyncedRows[Kind];
};

/**
 * The inverse of one changed row. It stores the changed fields instead of the whole old row, so that an undo
 * does not revert later changes of other fields.
 */
export type RowInverse<Kind extends UndoableKind = UndoableKind> = {
  readonly [Each in Kind]: CreatedInverse<Each> | ChangedInverse<Each> | RemovedInverse<Each>;
}[Kind];

/**
 * The part of a series whose rows exist: every date before `horizon` has its row, and `nextIndex` is the index of the
 * next row. The job `extend-horizons` increases both without recording an operation.
 */
export type Reach = Pick<SyncedRows['series'], 'horizon' | 'nextIndex'>;

/** The data of a created row. An undo uses it to decide whether somebody has changed the row since. */
export type CreatedRow = {
  /**
   * The version of the row or, if it has none, the time of its last update; 0 if it has neither (see `readVersion`).
   */
  readonly version: number;
  /**
   * The row as the operation created it. Missing if its series determines the content, and in inverses
   * written by an earlier version.
   */
  readonly content?: object;
  /** The series of the occurrence, if the operation also created or changed this series. */
  readonly seriesId?: SeriesId;
  /** For a series: its `horizon` and `nextIndex` after the operation. */
  readonly reach?: Reach;
};

export type Inverse = readonly RowInverse[];

/** An operation on more rows than this can never be undone. */
export const MAX_UNDO_ROWS = 1_000;

/**
 * An operation can never be undone if its inverse has more characters as JSON than this. Many different long
 * texts and long checklists can cause this.
 */
export const MAX_UNDO_LETTERS = 4 * 1_048_576;

/**
 * The counters and internal fields of each kind of row. An undo does not restore their old values. It keeps
 * the current values or increases them further.
 */
export const KEPT_FIELDS: Readonly<Record<UndoableKind, ReadonlySet<string>>> = {
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
 * Returns the inverse of a transaction, or null if the transaction can never be undone. That is the case for changes
 * of roles and similar rights, joining and leaving, a created or deleted household, accepted swaps, permanent
 * deletion, and operations on too many rows or too much text. It is also the case if nothing changed that an undo
 * restores.
 */
export function invert(journal: readonly JournalEntry[]): Inverse | null {
  if (!isFewEnough(journal) || journal.some(isForGood)) return null;
  const changed = journal.flatMap((entry) => (entry.kind === 'series' ? (entry.after ?? []) : []));
  const series: SeriesById = new Map(changed.map((one) => [one.id, one]));
  const inverse = journal.flatMap((entry) =>
    entry.kind === 'notification' ? [] : (rowInverse(entry, series) ?? []),
  );
  if (inverse.length === 0) return null;
  return packedText(inverse).length > MAX_UNDO_LETTERS ? null : inverse;
}

/** Returns true if the number of changed rows is small enough for an undo. */
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
      // The row was deleted permanently from the trash.
      return entry.after === null && entry.before !== null && entry.before.deletedAt !== null;
    case 'swap':
      return entry.after?.status === 'ACCEPTED' && entry.before?.status !== 'ACCEPTED';
    default:
      return false;
  }
}

/**
 * The fields that determine who a member is and what the member may do. They take effect at once for others,
 * so changes of them are never undone.
 */
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

/** The series that the transaction created or changed, in their state after it. */
type SeriesById = ReadonlyMap<SeriesId, SyncedRows['series']>;

function rowInverse<Kind extends UndoableKind>(
  entry: JournalEntry<Kind>,
  series: SeriesById,
): RowInverse<Kind> | null {
  const { kind, id, before, after } = entry;
  // A swap request is declined when its turn changes. An undo does not restore the request, but the requester
  // can ask again.
  if (kind === 'swap' && before !== null) return null;
  if (before === null) return after && { kind, id, did: 'created', row: createdRow(after, series) };
  if (after === null) return { kind, id, did: 'removed', row: before };
  const [was, is] = [listFields(before), listFields(after)];
  const changedFields = [...new Set([...was.keys(), ...is.keys()])].filter(
    (field) => !KEPT_FIELDS[kind].has(field) && !sameJson(was.get(field), is.get(field)),
  );
  const fields = changedFields.map((field): [string, FieldInverse] => [
    field,
    { before: was.get(field), after: is.get(field) },
  ]);
  const isPersonal = [before, after].every((row) => visibilityIn(row) === 'PERSONAL');
  const changed = {
    ...({ kind, id, did: 'changed', fields: Object.fromEntries(fields) } as const),
    ...(isPersonal && 'createdBy' in after && { personalOf: after.createdBy }),
    ...digestOfException(entry, changedFields),
  };
  if ('nextIndex' in before && 'nextIndex' in after)
    return { ...changed, reach: { before: pickReach(before), after: pickReach(after) } };
  if (fields.length === 0) return null;
  return 'status' in after && kind === 'occurrence' && after.status !== 'TODO'
    ? { ...changed, isFinished: true }
    : changed;
}

function digestOfException(
  { before, after }: Pick<JournalEntry, 'before' | 'after'>,
  fields: readonly string[],
): Pick<ChangedInverse<'occurrence'>, 'digestBefore'> {
  if (before === null || after === null || !('isException' in before && 'isException' in after)) return {};
  const isOrWasException = before.isException || after.isException;
  return isOrWasException && areOwnFields(fields) ? { digestBefore: digestOwn(before) } : {};
}

function createdRow(row: SyncedRows[UndoableKind], series: SeriesById): CreatedRow {
  const version = readVersion(row);
  if (!('seriesId' in row))
    return { version, content: row, ...('nextIndex' in row && { reach: pickReach(row) }) };
  const own = row.seriesId === null ? undefined : series.get(row.seriesId);
  // An undo may create a removed row again that had a checklist or ticks of its own.
  const isOfSeriesAlone = own !== undefined && !isTouched(row, own);
  return { version, ...(own && { seriesId: own.id }), ...(!isOfSeriesAlone && { content: row }) };
}

/**
 * Returns true if the inverse contains content that only the author of the row could see, because the row was
 * PERSONAL before the operation.
 */
export function holdsPersonal(one: RowInverse): boolean {
  if (one.did === 'created') return false;
  if (one.did === 'removed') return visibilityIn(one.row) === 'PERSONAL';
  const { visibility, template } = one.fields;
  return (visibility?.before ?? visibilityIn(template?.before)) === 'PERSONAL';
}

/**
 * Returns true if the operation changed only the category of a row. If the row was deleted since, it does not block
 * the undo. Personal rows of another member can have such a change, for example because a category was deleted. They
 * disappear when that member leaves, which must not prevent the undo.
 */
export function isOfCategoryAlone(fields: FieldInverses): boolean {
  const content = (value: unknown) => ({ ...(value as SyncedRows['series']['template']), categoryId: null });
  return Object.entries(fields).every(
    ([field, { before, after }]) =>
      field === 'categoryId' || (field === 'template' && sameJson(content(before), content(after))),
  );
}

/** Returns the visibility of an occurrence, a series, a template or a pause, or null if the value has none. */
export function visibilityIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return null;
  return 'visibility' in value ? value.visibility : 'template' in value ? visibilityIn(value.template) : null;
}

/** Returns the fields of a row with their values. */
export function listFields(row: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(row));
}

/**
 * Returns a number that increases with each change of a row. It is the version of the row, or else the time
 * of its last update. Returns 0 if the row has neither.
 */
export function readVersion(row: object): number {
  if ('version' in row && typeof row.version === 'number') return row.version;
  return 'updatedAt' in row && typeof row.updatedAt === 'number' ? row.updatedAt : 0;
}

export function pickReach({ horizon, nextIndex }: Reach): Reach {
  return { horizon, nextIndex };
}

/**
 * The minimum length of a text that is replaced by a placeholder. For shorter texts, a placeholder saves no
 * space.
 */
const LONG = 64;
const TEXTS = 'texts';
type Placeholder = { readonly $text: number };

/**
 * Returns the inverse as JSON values in which each long text is stored only once, in an additional last
 * element. Without this, a series of a thousand rows would store its notes a thousand times. Ids, kinds and
 * short values stay in place, so that SQL queries can read them. A single row is stored unchanged, because there
 * is no other row that could contain the same texts.
 */
export function packInverse(inverse: readonly object[]): readonly unknown[] {
  if (inverse.length === 1) return inverse;
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

/**
 * Returns the JSON text of `packInverse`. The text is cached, because its length is checked before it is
 * stored.
 */
export function packedText(inverse: readonly object[]): string {
  const text = texts.get(inverse) ?? JSON.stringify(packInverse(inverse));
  texts.set(inverse, text);
  return text;
}

/** Returns the rows of a stored inverse, whether it was packed or not. */
export function unpackInverse<Row>(packed: readonly unknown[]): readonly Row[] {
  const last = packed.at(-1);
  if (!isTexts(last)) return packed as readonly Row[];
  return packed
    .slice(0, -1)
    .map((row) =>
      replaced(row, (value) => (isPlaceholder(value) ? last.texts[value.$text] : undefined)),
    ) as Row[];
}

/**
 * Returns a copy of the value. Each part for which `by` returns a result other than undefined is replaced by
 * that result.
 */
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
