import type { Category, Household, Member } from '../households/household.js';
import type { Notification } from '../notifications/notification.js';
import type { SeriesRecord } from '../series/series.js';
import type { Swap } from '../series/swap.js';
import type { Pause } from '../days/pause.js';
import type { DayCalendar } from '../days/calendar.js';
import type { HouseholdId } from '../shared/ids.js';
import { sameJson } from '../shared/json.js';
import type { ShoppingItem } from '../shopping/item.js';
import type { ShoppingList } from '../shopping/list.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { TaskTemplate } from '../templates/template.js';
import { DAY_MS } from '../shared/durations.js';
import type { Instant } from '../shared/zone.js';

/**
 * The rows of which clients keep copies, by kind. Other rows, such as idempotency keys, jobs, calendar events
 * and activities, are not included.
 */
export type SyncedRows = {
  readonly household: Household;
  readonly member: Member;
  readonly category: Category;
  readonly occurrence: Occurrence;
  readonly series: SeriesRecord;
  readonly shoppingItem: ShoppingItem;
  readonly swap: Swap;
  readonly template: TaskTemplate;
  readonly notification: Notification;
  readonly shoppingList: ShoppingList;
  readonly dayCalendar: DayCalendar;
  readonly pause: Pause;
};
export type SyncedKind = keyof SyncedRows;

/**
 * The kinds in the order in which clients receive them. The position of a kind is stored in cursors, so a new
 * kind must be added at the end.
 */
export const SYNCED_KINDS = [
  'household',
  'member',
  'category',
  'occurrence',
  'series',
  'shoppingItem',
  'swap',
  'template',
  'notification',
  'shoppingList',
  'dayCalendar',
  'pause',
] as const satisfies readonly SyncedKind[];

/**
 * A row of one kind before and after a transaction. null means that it did not exist before, or no longer
 * exists.
 */
export type EntryOf<Kind extends SyncedKind> = {
  readonly kind: Kind;
  readonly householdId: HouseholdId;
  /**
   * The id of the row. The entry of a member has the member id, and the entry of a household has the
   * household's own id.
   */
  readonly id: SyncedRows[Kind]['id'];
  readonly before: SyncedRows[Kind] | null;
  readonly after: SyncedRows[Kind] | null;
};
export type JournalEntry<Kind extends SyncedKind = SyncedKind> = {
  readonly [Each in Kind]: EntryOf<Each>;
}[Kind];

/**
 * Creates the journal entry of a row. Returns null if the row existed neither before nor after the
 * transaction.
 */
export function toEntry<Kind extends SyncedKind>(
  kind: Kind,
  before: SyncedRows[Kind] | null,
  after: SyncedRows[Kind] | null,
): JournalEntry | null {
  const row = after ?? before;
  if (row === null) return null;
  const householdId = 'householdId' in row ? row.householdId : row.id;
  return { kind, householdId, id: row.id, before, after } as JournalEntry;
}

/**
 * Returns true if the row changed for the members who see it. The following are not changes: unchanged
 * values, new values of `horizon` and `nextIndex` of a series (which advance as rows are created for further
 * days), and the reservation of a calendar for fetching.
 */
export function isChange({ kind, before, after }: JournalEntry): boolean {
  if (before === null || after === null) return true;
  if (kind === 'occurrence' && before.version !== after.version) return true;
  if (kind === 'dayCalendar') return !sameJson(before, { ...after, claimedUntil: before.claimedUntil });
  if (kind !== 'series') return !sameJson(before, after);
  const { horizon, nextIndex } = before;
  return !sameJson(before, { ...after, horizon, nextIndex });
}

/** If a household was deleted, removes all other entries about it, because nobody can read them any more. */
export function withoutRestOfRemoved(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const removed = new Set(
    entries.filter(({ kind, after }) => kind === 'household' && after === null).map(({ id }) => id),
  );
  if (removed.size === 0) return entries;
  return entries.filter(({ kind, householdId }) => kind === 'household' || !removed.has(householdId));
}

/**
 * The maximum age in days of a version 7 id that a client can use for a new row. Actions older than 30 days are
 * refused, so the rest is a margin for clients whose clock is late. A client whose clock is a year late cannot
 * connect, because TLS certificates seem not to be valid yet.
 */
const GIVABLE_DAYS = 400;

/**
 * A version 7 id that would expire at this instant or later is treated like an id without a time, because such
 * instants cannot be stored.
 */
const LAST_INSTANT = Date.UTC(9999, 0);

/**
 * The id of a permanently deleted occurrence or task. It cannot be used for a new row, as if the row still
 * existed but the caller could not see it.
 */
export type RetiredId = {
  readonly householdId: HouseholdId;
  readonly kind: 'occurrence' | 'task';
  readonly id: string;
  /**
   * When the id becomes too old to be used for a new row, so that it no longer has to be stored. null means
   * never.
   */
  readonly expiresAt: Instant | null;
};

/**
 * Returns when an id becomes too old for clients to use it for a new row. Returns null if it never does. This
 * is the case for a version 4 id, which contains no time.
 */
export function expiryOf(id: string): Instant | null {
  // In a version 7 id, the first 48 bits are a time in milliseconds (RFC 9562, section 5.7).
  const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  const expiresAt = madeAt + GIVABLE_DAYS * DAY_MS;
  return id[14] === '7' && expiresAt < LAST_INSTANT ? expiresAt : null;
}

export function isTooOldToGive(id: string, now: Instant): boolean {
  const expiresAt = expiryOf(id);
  return expiresAt !== null && expiresAt <= now;
}

/**
 * Returns the ids of occurrences that a transaction deletes permanently, and of the tasks that an occurrence or
 * series no longer belongs to, because it was deleted or moved to another task. A task is listed even if other rows
 * of it remain, so its id may still be in use.
 */
export function listRetired(journal: readonly JournalEntry[]): readonly RetiredId[] {
  const retired = new Map<string, RetiredId>();
  const add = (householdId: HouseholdId, kind: RetiredId['kind'], id: string) =>
    retired.set(`${kind} ${id}`, { householdId, kind, id, expiresAt: expiryOf(id) });
  for (const { kind, householdId, before, after } of journal) {
    if ((kind !== 'occurrence' && kind !== 'series') || before === null) continue;
    if (kind === 'occurrence' && after === null) add(householdId, 'occurrence', before.id);
    if (after?.taskId !== before.taskId) add(householdId, 'task', before.taskId);
  }
  return [...retired.values()];
}
