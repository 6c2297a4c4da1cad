import { readChanges, type Changes } from '../../../application/sync/changes.js';
import { ApplicationError } from '../../../application/shared/errors.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { SyncedKind } from '../../../domain/sync/journal.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { Notification } from '../../../domain/notifications/notification.js';
import type { Reading, PersonalReading } from './reading.js';
import type { Village } from './village.js';

type Row = { readonly id: string };
type Rows = Map<string, Row>;

/** A client that applies the changes it receives and knows no rules. */
export class Copy {
  #cursor: string | null = null;
  /** The rows of a snapshot that is not complete yet, or null. */
  #coming: Map<SyncedKind, Rows> | null = null;
  #rows: ReadonlyMap<SyncedKind, Rows> = new Map();
  historyFrom = '';
  isUpToDate = false;

  /**
   * Reads one page. If the service rejects the cursor with RESYNC_REQUIRED, the next call starts with a new
   * snapshot.
   */
  async read(village: Village, caller: MemberCaller, limit: number): Promise<void> {
    const { changeFeed, households } = village.app.storage.readers;
    const read = readChanges({ changeFeed, households, clock: village.app.clock });
    try {
      this.#apply(await read(caller, { since: this.#cursor, limit, historyDays: 20 }));
    } catch (error) {
      if (!(error instanceof ApplicationError && error.code === 'RESYNC_REQUIRED')) throw error;
      [this.#cursor, this.#coming, this.isUpToDate] = [null, null, false];
    }
  }

  async readAll(village: Village, caller: MemberCaller, limit: number): Promise<void> {
    do await this.read(village, caller, limit);
    while (!this.isUpToDate);
  }

  #apply({ changed, removed, snapshot, historyFrom, hasMore, cursor }: Changes): void {
    if (snapshot) {
      this.#coming ??= new Map();
      this.historyFrom = historyFrom ?? '';
    } else if (this.#coming !== null) {
      this.#rows = this.#coming;
      this.#coming = null;
    }
    const rows = this.#coming ?? (this.#rows as Map<SyncedKind, Rows>);
    for (const [kind, those] of Object.entries(changed) as [SyncedKind, readonly object[]][]) {
      const ids = new Set(removed[kind]);
      for (const row of those) {
        const id = 'household' in row ? (row as { household: Row }).household.id : (row as Row).id;
        if (ids.has(id)) throw new Error(`${kind} ${id} is both changed and removed`);
        of(rows, kind).set(id, row as Row);
      }
    }
    for (const [kind, ids] of Object.entries(removed) as [SyncedKind, readonly string[]][])
      for (const id of ids) of(rows, kind).delete(id);
    [this.#cursor, this.isUpToDate] = [cursor, !hasMore];
  }

  list<Shown>(kind: SyncedKind): Shown[] {
    const rows = [...(this.#rows.get(kind)?.values() ?? [])];
    return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as Shown[];
  }

  get cursor(): string | null {
    return this.#cursor;
  }
}

function of(rows: Map<SyncedKind, Rows>, kind: SyncedKind): Rows {
  const found = rows.get(kind) ?? new Map<string, Row>();
  rows.set(kind, found);
  return found;
}

/**
 * Returns the lists of a person as the service shows them, and as the copy contains them. Both are equal if
 * the copy is correct.
 */
export function bothOf(copy: Copy, reading: Reading, { shown, lists }: PersonalReading): [object, object] {
  const isHeld = ({ status, date, completedAt }: Occurrence) =>
    status === 'TODO' ||
    date === null ||
    date >= copy.historyFrom ||
    // The date begins at different instants in different time zones, so completions within a day of the
    // border are left out.
    (completedAt ?? 0) >= Date.parse(copy.historyFrom) + 86_400_000;
  const unread = (one: Notification) => one.readAt === null;
  const sorted = <One extends Row>(rows: readonly One[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const [household] = copy.list<{ household: Row; role: string }>('household');
  return [
    {
      household: { household: shown?.household, role: shown?.role },
      members: sorted(reading.members),
      categories: sorted(shown?.categories ?? []),
      occurrences: sorted(lists.occurrences.filter(isHeld)),
      series: sorted(lists.series).map(withoutHorizon),
      shopping: sorted(shown?.shopping ?? []),
      shoppingLists: sorted(shown?.shoppingLists ?? []),
      swaps: sorted(lists.swaps),
      dayCalendars: sorted(reading.dayCalendars),
      pauses: sorted(shown?.pauses ?? []),
      templates: sorted(shown?.templates ?? []),
      notifications: sorted(lists.notifications.filter(unread)),
    },
    {
      household: household && { household: household.household, role: household.role },
      members: copy.list('member'),
      categories: copy.list('category'),
      occurrences: copy.list<Occurrence>('occurrence').filter(isHeld),
      series: copy.list<PersonalReading['lists']['series'][number]>('series').map(withoutHorizon),
      shopping: copy.list('shoppingItem'),
      shoppingLists: copy.list('shoppingList'),
      swaps: copy.list('swap'),
      dayCalendars: copy.list('dayCalendar'),
      pauses: copy.list('pause'),
      templates: copy.list('template'),
      notifications: copy.list<Notification>('notification').filter(unread),
    },
  ];
}

/** Removes the fields that change with time alone. */
function withoutHorizon<One extends object>(series: One): One {
  return { ...series, horizon: null, nextIndex: null };
}
