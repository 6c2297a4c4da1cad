import type { Journal } from '../../../application/sync/ports.js';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import {
  toEntry,
  isChange,
  withoutRestOfRemoved,
  type JournalEntry,
  type SyncedKind,
  type SyncedRows,
} from '../../../domain/sync/journal.js';
import type { Audience } from '../../../domain/sync/entries.js';
import { type Database, Repository } from '../database.js';

/** The audience of changes that every member sees. It is the zero UUID, which is never the id of a member. */
const EVERYONE = '00000000-0000-0000-0000-000000000000';

/** Returns the audience as the UUID that is stored: {@link EVERYONE} for null. */
export function audienceText(audience: Audience): string {
  return audience ?? EVERYONE;
}

export function audienceFrom(text: string): Audience {
  return text === EVERYONE ? null : (text as MemberId);
}

type Key = { readonly householdId: HouseholdId; readonly id: string };

/**
 * Records what one transaction changed. The ports require that a row is read under a lock before it is changed, so
 * the journal knows the value before the change. A statement that changes rows without reading them first has to
 * return them as they were.
 */
export class RecordedJournal implements Journal {
  /** Each row as this transaction last read it under a lock, or wrote it. */
  readonly #rows = new Map<string, SyncedRows[SyncedKind]>();
  readonly #notes = new Map<string, JournalEntry>();
  readonly #touched = new Set<string>();

  /** Remembers rows that this transaction has locked, so nobody else can change them. */
  locked<Kind extends SyncedKind>(
    kind: Kind,
    rows: readonly SyncedRows[Kind][],
  ): readonly SyncedRows[Kind][] {
    for (const row of rows) this.#rows.set(toKey(kind, row), row);
    return rows;
  }

  /**
   * Returns the row as this transaction last locked or wrote it. Returns undefined if it has done neither, or has
   * deleted the row.
   */
  known<Kind extends SyncedKind>(kind: Kind, key: Key): SyncedRows[Kind] | undefined {
    return this.#rows.get(toKey(kind, key)) as SyncedRows[Kind] | undefined;
  }

  /** Records a change of a row. If a row changes twice, the first `before` and the last `after` are kept. */
  note<Kind extends SyncedKind>(
    kind: Kind,
    before: SyncedRows[Kind] | null,
    after: SyncedRows[Kind] | null,
  ): void {
    const entry = toEntry(kind, before, after);
    if (entry === null) return;
    const key = toKey(kind, entry);
    const earlier = this.#notes.get(key);
    this.#notes.set(key, earlier === undefined ? entry : ({ ...earlier, after } as JournalEntry));
    if (after === null) this.#rows.delete(key);
    else this.#rows.set(key, after);
  }

  inserted<Kind extends SyncedKind>(kind: Kind, rows: readonly SyncedRows[Kind][]): void {
    for (const row of rows) this.note(kind, null, row);
  }

  removed<Kind extends SyncedKind>(kind: Kind, rows: readonly SyncedRows[Kind][]): void {
    for (const row of rows) this.note(kind, row, null);
  }

  /**
   * Records that a statement changed these rows, given as they were before. `change` returns the new row.
   */
  changed<Kind extends SyncedKind>(
    kind: Kind,
    rows: readonly SyncedRows[Kind][],
    change: (row: SyncedRows[Kind]) => SyncedRows[Kind],
  ): void {
    for (const row of rows) this.note(kind, row, change(row));
  }

  touch<Kind extends SyncedKind>(kind: Kind, row: SyncedRows[Kind]): void {
    const key = toKey(kind, row);
    this.#touched.add(key);
    if (!this.#notes.has(key)) this.note(kind, row, row);
  }

  entries(): readonly JournalEntry[] {
    const kept = [...this.#notes].filter(
      ([key, entry]) =>
        !(entry.before === null && entry.after === null) && (this.#touched.has(key) || isChange(entry)),
    );
    return withoutRestOfRemoved(kept.map(([, entry]) => entry));
  }
}

function toKey(kind: SyncedKind, row: Key | SyncedRows['household']): string {
  return `${kind} ${'householdId' in row ? row.householdId : row.id} ${row.id}`;
}

/** A repository that records in the journal which rows it changes. */
export abstract class JournaledRepository extends Repository {
  protected readonly journal: RecordedJournal;

  constructor(db: Database, journal: RecordedJournal) {
    super(db);
    this.journal = journal;
  }
}
