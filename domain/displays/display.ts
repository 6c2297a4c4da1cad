import { addDays, type CivilDate, type DateRange } from '../shared/civil-date.js';
import { DAY_MS, MINUTE_MS } from '../shared/durations.js';
import { PAIRING_LIFE_MS } from './pairing.js';
import type { DisplayId, HouseholdId, MemberId } from '../shared/ids.js';
import { toInstant, type Instant, type TimeZone } from '../shared/zone.js';

/**
 * A shared display such as a wall tablet (DISPLAY), or a guest link (PASS), which acts as the display of one
 * guest.
 */
export const DISPLAY_KINDS = ['DISPLAY', 'PASS'] as const;
export type DisplayKind = (typeof DISPLAY_KINDS)[number];

/** A client that shows a household without being one of its members. It is identified only by its token. */
export type Display = {
  readonly id: DisplayId;
  readonly householdId: HouseholdId;
  readonly kind: DisplayKind;
  readonly name: string;
  /** The guest to whom a guest link belongs. null for a tablet. */
  readonly memberId: MemberId | null;
  /** SHA-256 of the token. The token itself is only stored on the display. null before pairing. */
  readonly tokenHash: string | null;
  readonly createdBy: MemberId;
  readonly createdAt: Instant;
  /** When the display was last used, accurate to an hour. null if it was never used. */
  readonly lastSeenAt: Instant | null;
  /** The first day of a guest link; `lastDate` is the last day. null for a tablet. */
  readonly firstDate: CivilDate | null;
  readonly lastDate: CivilDate | null;
  /** When a guest link expires. null for a tablet. */
  readonly expiresAt: Instant | null;
};

/**
 * The maximum number of displays and of guest links per household. If there were more, most of them would
 * probably be forgotten.
 */
export const DISPLAYS_LIMIT = 10;
export const PASSES_LIMIT = 10;

/** A display expires if it has sent no request for this long. */
export const DISPLAY_IDLE_MS = 60 * DAY_MS;
/**
 * The maximum number of days from today to the last day of a guest link. A guest link also shows the day before its
 * first day.
 */
export const MAX_PASS_DAYS = 60;
const PASS_DAYS_BEFORE = 1;

const TOUCH_MS = 60 * MINUTE_MS;

/**
 * Returns true if the display or guest link has not expired. Whether a guest link has begun is checked separately
 * (see `hasBegun`).
 */
export function isDisplayLive(
  { lastSeenAt, createdAt, expiresAt }: Pick<Display, 'lastSeenAt' | 'createdAt' | 'expiresAt'>,
  now: Instant,
): boolean {
  return now < (lastSeenAt ?? createdAt) + DISPLAY_IDLE_MS && (expiresAt === null || now < expiresAt);
}

/**
 * Returns true if the display counts towards the limit. A display whose pairing code expired unused does not.
 */
export function isKept(display: Display, now: Instant): boolean {
  return (
    isDisplayLive(display, now) && (display.tokenHash !== null || now < display.createdAt + PAIRING_LIFE_MS)
  );
}

/**
 * Returns true if the first day of the guest link has begun in the household's time zone. Always true for a
 * tablet.
 */
export function hasBegun({ firstDate }: Pick<Display, 'firstDate'>, today: CivilDate): boolean {
  return firstDate === null || firstDate <= today;
}

/** Returns true if the stored time of the last use is so old that it should be updated. */
export function isUnseen({ lastSeenAt }: Pick<Display, 'lastSeenAt'>, now: Instant): boolean {
  return lastSeenAt === null || now - lastSeenAt >= TOUCH_MS;
}

/** Returns the dates that a guest link shows. Returns null for a tablet, which shows all dates. */
export function shownDates({
  firstDate,
  lastDate,
}: Pick<Display, 'firstDate' | 'lastDate'>): DateRange | null {
  if (firstDate === null || lastDate === null) return null;
  return { from: addDays(firstDate, -PASS_DAYS_BEFORE), to: lastDate };
}

/**
 * Returns true if the date is in the range. If there is no range, it contains every date. A missing date is
 * in no range.
 */
export function isWithin(range: DateRange | null, date: CivilDate | null): boolean {
  return range === null || (date !== null && range.from <= date && date <= range.to);
}

/** Returns when a guest link ends, which is midnight after its last day in the household's time zone. */
export function endOfPass(lastDate: CivilDate, timeZone: TimeZone): Instant {
  return toInstant(timeZone, addDays(lastDate, 1), null);
}
