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

/** The audience of what everyone sees, which is nobody's id. */
const EVERYONE = '00000000-0000-0000-0000-000000000000';

export function audienceText(audience: Audience): string {
  return audience ?? EVERYONE;
}

export function audienceFrom(text: string): Audience {
  return text === EVERYONE ? null : (text as MemberId);
}

type Key = { readonly householdId: HouseholdId; readonly id: string };

/**
 * The journal of one transaction. What it wrote over is what a locked read gave, as the ports ask for one; where there was
 * none, or a statement changes rows by a condition, the statement returns the rows.
 */
export class RecordedJournal implements Journal {
  /** As the transaction last read them under a lock, or wrote them. */
  readonly #rows = new Map<string, SyncedRows[SyncedKind]>();
  readonly #notes = new Map<string, JournalEntry>();
  readonly #touched = new Set<string>();

  /** Rows that nobody else can change now. */
  locked<Kind extends SyncedKind>(
    kind: Kind,
    rows: readonly SyncedRows[Kind][],
  ): readonly SyncedRows[Kind][] {
    for (const row of rows) this.#rows.set(toKey(kind, row), row);
    return rows;
  }

  /** The row as the transaction knows it to be, if it does. */
  known<Kind extends SyncedKind>(kind: Kind, key: Key): SyncedRows[Kind] | undefined {
    return this.#rows.get(toKey(kind, key)) as SyncedRows[Kind] | undefined;
  }

  /** Of a row noted twice the first `before` and the last `after` are kept. */
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

  /** Rows as a statement found them, each as `change` left it. */
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
