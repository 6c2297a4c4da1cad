import type { Journal } from '../../../../application/sync/ports.js';
import {
  toEntry,
  isChange,
  withoutRestOfRemoved,
  type JournalEntry,
  type SyncedKind,
  type SyncedRows,
} from '../../../../domain/sync/journal.js';
import { toKey, type Store } from '../store.js';
import type { Table } from '../table.js';

type TableOf = { readonly [Kind in SyncedKind]: (store: Store) => Table<SyncedRows[Kind]> };

const TABLES: TableOf = {
  household: (store) => store.households,
  member: (store) => store.members,
  category: (store) => store.categories,
  occurrence: (store) => store.occurrences,
  series: (store) => store.series,
  shoppingItem: (store) => store.shoppingItems,
  swap: (store) => store.swaps,
  dayCalendar: (store) => store.dayCalendars,
  pause: (store) => store.pauses,
  template: (store) => store.taskTemplates,
  notification: (store) => store.notifications,
  shoppingList: (store) => store.shoppingLists,
};

/** Finds what changed by comparing a draft with its base. */
export class DraftJournal implements Journal {
  readonly #draft: Store;
  readonly #touched = new Map<string, JournalEntry>();

  constructor(draft: Store) {
    this.#draft = draft;
  }

  touch<Kind extends SyncedKind>(kind: Kind, row: SyncedRows[Kind]): void {
    const entry = toEntry(kind, row, row);
    if (entry !== null) this.#touched.set(nameEntry(entry), entry);
  }

  entries(): readonly JournalEntry[] {
    const kinds = Object.keys(TABLES) as SyncedKind[];
    const changed = kinds.flatMap((kind) => this.#changesOf(kind)).filter(isChange);
    const names = new Set(changed.map(nameEntry));
    const touched = [...this.#touched].filter(([name]) => !names.has(name)).map(([, entry]) => entry);
    return withoutRestOfRemoved([...changed, ...touched]);
  }

  #changesOf<Kind extends SyncedKind>(kind: Kind): JournalEntry[] {
    return TABLES[kind](this.#draft)
      .changes()
      .flatMap(({ before, after }) => toEntry(kind, before, after) ?? []);
  }
}

function nameEntry({ kind, householdId, id }: JournalEntry): string {
  return toKey(kind, householdId, id);
}
