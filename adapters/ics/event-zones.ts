import ICAL from 'ical.js';
import { type EventZone, ianaZone, UTC } from '../../domain/days/event.js';
import type { CalendarWarnings } from '../../domain/days/event-days.js';
import { dayNumberToParts, fromDayNumber, toDayNumber } from '../../domain/shared/civil-date.js';
import { fromMinutes, toMinutes } from '../../domain/shared/civil-time.js';
import { DAY_MS, MINUTE_MS } from '../../domain/shared/durations.js';
import { parseTimeZone } from '../../domain/shared/zone.js';
import { WINDOWS_ZONES } from './windows-zones.js';

/** The maximum number of different time zones in a file. Further names are not known. */
const MAX_ZONES = 50;
const UTC_NAMES = /^(?:UTC|GMT|Z|Etc\/(?:UTC|GMT)|tzone:\/\/Microsoft\/Utc)$/i;

/** Old names of the IANA database without a slash, with the zones to which it links them. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  ...{ cet: 'Europe/Brussels', met: 'Europe/Brussels', eet: 'Europe/Athens', wet: 'Europe/Lisbon' },
  ...{ est5edt: 'America/New_York', cst6cdt: 'America/Chicago', mst7mdt: 'America/Denver' },
  ...{ pst8pdt: 'America/Los_Angeles', est: 'America/Panama', mst: 'America/Phoenix' },
  ...{ hst: 'Pacific/Honolulu', gb: 'Europe/London', eire: 'Europe/Dublin', japan: 'Asia/Tokyo' },
};

/**
 * Returns the form of a time zone's name (TZID) that is the same wherever a file writes it. In the definition of the
 * zone, a comma in the name is written with a backslash (RFC 5545, section 3.3.11). In a date, it is not.
 */
export const zoneKey = (name: string): string =>
  name
    .replaceAll(/\\([\\,;"])/g, '$1')
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();

/** Finds the time zones that one file names (TZID), and caches them. */
export class EventZones {
  readonly #known = new Map<string, EventZone | null>();
  readonly #definitions: ReadonlyMap<string, string>;
  readonly #warnings: CalendarWarnings;

  /** @param definitions the text of each VTIMEZONE of the file, by its {@link zoneKey} */
  constructor(definitions: ReadonlyMap<string, string>, warnings: CalendarWarnings) {
    this.#definitions = definitions;
    this.#warnings = warnings;
  }

  /**
   * Returns the time zone with that name, or null with a warning if it is not known. The name is looked up in the IANA
   * database, also without a prefix as in `/example.org/Europe/Paris`, then among the names of Windows. Last, the
   * definition in the file itself is used.
   */
  find(written: string): EventZone | null {
    const name = zoneKey(written);
    let zone = this.#known.get(name);
    if (zone === undefined) {
      zone = this.#known.size < MAX_ZONES ? this.#look(name) : null;
      if (this.#known.size < MAX_ZONES) this.#known.set(name, zone);
    }
    if (zone === null) this.#warnings.add('ZONE_NOT_KNOWN', name);
    return zone;
  }

  #look(name: string): EventZone | null {
    if (UTC_NAMES.test(name)) return UTC;
    const parts = name.slice(0, MAX_NAME).split('/');
    const names = [name, parts.slice(-3).join('/'), parts.slice(-2).join('/')];
    const key = name.toLowerCase();
    for (const one of [...names, SHORT_NAMES[key] ?? '', WINDOWS_ZONES.get(key) ?? '']) {
      const zone = parseTimeZone(one);
      if (zone !== null) return ianaZone(zone);
    }
    const definition = this.#definitions.get(name);
    return definition === undefined ? null : definedZone(name, definition);
  }
}

const MAX_NAME = 200;

/** Returns the time zone that a VTIMEZONE defines, or null if it is not valid. */
function definedZone(name: string, definition: string): EventZone | null {
  try {
    const component = new ICAL.Component(ICAL.parse(definition) as object[]);
    const isComplete = component
      .getAllSubcomponents()
      .some((one) => one.hasProperty('dtstart') && one.hasProperty('tzoffsetto'));
    if (!isComplete) return null;
    const zone = new ICAL.Timezone({ component, tzid: name });
    /** Returns the offset at a local time in milliseconds, which is given as if it were UTC. */
    const offsetAt = (local: number): number => {
      const day = Math.floor(local / DAY_MS);
      const minute = Math.floor((local - day * DAY_MS) / MINUTE_MS);
      const time = { hour: Math.floor(minute / 60), minute: minute % 60, second: 0, isDate: false };
      return zone.utcOffset(ICAL.Time.fromData({ ...dayNumberToParts(day), ...time })) * 1000;
    };
    offsetAt(0);
    return {
      name: `VTIMEZONE ${name}`,
      toInstant: (date, time) => {
        const local = toDayNumber(date) * DAY_MS + toMinutes(time) * MINUTE_MS;
        return local - offsetAt(local);
      },
      momentAt: (instant) => {
        const local = instant + offsetAt(instant + offsetAt(instant));
        const day = Math.floor(local / DAY_MS);
        return {
          date: fromDayNumber(day),
          time: fromMinutes(Math.floor((local - day * DAY_MS) / MINUTE_MS)),
        };
      },
    };
  } catch {
    return null;
  }
}
