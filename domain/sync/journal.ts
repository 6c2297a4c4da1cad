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

/** What clients keep copies of, by kind. Idempotency keys, jobs, events of the calendar, activities are none of it. */
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

/** In the order in which they are told, and under whose places they are stored: a new kind comes last. */
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

/** A row of one kind as a transaction found it and as it leaves it; null: it was not there, or is gone. */
export type EntryOf<Kind extends SyncedKind> = {
  readonly kind: Kind;
  readonly householdId: HouseholdId;
  /** Of a member, that of the account; of a household, its own. */
  readonly id: SyncedRows[Kind]['id'];
  readonly before: SyncedRows[Kind] | null;
  readonly after: SyncedRows[Kind] | null;
};
export type JournalEntry<Kind extends SyncedKind = SyncedKind> = {
  readonly [Each in Kind]: EntryOf<Each>;
}[Kind];

/** null of a row that neither was there nor is. */
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
 * Whether a row was changed for those who see it: written as it was it is the same, the horizon and the next index
 * of a series move with the days, and that somebody is about to fetch a calendar changes nothing of it.
 */
export function isChange({ kind, before, after }: JournalEntry): boolean {
  if (before === null || after === null) return true;
  if (kind === 'occurrence' && before.version !== after.version) return true;
  if (kind === 'dayCalendar') return !sameJson(before, { ...after, claimedUntil: before.claimedUntil });
  if (kind !== 'series') return !sameJson(before, after);
  const { horizon, nextIndex } = before;
  return !sameJson(before, { ...after, horizon, nextIndex });
}

/** Of a household that is gone nothing else is told: nobody may ask for it any more. */
export function withoutRestOfRemoved(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const removed = new Set(
    entries.filter(({ kind, after }) => kind === 'household' && after === null).map(({ id }) => id),
  );
  if (removed.size === 0) return entries;
  return entries.filter(({ kind, householdId }) => kind === 'household' || !removed.has(householdId));
}
