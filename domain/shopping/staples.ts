import { addDays, toDayNumber, type CivilDate } from '../shared/civil-date.js';
import { civilMomentAt, type Instant, type TimeZone } from '../shared/zone.js';
import type { ShoppingItem, ShoppingLine } from './item.js';
import { nameKey } from './name-key.js';

/** Purchases that are remembered of a name: enough for a rhythm that has changed to be seen soon. */
export const PURCHASES_KEPT = 12;
/** Staples that are told at once. */
export const STAPLES_LIMIT = 20;

/** Days of purchases that make a rhythm: three intervals. */
export const MIN_PURCHASES = 4;
/** After so many intervals without a purchase the household has given it up. */
const MISSED_INTERVALS = 3;

/** What the history knows of a name. */
export type BoughtLine = Pick<ShoppingLine, 'name' | 'unit' | 'section'> & {
  /** When it was ticked, in no order. */
  readonly bought: readonly Instant[];
  /** When somebody last said that it is not needed now. */
  readonly declinedAt: Instant | null;
};

/** What is bought at a rhythm, and is due. */
export type Staple = Pick<ShoppingLine, 'name' | 'unit' | 'section'> & {
  readonly everyDays: number;
  readonly lastBoughtOn: CivilDate;
  readonly dueOn: CivilDate;
};

/** In how many days something comes back: the median of the intervals between days of purchases; null without three. */
export function findRhythm(days: readonly CivilDate[]): number | null {
  const numbers = [...new Set(days)].map(toDayNumber).toSorted((a, b) => a - b);
  if (numbers.length < MIN_PURCHASES) return null;
  const intervals = numbers.slice(1).map((day, i) => day - (numbers[i] ?? day));
  const sorted = intervals.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}

/**
 * What is due today, what has been due the longest first: as many days after the last purchase as there usually are, or
 * after somebody said "not now". What has not been bought for three times as long is none any more.
 */
export function listStaples(
  lines: readonly BoughtLine[],
  { today, zone }: { readonly today: CivilDate; readonly zone: TimeZone },
): readonly Staple[] {
  const toDate = (at: Instant) => civilMomentAt(zone, at).date;
  return lines
    .flatMap(({ name, unit, section, bought, declinedAt }): Staple[] => {
      const days = bought.map(toDate).toSorted();
      const [everyDays, lastBoughtOn] = [findRhythm(days), days.at(-1)];
      if (everyDays === null || lastBoughtOn === undefined) return [];
      const dueOn = addDays(lastBoughtOn, everyDays);
      const isDeclined = declinedAt !== null && today < addDays(toDate(declinedAt), everyDays);
      const isGivenUp = today > addDays(lastBoughtOn, MISSED_INTERVALS * everyDays);
      return dueOn > today || isDeclined || isGivenUp
        ? []
        : [{ name, unit, section, everyDays, lastBoughtOn, dueOn }];
    })
    .toSorted((a, b) => (a.dueOn === b.dueOn ? compare(a.name, b.name) : compare(a.dueOn, b.dueOn)))
    .slice(0, STAPLES_LIMIT);
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** What a change of items says of purchases, by name: those that came, and those that were taken back. */
export type Purchases = {
  readonly nameKey: string;
  readonly came: readonly Instant[];
  readonly went: readonly Instant[];
};

/** A tick is a purchase as long as it stands. */
export function listPurchases(
  changes: readonly { readonly before: ShoppingItem | null; readonly after: ShoppingItem }[],
): readonly Purchases[] {
  const byName = new Map<string, { came: Instant[]; went: Instant[] }>();
  for (const { before, after } of changes) {
    const [was, is] = [before?.checkedAt ?? null, after.checkedAt];
    if (was === is) continue;
    const key = nameKey(after.name);
    const purchases = byName.get(key) ?? { came: [], went: [] };
    if (is !== null) purchases.came.push(is);
    if (was !== null) purchases.went.push(was);
    byName.set(key, purchases);
  }
  return [...byName].map(([key, purchases]) => ({ nameKey: key, ...purchases }));
}

/** The purchases that are remembered afterwards, latest first. */
export function withPurchases(
  known: readonly Instant[],
  { came, went }: Pick<Purchases, 'came' | 'went'>,
): readonly Instant[] {
  return [...new Set([...known, ...came])]
    .filter((at) => !went.includes(at))
    .toSorted((a, b) => b - a)
    .slice(0, PURCHASES_KEPT);
}
