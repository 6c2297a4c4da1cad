import type { Category, Household, Member } from '../households/household.js';
import type { Notification } from '../notifications/notification.js';
import type { SeriesRecord } from '../series/series.js';
import type { Swap } from '../series/swap.js';
import type { Pause } from '../days/pause.js';
import type { DayCalendar } from '../days/calendar.js';
import type { HouseholdId } from '../shared/ids.js';
import { sameJson } from '../shared/same-json.js';
import type { ShoppingItem } from '../shopping/item.js';
import type { ShoppingList } from '../shopping/list.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { TaskTemplate } from '../templates/template.js';

/**
 * The kinds of rows that clients keep copies of. Idempotency keys, jobs, calendar events and activities are
 * not among them.
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

/** The order in which kinds are sent. Their position is stored, so a new kind must come last. */
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

/** A row of one kind before and after a transaction. null means that it did not exist, or was deleted. */
export type EntryOf<Kind extends SyncedKind> = {
  readonly kind: Kind;
  readonly householdId: HouseholdId;
  /** For a member the member id, and for a household its own id. */
  readonly id: SyncedRows[Kind]['id'];
  readonly before: SyncedRows[Kind] | null;
  readonly after: SyncedRows[Kind] | null;
};
export type JournalEntry<Kind extends SyncedKind = SyncedKind> = {
  readonly [Each in Kind]: EntryOf<Each>;
}[Kind];

/** Returns null for a row that existed neither before nor after. */
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
 * Returns true if the row changed for those who see it. These are no changes: the same values again, the
 * horizon and next index of a series (which advance with time), and the reservation of a calendar for
 * fetching.
 */
export function isChange({ kind, before, after }: JournalEntry): boolean {
  if (before === null || after === null) return true;
  if (kind === 'occurrence' && before.version !== after.version) return true;
  if (kind === 'dayCalendar') return !sameJson(before, { ...after, claimedUntil: before.claimedUntil });
  if (kind !== 'series') return !sameJson(before, after);
  const { horizon, nextIndex } = before;
  return !sameJson(before, { ...after, horizon, nextIndex });
}

/** Removes all other entries of a deleted household, because nobody can read them any more. */
export function withoutRestOfRemoved(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const removed = new Set(
    entries.filter(({ kind, after }) => kind === 'household' && after === null).map(({ id }) => id),
  );
  if (removed.size === 0) return entries;
  return entries.filter(({ kind, householdId }) => kind === 'household' || !removed.has(householdId));
}
