import { InputReader } from '../shared/input-reader.js';
import { daysInMonth, fromParts, toParts, type CivilDate } from '../shared/civil-date.js';
import type { Reading } from '../shared/problem.js';

/** A day of any year as `MM-DD`. The last day of February may be written as `02-29`. */
export type MonthDay = string & { readonly __monthDay: true };

/** A part of the year. Both days are inclusive. If `to` is before `from`, the part includes New Year. */
type SeasonPart = { readonly from: MonthDay; readonly to: MonthDay };

/** The parts of the year in which a series has dates, ordered by their first day. */
export type Season = readonly SeasonPart[];

export const SEASON_MAX_PARTS = 4;

/** Returns true if the date is in the season. A `season` of null contains every date. */
export function inSeason(season: Season | null, date: CivilDate): boolean {
  if (season === null) return true;
  const day = date.slice(5);
  return season.some(({ from, to }) => (from <= to ? from <= day && day <= to : from <= day || day <= to));
}

/**
 * Two leap days are at most eight years apart, so the search for a season that starts on 29 February can stop
 * after this many years.
 */
const YEARS_BETWEEN_LEAP_DAYS = 8;

/** Returns the date itself if it is in the season, otherwise the next first day of a part of the season. */
export function nextInSeason(season: Season | null, date: CivilDate): CivilDate {
  if (season === null || inSeason(season, date)) return date;
  const { year } = toParts(date);
  for (let y = year; y <= year + YEARS_BETWEEN_LEAP_DAYS; y += 1) {
    const [first] = season
      .map(({ from }) => firstDay(y, from))
      .filter((day) => day > date && inSeason(season, day))
      .sort();
    if (first !== undefined) return first;
  }
  return date;
}

/** Returns the first day of a season part in that year: 1 March instead of 29 February in common years. */
function firstDay(year: number, from: MonthDay): CivilDate {
  const [month, day] = [Number(from.slice(0, 2)), Number(from.slice(3))];
  return day > daysInMonth(year, month)
    ? fromParts({ year, month: month + 1, day: 1 })
    : fromParts({ year, month, day });
}

/** Reads a season from untrusted JSON. Returns the season or all problems. Duplicate parts are removed. */
export function readSeason(input: unknown): Reading<Season> {
  const reader = new InputReader();
  const parts = (reader.list(input ?? null, '', [1, SEASON_MAX_PARTS]) ?? []).flatMap((value, place) => {
    const part = reader.object(value ?? null, `[${place}]`);
    const [from, to] = (['from', 'to'] as const).map((field) =>
      readMonthDay(reader, part?.[field] ?? null, `[${place}].${field}`),
    );
    return from && to ? [{ from, to }] : [];
  });
  if (reader.problems.length > 0) return { ok: false, problems: reader.problems };
  const unique = new Map(parts.map((part) => [`${part.from} ${part.to}`, part]));
  return { ok: true, value: [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part) };
}

const A_LEAP_YEAR = 2000;

function readMonthDay(reader: InputReader, value: unknown, field: string): MonthDay | undefined {
  const isForm = typeof value === 'string' && /^\d{2}-\d{2}$/.test(value);
  const [month, day] = isForm ? [Number(value.slice(0, 2)), Number(value.slice(3))] : [0, 0];
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(A_LEAP_YEAR, month);
  return exists
    ? (value as MonthDay)
    : reader.report(field, 'isMonthDay', 'must be a day of a year, as 04-01');
}
