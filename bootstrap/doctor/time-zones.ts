import { IANAZone } from 'luxon';
import { ok, warn, type Finding } from './finding.js';

/** Rules that governments changed lately: whoever has old data shows and reminds an hour off there. */
const RECENT_RULES = [
  { zone: 'America/Mexico_City', at: '2023-07-01T12:00:00Z', offset: -360, since: '2022f' },
  { zone: 'Asia/Almaty', at: '2024-06-01T12:00:00Z', offset: 300, since: '2024a' },
  { zone: 'America/Asuncion', at: '2025-07-01T12:00:00Z', offset: -180, since: '2025a' },
] as const;

/** The offset in minutes that this program would use; given so that old data can be tried. */
export type OffsetOf = (zone: string, instant: number) => number;
const luxonOffset: OffsetOf = (zone, instant) => IANAZone.create(zone).offset(instant);

/** Zones come with Node's ICU. */
export function checkTimeZones(offsetOf: OffsetOf = luxonOffset): Finding {
  const { tz = 'unknown', icu = 'none', node } = process.versions;
  const saw = `tzdata ${tz} (ICU ${icu}, Node ${node})`;
  const missing = RECENT_RULES.filter(({ zone, at, offset }) => offsetOf(zone, Date.parse(at)) !== offset);
  if (missing.length === 0)
    return ok('time zones', `${saw} knows the rules of ${RECENT_RULES.at(-1)?.since}`);
  const names = missing.map(({ zone, since }) => `${zone} (${since})`).join(', ');
  return warn('time zones', `${saw} does not know: ${names}`, 'use a newer Node 24, which brings newer data');
}
