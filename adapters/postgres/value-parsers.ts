import pg from 'pg';

const { DATE, INT8, TIME, TIMESTAMPTZ } = pg.types.builtins;
/** Array types, which the driver has no names for. */
const [INT4_ARRAY, UUID_ARRAY] = [1007, 2951];

/**
 * How values come out of the database. The driver's own parsers would make a DATE an instant of the process's
 * zone, and they build arrays character by character.
 */
export function valueParsers(): pg.TypeOverrides {
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(INT8, parseInt8);
  parsers.setTypeParser(DATE, (text) => text);
  parsers.setTypeParser(TIME, (text) => text.slice(0, 5));
  parsers.setTypeParser(TIMESTAMPTZ, parseInstant);
  parsers.setTypeParser(INT4_ARRAY, (text) => plainElements(text).map(Number));
  parsers.setTypeParser(UUID_ARRAY, plainElements);
  return parsers;
}

/** Text, as in the database, where a number would not be exact. */
function parseInt8(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** `2026-11-21 09:30:00.5+00`, the ISO style in UTC: milliseconds since 1970. */
export function parseInstant(text: string): number {
  if (!text.endsWith('+00') || text[10] !== ' ') return Date.parse(toIso(text));
  const at = (from: number) => (text.charCodeAt(from) - 48) * 10 + text.charCodeAt(from + 1) - 48;
  const fraction = text[19] === '.' ? Number(text.slice(20, -3).slice(0, 3).padEnd(3, '0')) : 0;
  return Date.UTC(at(0) * 100 + at(2), at(5) - 1, at(8), at(11), at(14), at(17), fraction);
}

/** What a server that shows another zone sends: offsets may lack their minutes. */
function toIso(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/** Elements that are never quoted and never null: ids and numbers. */
function plainElements(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}
