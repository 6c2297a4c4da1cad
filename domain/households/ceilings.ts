import type { HouseholdId } from '../shared/ids.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { SeriesRecord } from '../series/series-record.js';

/** What is open in a household; `textBytes` are those of its occurrences. */
export type Holdings = {
  readonly openSeries: number;
  readonly openOccurrences: number;
  readonly textBytes: number;
};

/** Many times what people do by hand: beyond it a household would cost others their share of the service. */
export const CEILINGS: Holdings = {
  openSeries: 500,
  openOccurrences: 50_000,
  textBytes: 64 * 1_048_576,
};

export const NOTHING_HELD: Holdings = { openSeries: 0, openOccurrences: 0, textBytes: 0 };

/** The ceiling that a household would pass with `growth`. What does not grow is never refused, however much it is. */
export function passedCeiling(held: Holdings, growth: Holdings): keyof Holdings | null {
  const names = Object.keys(CEILINGS) as (keyof Holdings)[];
  return names.find((name) => growth[name] > 0 && held[name] + growth[name] > CEILINGS[name]) ?? null;
}

export function plus(one: Holdings, other: Holdings): Holdings {
  return {
    openSeries: one.openSeries + other.openSeries,
    openOccurrences: one.openOccurrences + other.openOccurrences,
    textBytes: one.textBytes + other.textBytes,
  };
}

/** What these occurrences and series hold, by household. */
export function holdingsOf(
  occurrences: readonly Occurrence[],
  series: readonly Pick<SeriesRecord, 'householdId' | 'endedAt'>[] = [],
): Map<HouseholdId, Holdings> {
  const held = new Map<HouseholdId, Holdings>();
  const add = (id: HouseholdId, more: Partial<Holdings>) =>
    held.set(id, plus(held.get(id) ?? NOTHING_HELD, { ...NOTHING_HELD, ...more }));
  for (const occurrence of occurrences) {
    const { householdId, status, deletedAt } = occurrence;
    if (status === 'TODO' && deletedAt === null)
      add(householdId, { openOccurrences: 1, textBytes: textBytesOf(occurrence) });
  }
  for (const { householdId, endedAt } of series) if (endedAt === null) add(householdId, { openSeries: 1 });
  return held;
}

const utf8 = new TextEncoder();

function textBytesOf({ title, notes }: Occurrence): number {
  return utf8.encode(title).length + utf8.encode(notes ?? '').length;
}
