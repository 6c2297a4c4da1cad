import { IANAZone } from 'luxon';
import { ok, warn, type Finding } from './finding.js';

/** Recent changes of time zone rules. With older data, times in these zones are off by an hour. */
const RECENT_RULES = [
  { zone: 'America/Mexico_City', at: '2023-07-01T12:00:00Z', offset: -360, since: '2022f' },
  { zone: 'Asia/Almaty', at: '2024-06-01T12:00:00Z', offset: 300, since: '2024a' },
  { zone: 'America/Asuncion', at: '2025-07-01T12:00:00Z', offset: -180, since: '2025a' },
] as const;

/** Returns the offset of a zone in minutes. A parameter, so that tests can simulate old data. */
export type OffsetOf = (zone: string, instant: number) => number;
const luxonOffset: OffsetOf = (zone, instant) => IANAZone.create(zone).offset(instant);

/** Checks that the time zone data, which is part of Node's ICU, is recent. */
export function checkTimeZones(offsetOf: OffsetOf = luxonOffset): Finding {
  const { tz = 'unknown', icu = 'none', node } = process.versions;
  const saw = `tzdata ${tz} (ICU ${icu}, Node ${node})`;
  const missing = RECENT_RULES.filter(({ zone, at, offset }) => offsetOf(zone, Date.parse(at)) !== offset);
  if (missing.length === 0)
    return ok('time zones', `${saw} contains the rules of ${RECENT_RULES.at(-1)?.since}`);
  const names = missing.map(({ zone, since }) => `${zone} (${since})`).join(', ');
  return warn(
    'time zones',
    `${saw} lacks the rules of ${names}`,
    'use a newer release of Node 26, which contains newer data',
  );
}
