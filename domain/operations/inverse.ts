import type { SeriesId } from '../shared/ids.js';
import { sameJson } from '../shared/same-json.js';
import type { JournalEntry, SyncedKind, SyncedRows } from '../sync/journal.js';

/** What an undo puts back. Notifications have been read, and what hangs on turns is asked for again. */
export type UndoableKind = Exclude<SyncedKind, 'notification'>;

/** What a field was before an operation, and what the operation made of it. */
export type FieldInverse = { readonly before: unknown; readonly after: unknown };

/** One row that an operation touched: fields and not old rows, which would take back what others did since. */
export type RowInverse =
  | { readonly kind: UndoableKind; readonly id: string; readonly did: 'created'; readonly row: CreatedRow }
  | {
      readonly kind: UndoableKind;
      readonly id: string;
      readonly did: 'changed';
      readonly fields: Readonly<Record<string, FieldInverse>>;
      /** Of a series: how far its rows reached before and after. */
      readonly reach?: { readonly before: Reach; readonly after: Reach };
    }
  | { readonly kind: UndoableKind; readonly id: string; readonly did: 'removed'; readonly row: unknown };

/** How far the rows of a series reach: they move on by themselves. */
export type Reach = Pick<SyncedRows['series'], 'horizon' | 'nextIndex'>;

/** Of a row that was created, what tells whether somebody has touched it since. */
export type CreatedRow = {
  /** 0 of a row that counts nothing. */
  readonly version: number;
  /** All of a row that counts nothing, and of one that its series, which the operation left alone, may give another turn. */
  readonly content?: unknown;
  /** Of an occurrence whose series the operation made or changed. */
  readonly seriesId?: SeriesId;
  /** Of a series: how far its rows reached. */
  readonly reach?: Reach;
};

export type Inverse = readonly RowInverse[];

/** An operation on more rows than these is never taken back. */
const MAX_UNDO_ROWS = 1_000;

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
  swap: new Set(),
  template: new Set<keyof SyncedRows['template']>(['updatedAt']),
};

/**
 * How to take back what the journal tells; null: never. Roles, who came and who left, a deleted household and swaps that
 * were answered stay as they are, and so does what touched too many rows.
 */
export function inverseOf(journal: readonly JournalEntry[]): Inverse | null {
  if (journal.length > MAX_UNDO_ROWS || journal.some(isForGood)) return null;
  const series = new Set(journal.filter(({ kind }) => kind === 'series').map(({ id }) => id));
  const inverse = journal.flatMap((entry) => rowInverse(entry, series) ?? []);
  return inverse.length === 0 ? null : inverse;
}

function isForGood(entry: JournalEntry): boolean {
  switch (entry.kind) {
    case 'household':
      return entry.before === null || entry.after === null;
    case 'member':
      return (
        entry.before === null ||
        entry.after === null ||
        entry.before.role !== entry.after.role ||
        entry.before.joinedAt !== entry.after.joinedAt ||
        entry.before.leftAt !== entry.after.leftAt
      );
    case 'occurrence':
      // Deleted for good.
      return entry.after === null && entry.before !== null && entry.before.deletedAt !== null;
    case 'swap':
      return entry.after?.status === 'ACCEPTED' && entry.before?.status !== 'ACCEPTED';
    default:
      return false;
  }
}

function rowInverse(entry: JournalEntry, series: ReadonlySet<string>): RowInverse | null {
  const { kind, id, before, after } = entry;
  // A request to swap falls with the turn that it is about; who still wants it asks again.
  if (kind === 'notification' || (kind === 'swap' && before !== null)) return null;
  if (before === null && after === null) return null;
  if (before === null) return { kind, id, did: 'created', row: createdRow(entry, series) };
  if (after === null) return { kind, id, did: 'removed', row: before };
  const [was, is] = [before, after] as unknown as Record<string, unknown>[];
  const fields = Object.fromEntries(
    Object.keys({ ...was, ...is })
      .filter((field) => !KEPT[kind].has(field) && !sameJson(was?.[field], is?.[field]))
      .map((field): [string, FieldInverse] => [field, { before: was?.[field], after: is?.[field] }]),
  );
  if (entry.kind === 'series' && entry.before !== null && entry.after !== null)
    return {
      kind,
      id,
      did: 'changed',
      fields,
      reach: { before: reachOf(entry.before), after: reachOf(entry.after) },
    };
  return Object.keys(fields).length === 0 ? null : { kind, id, did: 'changed', fields };
}

function createdRow(entry: JournalEntry, series: ReadonlySet<string>): CreatedRow {
  const { kind, after } = entry;
  if (after === null) return { version: 0 };
  const version = versionOf(after);
  if (kind === 'occurrence' && after.seriesId !== null)
    return series.has(after.seriesId) ? { version, seriesId: after.seriesId } : { version, content: after };
  if (kind === 'series') return { version, reach: reachOf(after) };
  // An instant may be that of two changes.
  return 'version' in after ? { version } : { version, content: after };
}

/** What goes up, or on, with each change of a row; 0 of one that has nothing of the kind. */
export function versionOf(row: object): number {
  if ('version' in row && typeof row.version === 'number') return row.version;
  return 'updatedAt' in row && typeof row.updatedAt === 'number' ? row.updatedAt : 0;
}

export function reachOf({ horizon, nextIndex }: Reach): Reach {
  return { horizon, nextIndex };
}
