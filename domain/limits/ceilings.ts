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

/**
 * The amounts that a household contains. For tasks only open ones count. `textBytes` is the size of titles,
 * notes and checklists of its open occurrences.
 */
export type Holdings = {
  readonly openSeries: number;
  readonly openOccurrences: number;
  readonly textBytes: number;
  readonly categories: number;
};

/**
 * Limits far above what people create by hand. Beyond them, one household would take resources from others.
 */
export const CEILINGS: Holdings = {
  openSeries: 500,
  openOccurrences: 50_000,
  textBytes: 64 * 1_048_576,
  categories: 500,
};

export const NOTHING_HELD: Holdings = { openSeries: 0, openOccurrences: 0, textBytes: 0, categories: 0 };

const NAMES = Object.keys(CEILINGS) as (keyof Holdings)[];

/** The maximum number of households per account, because each has its own limits. */
export const HOUSEHOLDS_LIMIT = 100;

/** How many rows of each kind one household may hold beside its {@link Holdings}. Each row has a largest size. */
const ROWS_OF_HOUSEHOLD = {
  shoppingItems: SHOPPING_ITEMS_LIMIT,
  /** Names that the household has bought before. */
  shoppingNames: HISTORY_LIMIT,
  templates: TEMPLATES_LIMIT,
  /** The first list belongs to every household and is not counted. */
  shoppingLists: LISTS_LIMIT - 1,
  dayCalendars: DAY_CALENDARS_LIMIT,
  /** Only those that are not over. */
  pauses: PAUSES_LIMIT,
  /** Only those that somebody can still accept. */
  invitations: OPEN_INVITATIONS_LIMIT,
  displays: DISPLAYS_LIMIT,
  passes: PASSES_LIMIT,
  feeds: FEEDS_LIMIT,
  /** Including those who have left. */
  membersWithoutAccount: PROXIES_LIMIT + FORMER_PROXIES_LIMIT,
};

/** Returns the earliest date that anybody has at this instant: time zones are at most 12 hours behind UTC. */
export function earliestDate(at: Instant): CivilDate {
  return fromDayNumber(Math.floor((at - DAY_MS / 2) / DAY_MS));
}

/** Rows that are counted for the account that created them, and for no household. */
export type CreatedRow = keyof typeof ROWS_OF_HOUSEHOLD;

/** What one account has created in all its households and is still there, counted as in {@link Holdings}. */
export type AccountHoldings = Holdings &
  Readonly<Record<CreatedRow, number>> & {
    /** Bytes of files, with those that are being uploaded. */
    readonly attachmentBytes: number;
  };

/** An account may create as much as this many households may hold. With fewer households it cannot pass its ceilings. */
export const ACCOUNT_HOUSEHOLDS = 5;

const MOST_OF_HOUSEHOLD: AccountHoldings = {
  ...CEILINGS,
  ...ROWS_OF_HOUSEHOLD,
  attachmentBytes: HOUSEHOLD_BYTES,
};

export const NOTHING_CREATED: AccountHoldings = combine(MOST_OF_HOUSEHOLD, MOST_OF_HOUSEHOLD, () => 0);

export const ACCOUNT_CEILINGS: AccountHoldings = combine(
  MOST_OF_HOUSEHOLD,
  NOTHING_CREATED,
  (most) => most * ACCOUNT_HOUSEHOLDS,
);

type Amounts<Name extends string> = Readonly<Record<Name, number>>;

function namesOf<Name extends string>(amounts: Amounts<Name>): readonly Name[] {
  return Object.keys(amounts) as Name[];
}

/**
 * Returns the limit that `growth` would exceed, or null. An amount that does not grow is never refused,
 * however large it is.
 */
export function passedCeiling(held: Holdings, growth: Holdings): keyof Holdings | null {
  return passedOf(CEILINGS, held, growth);
}

/** Like {@link passedCeiling}, for the amounts created by an account. */
export function passedAccountCeiling(
  created: AccountHoldings,
  growth: AccountHoldings,
): keyof AccountHoldings | null {
  return passedOf(ACCOUNT_CEILINGS, created, growth);
}

function passedOf<Name extends string>(
  ceilings: Amounts<Name>,
  held: Amounts<Name>,
  growth: Amounts<Name>,
): Name | null {
  const isPassed = (name: Name) => growth[name] > 0 && held[name] + growth[name] > ceilings[name];
  return namesOf(ceilings).find(isPassed) ?? null;
}

/** Returns true if every amount is below half of its limit. */
export function isFarBelowCeilings(held: Holdings): boolean {
  return NAMES.every((name) => held[name] * 2 < CEILINGS[name]);
}

/** Returns true if the account is below half of its ceiling for everything that grows. */
export function isFarBelowAccountCeilings(created: AccountHoldings, growth: AccountHoldings): boolean {
  return namesOf(ACCOUNT_CEILINGS).every(
    (name) => growth[name] <= 0 || created[name] * 2 < ACCOUNT_CEILINGS[name],
  );
}

export function plus<Name extends string>(one: Amounts<Name>, other: Amounts<Name>): Amounts<Name> {
  return combine(one, other, (a, b) => a + b);
}

export function minus<Name extends string>(one: Amounts<Name>, other: Amounts<Name>): Amounts<Name> {
  return combine(one, other, (a, b) => a - b);
}

function combine<Name extends string>(
  one: Amounts<Name>,
  other: Amounts<Name>,
  of: (a: number, b: number) => number,
): Amounts<Name> {
  const pairs = namesOf(one).map((name) => [name, of(one[name], other[name])] as const);
  return Object.fromEntries(pairs) as Amounts<Name>;
}

export type HoldingsByHousehold = ReadonlyMap<HouseholdId, Holdings>;

/**
 * Returns how much more each household contains after a change than before. The result is negative if it
 * contains less.
 */
export function growthBetween(before: HoldingsByHousehold, after: HoldingsByHousehold): HoldingsByHousehold {
  const ids = new Set([...before.keys(), ...after.keys()]);
  const heldIn = (all: HoldingsByHousehold, id: HouseholdId) => all.get(id) ?? NOTHING_HELD;
  return new Map([...ids].map((id) => [id, minus(heldIn(after, id), heldIn(before, id))]));
}

export function countCategories(
  categories: readonly { readonly householdId: HouseholdId }[],
): HoldingsByHousehold {
  return sumHoldings(categories.map(({ householdId }) => [householdId, holding({ categories: 1 })]));
}

/** Returns the amounts of these occurrences and series, by household. */
export function countHoldings(
  occurrences: readonly Occurrence[],
  series: readonly Pick<SeriesRecord, 'householdId' | 'endedAt'>[] = [],
): HoldingsByHousehold {
  const open = occurrences.filter(({ status, deletedAt }) => status === 'TODO' && deletedAt === null);
  const openSeries = series.filter(({ endedAt }) => endedAt === null);
  const countBytes = measured();
  return sumHoldings([
    ...open.map(
      (one) =>
        [
          one.householdId,
          holding({ openOccurrences: 1, textBytes: countTextBytes(one, countBytes) }),
        ] as const,
    ),
    ...openSeries.map(({ householdId }) => [householdId, holding({ openSeries: 1 })] as const),
  ]);
}

const holding = (some: Partial<Holdings>): Holdings => ({ ...NOTHING_HELD, ...some });

export function sumHoldings(parts: readonly (readonly [HouseholdId, Holdings])[]): HoldingsByHousehold {
  const sums = new Map<HouseholdId, Holdings>();
  for (const [id, more] of parts) sums.set(id, plus(sums.get(id) ?? NOTHING_HELD, more));
  return sums;
}

function countTextBytes({ title, notes, checklist }: Occurrence, bytesOf: (text: string) => number): number {
  const texts = [title, notes ?? '', ...checklist.map((item) => item.title)];
  return texts.reduce((sum, text) => sum + bytesOf(text), 0);
}

/**
 * Returns a function that counts UTF-8 bytes. It caches results, because the rows of a series share their
 * texts.
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
