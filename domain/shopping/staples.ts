import { addDays, toDayNumber, type CivilDate } from '../shared/civil-date.js';
import { civilMomentAt, type Instant, type TimeZone } from '../shared/zone.js';
import type { ShoppingItem, ShoppingLine } from './item.js';
import { nameKey } from './name-key.js';

/**
 * How many purchases of each name are remembered. The number is small, so that a changed rhythm takes effect
 * soon.
 */
export const PURCHASES_KEPT = 12;
/** The maximum number of staples returned at once. */
export const STAPLES_LIMIT = 20;

/**
 * The minimum number of days with purchases from which a rhythm (the usual number of days between purchases) is
 * computed. Four days have three intervals between them.
 */
export const MIN_PURCHASES = 4;
/** If a thing was not bought for this many usual intervals, the household has probably stopped buying it. */
const MISSED_INTERVALS = 3;

/** The purchases of one name in the household's history. */
export type BoughtLine = Pick<ShoppingLine, 'name' | 'unit' | 'section'> & {
  /** When the item was ticked, in any order. */
  readonly bought: readonly Instant[];
  /** When somebody last said that the thing is not needed now. */
  readonly declinedAt: Instant | null;
};

/** A thing that the household buys regularly and that is due to be bought again. */
export type Staple = Pick<ShoppingLine, 'name' | 'unit' | 'section'> & {
  readonly everyDays: number;
  readonly lastBoughtOn: CivilDate;
  readonly dueOn: CivilDate;
};

/**
 * Returns the usual number of days between purchases: the median of the intervals between days with purchases,
 * rounded to whole days, or null if there are fewer than three intervals.
 */
export function findRhythm(days: readonly CivilDate[]): number | null {
  const numbers = [...new Set(days)].map(toDayNumber).toSorted((a, b) => a - b);
  if (numbers.length < MIN_PURCHASES) return null;
  const intervals = numbers.slice(1).map((day, i) => day - (numbers[i] ?? day));
  const sorted = intervals.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}

/**
 * Returns at most STAPLES_LIMIT things that are due today, the longest overdue first. A thing is due after the usual
 * number of days since its last purchase. If somebody said "not now", that number of days must have passed since then
 * too. A thing is no longer suggested if it was not bought for MISSED_INTERVALS times the usual number of days.
 */
export function suggestStaples(
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

/** The purchases that a change of items adds and removes, by name. */
export type Purchases = {
  readonly nameKey: string;
  readonly came: readonly Instant[];
  readonly went: readonly Instant[];
};

/** Derives purchases from ticks. Each tick counts as a purchase until it is removed. */
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

/**
 * Returns the purchases to remember after adding and removing some, latest first.
 *
 * @internal Only tests call it: the SQL in adapters/postgres implements the same rule.
 */
export function withPurchases(
  known: readonly Instant[],
  { came, went }: Pick<Purchases, 'came' | 'went'>,
): readonly Instant[] {
  return [...new Set([...known, ...came])]
    .filter((at) => !went.includes(at))
    .toSorted((a, b) => b - a)
    .slice(0, PURCHASES_KEPT);
}
