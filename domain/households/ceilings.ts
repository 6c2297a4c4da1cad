import type { HouseholdId } from '../shared/ids.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { SeriesRecord } from '../series/series.js';

/** What is in a household, of work what is open; `textBytes` are those of its occurrences: titles, notes and checklists. */
export type Holdings = {
  readonly openSeries: number;
  readonly openOccurrences: number;
  readonly textBytes: number;
  readonly categories: number;
};

/** Many times what people do by hand: beyond it a household would cost others their share of the service. */
export const CEILINGS: Holdings = {
  openSeries: 500,
  openOccurrences: 50_000,
  textBytes: 64 * 1_048_576,
  categories: 500,
};

export const NOTHING_HELD: Holdings = { openSeries: 0, openOccurrences: 0, textBytes: 0, categories: 0 };

const NAMES = Object.keys(CEILINGS) as (keyof Holdings)[];

/** In how many households one may be at a time: each has ceilings of its own. */
export const HOUSEHOLDS_LIMIT = 100;

/** The ceiling that a household would pass with `growth`. What does not grow is never refused, however much it is. */
export function passedCeiling(held: Holdings, growth: Holdings): keyof Holdings | null {
  return NAMES.find((name) => growth[name] > 0 && held[name] + growth[name] > CEILINGS[name]) ?? null;
}

/** Below half of each. */
export function isFarBelowCeilings(held: Holdings): boolean {
  return NAMES.every((name) => held[name] * 2 < CEILINGS[name]);
}

export function plus(one: Holdings, other: Holdings): Holdings {
  return combined((name) => one[name] + other[name]);
}

export function minus(one: Holdings, other: Holdings): Holdings {
  return combined((name) => one[name] - other[name]);
}

const combined = (of: (name: keyof Holdings) => number): Holdings =>
  Object.fromEntries(NAMES.map((name) => [name, of(name)])) as Holdings;

export type HoldingsByHousehold = ReadonlyMap<HouseholdId, Holdings>;

/** By how much each household holds more after a change than before; less, where it is negative. */
export function growthBetween(before: HoldingsByHousehold, after: HoldingsByHousehold): HoldingsByHousehold {
  const ids = new Set([...before.keys(), ...after.keys()]);
  const heldIn = (all: HoldingsByHousehold, id: HouseholdId) => all.get(id) ?? NOTHING_HELD;
  return new Map([...ids].map((id) => [id, minus(heldIn(after, id), heldIn(before, id))]));
}

export const A_CATEGORY: Holdings = { ...NOTHING_HELD, categories: 1 };

/** What these occurrences and series hold, by household. */
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

/** The bytes of texts in UTF-8, each measured once: the rows of a series share theirs. */
function measured(): (text: string) => number {
  const utf8 = new TextEncoder();
  const known = new Map<string, number>();
  return (text) => {
    const bytes = known.get(text) ?? utf8.encode(text).length;
    known.set(text, bytes);
    return bytes;
  };
}
