import { HOUSEHOLD_BYTES } from '../attachments/attachment.js';
import { fromDayNumber, type CivilDate } from '../shared/civil-date.js';
import { DAY_MS } from '../shared/durations.js';
import type { HouseholdId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import { DAY_CALENDARS_LIMIT } from '../days/calendar.js';
import { PAUSES_LIMIT } from '../days/pause.js';
import { DISPLAYS_LIMIT, PASSES_LIMIT } from '../displays/display.js';
import { FEEDS_LIMIT } from '../feeds/feed.js';
import { HISTORY_LIMIT, LIST_LIMIT as SHOPPING_ITEMS_LIMIT } from '../shopping/item.js';
import { LISTS_LIMIT } from '../shopping/list.js';
import { TEMPLATES_LIMIT } from '../templates/template.js';
import { OPEN_INVITATIONS_LIMIT } from '../households/invitation.js';
import { FORMER_PROXIES_LIMIT, PROXIES_LIMIT } from '../households/membership.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { SeriesRecord } from '../series/series.js';
import { type Amounts, addAmounts, combine, namesOf } from '../shared/amounts.js';

/**
 * The amounts of data that a household contains. Finished tasks are not counted. `textBytes` is the size of the
 * titles, notes and checklists of its open occurrences, in UTF-8 bytes.
 */
export type HouseholdUsage = {
  readonly openSeries: number;
  readonly openOccurrences: number;
  readonly textBytes: number;
  readonly categories: number;
  /**
   * Like `openOccurrences`, but also counts occurrences in the trash that were open when they were deleted.
   */
  readonly openAndDeletedOccurrences: number;
  /** Like `textBytes`, but also counts the occurrences in the trash. */
  readonly openAndDeletedTextBytes: number;
};

const OPEN_OCCURRENCES = 50_000;
const TEXT_BYTES = 64 * 1_048_576;

/**
 * The limits of a household. They are far above what people create by hand. Without them, one household could
 * use up the resources of others.
 *
 * The trash keeps occurrences for 30 days. Without a limit for the trash, a few requests that create and
 * delete large series could fill the disk. Moving an open occurrence to the trash does not increase the
 * amounts that include the trash, so a deletion is never refused.
 */
export const HOUSEHOLD_LIMITS: HouseholdUsage = {
  openSeries: 500,
  openOccurrences: OPEN_OCCURRENCES,
  textBytes: TEXT_BYTES,
  categories: 500,
  openAndDeletedOccurrences: 2 * OPEN_OCCURRENCES,
  openAndDeletedTextBytes: 2 * TEXT_BYTES,
};

export const NO_USAGE: HouseholdUsage = {
  ...{ openSeries: 0, openOccurrences: 0, textBytes: 0, categories: 0 },
  ...{ openAndDeletedOccurrences: 0, openAndDeletedTextBytes: 0 },
};

/** Returns the amounts of one unfinished occurrence, which is either open or in the trash. */
export function usageOfOccurrence(isDeleted: boolean, textBytes: number): HouseholdUsage {
  const withTrash = { ...NO_USAGE, openAndDeletedOccurrences: 1, openAndDeletedTextBytes: textBytes };
  return isDeleted ? withTrash : { ...withTrash, openOccurrences: 1, textBytes };
}

const NAMES = Object.keys(HOUSEHOLD_LIMITS) as (keyof HouseholdUsage)[];

/** The maximum number of households per account. It is needed because each household has its own limits. */
export const HOUSEHOLDS_LIMIT = 100;

/**
 * The maximum number of rows of each kind in one household, in addition to {@link HouseholdUsage}. The size
 * of each row is limited too.
 */
const ROWS_OF_HOUSEHOLD = {
  shoppingItems: SHOPPING_ITEMS_LIMIT,
  /** The names of things that the household has bought. */
  shoppingNames: HISTORY_LIMIT,
  templates: TEMPLATES_LIMIT,
  /** The first list is not counted, because every household has it. */
  shoppingLists: LISTS_LIMIT - 1,
  dayCalendars: DAY_CALENDARS_LIMIT,
  /** Pauses that are over are not counted. */
  pauses: PAUSES_LIMIT,
  /** Only invitations that can still be accepted are counted. */
  invitations: OPEN_INVITATIONS_LIMIT,
  displays: DISPLAYS_LIMIT,
  passes: PASSES_LIMIT,
  feeds: FEEDS_LIMIT,
  /** Members who have left are counted too. */
  membersWithoutAccount: PROXIES_LIMIT + FORMER_PROXIES_LIMIT,
};

/**
 * Returns the earliest local date in the world at this instant. Time zones are at most 12 hours behind UTC.
 */
export function earliestDate(at: Instant): CivilDate {
  return fromDayNumber(Math.floor((at - DAY_MS / 2) / DAY_MS));
}

/**
 * The kinds of rows that {@link HouseholdUsage} does not contain. The code that creates such rows limits their number
 * per household. Per account, they are counted in {@link AccountUsage}.
 */
export type CountedRow = keyof typeof ROWS_OF_HOUSEHOLD;

/**
 * The amounts that one account has created in all its households and that still exist. They are counted as in
 * {@link HouseholdUsage}.
 */
export type AccountUsage = HouseholdUsage &
  Readonly<Record<CountedRow, number>> & {
    /** The total bytes of files, including files that are being uploaded. */
    readonly attachmentBytes: number;
  };

/**
 * An account may create as much, over all its households, as the limits of this many households allow together. An
 * account that has at most this many households cannot exceed that.
 */
export const ACCOUNT_HOUSEHOLDS = 5;

const MOST_OF_HOUSEHOLD: AccountUsage = {
  ...HOUSEHOLD_LIMITS,
  ...ROWS_OF_HOUSEHOLD,
  attachmentBytes: HOUSEHOLD_BYTES,
};

export const NO_ACCOUNT_USAGE: AccountUsage = combine(MOST_OF_HOUSEHOLD, MOST_OF_HOUSEHOLD, () => 0);

export const ACCOUNT_LIMITS: AccountUsage = combine(
  MOST_OF_HOUSEHOLD,
  NO_ACCOUNT_USAGE,
  (most) => most * ACCOUNT_HOUSEHOLDS,
);

/**
 * Returns the limit that would be exceeded if the amounts grow by `growth`, or null. An amount that does not
 * grow is never refused, even if it is above its limit.
 */
export function findExceededLimit<Name extends string>(
  limits: Amounts<Name>,
  held: Amounts<Name>,
  growth: Amounts<Name>,
): Name | null {
  const isPassed = (name: Name) => growth[name] > 0 && held[name] + growth[name] > limits[name];
  return namesOf(limits).find(isPassed) ?? null;
}

/** Returns true if every amount is below half of its limit. */
export function isFarBelowLimits(held: HouseholdUsage): boolean {
  return NAMES.every((name) => held[name] * 2 < HOUSEHOLD_LIMITS[name]);
}

/** Returns true if each amount of the account that grows is below half of its limit. */
export function isFarBelowAccountLimits(created: AccountUsage, growth: AccountUsage): boolean {
  return namesOf(ACCOUNT_LIMITS).every(
    (name) => growth[name] <= 0 || created[name] * 2 < ACCOUNT_LIMITS[name],
  );
}

export function subtractUsage<Name extends string>(one: Amounts<Name>, other: Amounts<Name>): Amounts<Name> {
  return combine(one, other, (a, b) => a - b);
}

export type UsageByHousehold = ReadonlyMap<HouseholdId, HouseholdUsage>;

/**
 * Returns by how much the amounts of each household grew through a change. The result is negative if they
 * became smaller.
 */
export function growthBetween(before: UsageByHousehold, after: UsageByHousehold): UsageByHousehold {
  const ids = new Set([...before.keys(), ...after.keys()]);
  const heldIn = (all: UsageByHousehold, id: HouseholdId) => all.get(id) ?? NO_USAGE;
  return new Map([...ids].map((id) => [id, subtractUsage(heldIn(after, id), heldIn(before, id))]));
}

export function countCategories(
  categories: readonly { readonly householdId: HouseholdId }[],
): UsageByHousehold {
  return sumUsage(categories.map(({ householdId }) => [householdId, holding({ categories: 1 })]));
}

/** Returns the amounts of these occurrences and series for each household. */
export function countUsage(
  occurrences: readonly Occurrence[],
  series: readonly Pick<SeriesRecord, 'householdId' | 'endedAt'>[] = [],
): UsageByHousehold {
  const unfinished = occurrences.filter(isUnfinished);
  const openSeries = series.filter(({ endedAt }) => endedAt === null);
  const countBytes = measured();
  return sumUsage([
    ...unfinished.map(
      (one) =>
        [
          one.householdId,
          usageOfOccurrence(one.deletedAt !== null, countTextBytes(one, countBytes)),
        ] as const,
    ),
    ...openSeries.map(({ householdId }) => [householdId, holding({ openSeries: 1 })] as const),
  ]);
}

const holding = (some: Partial<HouseholdUsage>): HouseholdUsage => ({ ...NO_USAGE, ...some });

export function sumUsage(parts: readonly (readonly [HouseholdId, HouseholdUsage])[]): UsageByHousehold {
  const sums = new Map<HouseholdId, HouseholdUsage>();
  for (const [id, more] of parts) sums.set(id, addAmounts(sums.get(id) ?? NO_USAGE, more));
  return sums;
}

function isUnfinished({ deletedAt, status, statusBeforeDeletion }: Occurrence): boolean {
  return (deletedAt === null ? status : statusBeforeDeletion) === 'TODO';
}

function countTextBytes({ title, notes, checklist }: Occurrence, bytesOf: (text: string) => number): number {
  const texts = [title, notes ?? '', ...checklist.map((item) => item.title)];
  return texts.reduce((sum, text) => sum + bytesOf(text), 0);
}

/**
 * Returns a function that counts the UTF-8 bytes of a text. Results are cached, because the rows of a series
 * have the same texts.
 */
function measured(): (text: string) => number {
  const utf8 = new TextEncoder();
  const known = new Map<string, number>();
  return (text) => {
    const bytes = known.get(text) ?? utf8.encode(text).length;
    known.set(text, bytes);
    return bytes;
  };
}
