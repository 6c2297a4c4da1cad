import { addDays, type CivilDate } from '../shared/civil-date.js';
import type { Group } from '../households/household.js';
import type { FeedId, HouseholdId, MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { Occurrence } from '../tasks/occurrence.js';

/** An address under which a calendar program reads what one member sees of a household. */
export type Feed = {
  readonly id: FeedId;
  readonly householdId: HouseholdId;
  readonly memberId: MemberId;
  /** Whether the member's PERSONAL tasks are in it: the address opens it to whoever has it, so only when asked for. */
  readonly personal: boolean;
  /** SHA-256 of the token, which exists in the clear only in the address. */
  readonly tokenHash: string;
  readonly createdAt: Instant;
  /** To the hour; null: no program has read it yet. */
  readonly lastUsedAt: Instant | null;
};

/** One for each device and program; more are forgotten ones. */
export const FEEDS_LIMIT = 10;
/** A feed is read for what is coming: this many days back and ahead, and at most so many events. */
export const FEED_DAYS = { back: 31, ahead: 366 };
export const FEED_EVENTS = 5_000;
/** What a calendar shows of notes; all of them are behind the event's link. */
export const MAX_FEED_NOTES = 500;

const TOUCH_MS = 3_600_000;

/** What calendar addresses carry: 256 bits in base64url. */
export function isFeedToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The feed as it is read: that of a guest holds nothing personal, whatever was asked for. */
export function shownTo(feed: Feed, group: Group): Feed {
  return group === 'GUEST' ? { ...feed, personal: false } : feed;
}

/** Whether the last use is worth writing down again. */
export function isStale({ lastUsedAt }: Feed, now: Instant): boolean {
  return lastUsedAt === null || now - lastUsedAt >= TOUCH_MS;
}

/** The inclusive days that a feed shows. */
export function feedDays(today: CivilDate): { readonly from: CivilDate; readonly to: CivilDate } {
  return { from: addDays(today, -FEED_DAYS.back), to: addDays(today, FEED_DAYS.ahead) };
}

/** What is to be done and what was done; a skipped one is no date in anybody's calendar. */
export function isInFeed({ status, date }: Pick<Occurrence, 'status' | 'date'>): boolean {
  return date !== null && (status === 'TODO' || status === 'DONE');
}

/** The beginning of notes, in whole characters. */
export function feedNotes(notes: string): string {
  if (notes.length <= MAX_FEED_NOTES) return notes;
  return `${notes.slice(0, MAX_FEED_NOTES - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
