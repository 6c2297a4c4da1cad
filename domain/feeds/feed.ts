import { addDays, type CivilDate } from '../shared/civil-date.js';
import type { Group } from '../households/household.js';
import type { FeedId, HouseholdId, MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { Occurrence } from '../tasks/occurrence.js';

/** An address at which a calendar program reads the tasks that one member sees in a household. */
export type Feed = {
  readonly id: FeedId;
  readonly householdId: HouseholdId;
  readonly memberId: MemberId;
  /**
   * True if the feed includes the member's PERSONAL tasks. They are only included on request, because anybody
   * who has the address can read them.
   */
  readonly personal: boolean;
  /** SHA-256 of the token. The token itself is only contained in the address. */
  readonly tokenHash: string;
  readonly createdAt: Instant;
  /** When a program last read the feed, accurate to an hour. null if no program has read it yet. */
  readonly lastUsedAt: Instant | null;
};

/** The maximum number of feeds of a member. It is enough for one feed per device and program. */
export const FEEDS_LIMIT = 10;
/** How many days before and after today a feed covers. It contains at most FEED_EVENTS events. */
export const FEED_DAYS = { back: 31, ahead: 366 };
export const FEED_EVENTS = 5_000;
/**
 * The maximum number of characters of a task's notes in a feed. Each event has a link to the complete notes.
 */
export const MAX_FEED_NOTES = 500;

const TOUCH_MS = 3_600_000;

/** Returns the feed as a member of `group` may read it. The feed of a guest never contains PERSONAL tasks. */
export function feedShownTo(feed: Feed, group: Group): Feed {
  return group === 'GUEST' ? { ...feed, personal: false } : feed;
}

/** Returns true if the stored time of the last use is so old that it should be updated. */
export function isStale({ lastUsedAt }: Feed, now: Instant): boolean {
  return lastUsedAt === null || now - lastUsedAt >= TOUCH_MS;
}

/** Returns the first and the last day that a feed shows, both inclusive. */
export function feedDays(today: CivilDate): { readonly from: CivilDate; readonly to: CivilDate } {
  return { from: addDays(today, -FEED_DAYS.back), to: addDays(today, FEED_DAYS.ahead) };
}

/**
 * Returns true if the occurrence is included in feeds. It must have a date and be open or done. Skipped
 * occurrences are not included.
 */
export function isInFeed({ status, date }: Pick<Occurrence, 'status' | 'date'>): boolean {
  return date !== null && (status === 'TODO' || status === 'DONE');
}

/**
 * Returns the notes. If they are longer than MAX_FEED_NOTES, returns their beginning with an ellipsis, without
 * splitting a surrogate pair.
 */
export function feedNotes(notes: string): string {
  if (notes.length <= MAX_FEED_NOTES) return notes;
  return `${notes.slice(0, MAX_FEED_NOTES - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
