import { addDays, type CivilDate } from '../shared/civil-date.js';
import { DAY_MS, MINUTE_MS } from '../shared/durations.js';
import { PAIRING_LIFE_MS } from './pairing.js';
import type { DisplayId, HouseholdId, MemberId } from '../shared/ids.js';
import { toInstant, type Instant, type TimeZone } from '../shared/zone.js';

/** A tablet on the wall, or a pass: a link that is a display of one person. */
export const DISPLAY_KINDS = ['DISPLAY', 'PASS'] as const;
export type DisplayKind = (typeof DISPLAY_KINDS)[number];

/** What shows a household without being anybody in it. Who it is by is its token alone. */
export type Display = {
  readonly id: DisplayId;
  readonly householdId: HouseholdId;
  readonly kind: DisplayKind;
  readonly name: string;
  /** Whose pass it is; null of a tablet. */
  readonly memberId: MemberId | null;
  /** SHA-256 of the token, which exists in the clear only on the display; null: it is not paired yet. */
  readonly tokenHash: string | null;
  readonly createdBy: MemberId;
  readonly createdAt: Instant;
  /** To the hour; null: it was never used. */
  readonly lastSeenAt: Instant | null;
  /** The first and the last day of a pass; null of a tablet. */
  readonly firstDate: CivilDate | null;
  readonly lastDate: CivilDate | null;
  /** When a pass ends by itself. */
  readonly expiresAt: Instant | null;
};

/** Each of a household; more are forgotten ones. */
export const DISPLAYS_LIMIT = 10;
export const PASSES_LIMIT = 10;

/** After so long without a request a display is none any more. */
export const DISPLAY_IDLE_MS = 60 * DAY_MS;
/** The longest pass, and how many more dates than its own it shows before them. */
export const MAX_PASS_DAYS = 60;
const PASS_DAYS_BEFORE = 1;

const TOUCH_MS = 60 * MINUTE_MS;

/** Whether its token still opens anything. */
export function isLive(
  { lastSeenAt, createdAt, expiresAt }: Pick<Display, 'lastSeenAt' | 'createdAt' | 'expiresAt'>,
  now: Instant,
): boolean {
  return now < (lastSeenAt ?? createdAt) + DISPLAY_IDLE_MS && (expiresAt === null || now < expiresAt);
}

/** Whether it is one of those that a household may have so many of: not one whose code nobody has typed in time. */
export function isKept(display: Display, now: Instant): boolean {
  return isLive(display, now) && (display.tokenHash !== null || now < display.createdAt + PAIRING_LIFE_MS);
}

/** Whether it is its first day by now, on the household's clock. */
export function hasBegun({ firstDate }: Pick<Display, 'firstDate'>, today: CivilDate): boolean {
  return firstDate === null || firstDate <= today;
}

/** Whether this use is worth writing down. */
export function isUnseen({ lastSeenAt }: Pick<Display, 'lastSeenAt'>, now: Instant): boolean {
  return lastSeenAt === null || now - lastSeenAt >= TOUCH_MS;
}

export type DateRange = { readonly from: CivilDate; readonly to: CivilDate };

/** The dates that a pass shows; null: it is none, and shows all. */
export function shownDates({
  firstDate,
  lastDate,
}: Pick<Display, 'firstDate' | 'lastDate'>): DateRange | null {
  if (firstDate === null || lastDate === null) return null;
  return { from: addDays(firstDate, -PASS_DAYS_BEFORE), to: lastDate };
}

/** What is within: nothing that has no date. */
export function isWithin(range: DateRange | null, date: CivilDate | null): boolean {
  return range === null || (date !== null && range.from <= date && date <= range.to);
}

/** When the last day of a pass is over on the household's clock. */
export function endOfPass(lastDate: CivilDate, timeZone: TimeZone): Instant {
  return toInstant(timeZone, addDays(lastDate, 1), null);
}
