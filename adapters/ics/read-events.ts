import ICAL from 'ical.js';
import type { CalendarWarnings } from '../../domain/days/event-days.js';
import {
  type CalendarEvent,
  type EventLength,
  type EventMoment,
  lengthBetween,
  UTC,
} from '../../domain/days/event.js';
import { parseCivilDate } from '../../domain/shared/civil-date.js';
import { parseCivilTime } from '../../domain/shared/civil-time.js';
import { DAY_MS } from '../../domain/shared/durations.js';
import { type ContentLine, decodeText } from './content-lines.js';
import { EventZones, zoneKey } from './event-zones.js';

/** The maximum number of events. Holiday calendars have fewer. */
const MAX_EVENTS = 5_000;
/** The maximum number of lines. A normal file with MAX_EVENTS events has fewer. */
const MAX_LINES = 100_000;
/** The maximum number of EXDATE and RDATE values of a file. */
const MAX_DATES = 15_000;
/** The maximum length of a line before its value, and of the values that are not lists of dates. */
const MAX_NAME = 500;
const MAX_VALUE = 8_000;
const MAX_DEPTH = 8;

/** The properties of a VEVENT that are read. Of the first kind, an event has one; of the second, it may have several. */
const SINGLE = [
  ...['UID', 'SEQUENCE', 'SUMMARY', 'STATUS', 'DTSTART', 'DTEND', 'DURATION', 'RECURRENCE-ID'],
] as const;
const SEVERAL = ['RRULE', 'EXRULE', 'EXDATE', 'RDATE'] as const;
const READ: ReadonlySet<string> = new Set([...SINGLE, ...SEVERAL]);
const DATES: ReadonlySet<string> = new Set(['EXDATE', 'RDATE']);
const MOMENTS: ReadonlySet<string> = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', ...DATES]);

type Properties = ReadonlyMap<string, readonly ContentLine[]>;
/** The properties of a VEVENT. `isWithdrawn` is true if its calendar only cancels events (METHOD:CANCEL, RFC 5546). */
type WrittenEvent = { readonly properties: Properties; readonly isWithdrawn: boolean };
type Property = { readonly params: Record<string, string>; readonly values: readonly unknown[] };
type Failure = 'NO_CALENDAR' | 'TOO_MANY_EVENTS' | 'TOO_MANY_DATES';

/** A line with a name, in capitals or in small letters, and a value. Lines of a broken text rarely look like that. */
const NAME = /^(?:[A-Z0-9-]+|[a-z0-9-]+)(?=[;:])/;
/** The lines of a VTIMEZONE that give its offsets. ical.js would refuse the whole definition for any other line. */
const ZONE_LINE = /^(?:BEGIN|END|TZID|DTSTART|TZOFFSETFROM|TZOFFSETTO|RRULE|RDATE)[;:]/i;
const COMPONENT = /^(BEGIN|END):([A-Z][A-Z0-9-]*)[ \t]*$/i;
const CANCEL = /^METHOD(?:;[^:]*)?:[ \t]*CANCEL[ \t]*$/i;
/**
 * A time zone without quotation marks, up to the next parameter or the date. Its name may contain colons and commas, as
 * in `TZID=tzone://Microsoft/Utc`, although RFC 5545 requires quotation marks then.
 */
const UNQUOTED_ZONE = /;TZID=([^";]*?)(?=;[\w-]+=|:\d{4})/i;
const QUOTED_PRINTABLE = /^QUOTED-PRINTABLE$/i;

/**
 * Returns the events of an iCalendar file. The structure of the file is read here, and ical.js parses the properties
 * that are needed, so a property that cannot be parsed does not make the file unreadable.
 *
 * Lines before the first and after the last calendar, and lines without a name, are left out. Returns NO_CALENDAR if the
 * file has no calendar, or one that is incomplete.
 */
export function readEvents(
  lines: Iterable<ContentLine>,
  warnings: CalendarWarnings,
): readonly CalendarEvent[] | Failure {
  const found = readComponents(lines, warnings);
  if (typeof found === 'string') return found;
  const reader = new EventReader(new EventZones(found.zones, warnings), warnings);
  const events = found.events.flatMap((event) => reader.read(event));
  return reader.dates > MAX_DATES ? 'TOO_MANY_DATES' : events;
}

type Components = {
  readonly events: readonly WrittenEvent[];
  /** The text of each VTIMEZONE, by the {@link zoneKey} of its TZID. */
  readonly zones: ReadonlyMap<string, string>;
};

function readComponents(lines: Iterable<ContentLine>, warnings: CalendarWarnings): Components | Failure {
  const events: WrittenEvent[] = [];
  let own: Properties[] = [];
  let isWithdrawn = false;
  const zones = new Map<string, string>();
  const inside: string[] = [];
  let properties = new Map<string, ContentLine[]>();
  let zone: string[] = [];
  let [calendars, count] = [0, 0];
  for (const line of lines) {
    count += 1;
    if (count > MAX_LINES) return 'TOO_MANY_EVENTS';
    const name = NAME.exec(line.raw)?.[0].toUpperCase();
    const [, edge, component = ''] = (name !== undefined && COMPONENT.exec(line.raw)) || [];
    const kind = component.toUpperCase();
    if (inside.length === 0 && (name !== 'BEGIN' || kind !== 'VCALENDAR')) {
      warnings.add('LINE_NOT_READ');
      continue;
    }
    if (inside[1] === 'VTIMEZONE' && ZONE_LINE.test(line.raw)) zone.push(line.text());
    if (edge === undefined) {
      if (name === undefined || name === 'BEGIN' || name === 'END') warnings.add('LINE_NOT_READ');
      else if (inside.length === 1) isWithdrawn ||= CANCEL.test(line.raw);
      else if (inside.length === 2 && inside[1] === 'VEVENT' && READ.has(name)) {
        const known = properties.get(name);
        if (known === undefined) properties.set(name, [line]);
        else known.push(line);
      }
    } else if (edge.toUpperCase() === 'BEGIN') {
      if (inside.length === MAX_DEPTH) return 'NO_CALENDAR';
      inside.push(kind);
      if (inside.length !== 2) continue;
      properties = new Map();
      zone = [line.raw];
      if (kind === 'VTODO' || kind === 'VJOURNAL') warnings.add('NOT_AN_EVENT');
    } else if (inside.pop() !== kind) return 'NO_CALENDAR';
    else if (inside.length === 0) {
      calendars += 1;
      for (const event of own) events.push({ properties: event, isWithdrawn });
      [own, isWithdrawn] = [[], false];
    } else if (inside.length === 1 && kind === 'VEVENT') {
      if (events.length + own.length === MAX_EVENTS) return 'TOO_MANY_EVENTS';
      own.push(properties);
    } else if (inside.length === 1 && kind === 'VTIMEZONE') {
      const id = zone.find((one) => /^TZID[;:]/i.test(one))?.replace(/^[^:]*:/, '');
      if (id !== undefined) zones.set(zoneKey(id), zone.join('\r\n'));
    }
  }
  return inside.length === 0 && calendars > 0 ? { events, zones } : 'NO_CALENDAR';
}

/** A date of ical.js. It writes a date without `VALUE=DATE` with an empty time, and a time may lack seconds. */
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:T::|T(\d{2}:\d{2}):(?:\d{2})?(Z?))?$/;

class EventReader {
  readonly #zones: EventZones;
  readonly #warnings: CalendarWarnings;
  /** The number of EXDATE and RDATE values so far. Above MAX_DATES, they are not read any more. */
  dates = 0;

  constructor(zones: EventZones, warnings: CalendarWarnings) {
    this.#zones = zones;
    this.#warnings = warnings;
  }

  /** Returns the event, or an empty list with a warning if it has no valid start. */
  read({ properties, isWithdrawn }: WrittenEvent): readonly CalendarEvent[] {
    const one = (name: (typeof SINGLE)[number]) => this.#parse(properties.get(name)?.[0]);
    const all = (name: (typeof SEVERAL)[number]) => properties.get(name) ?? [];
    const text = (name: (typeof SINGLE)[number]) => {
      const property = one(name);
      const value = property?.values[0];
      const isText = typeof value === 'string' || typeof value === 'number';
      return isText && property ? decodeQuoted(String(value), property) : '';
    };
    const summary = text('SUMMARY');
    if (isWithdrawn) this.#warnings.add('CANCELLATION', summary);
    const lost = () => this.#warnings.add('DATE_NOT_READ', summary);
    const moment = (name: (typeof SINGLE)[number]) => {
      const property = one(name);
      if (property === null) return null;
      const read = this.#moment(property.values[0], property);
      if (read === null) lost();
      return read;
    };
    const start = moment('DTSTART');
    if (start === null) {
      if (!properties.has('DTSTART')) lost();
      return [];
    }
    const dates = (name: 'EXDATE' | 'RDATE') =>
      all(name).flatMap((line) => {
        this.dates += 1 + line.raw.split(',').length;
        const property = this.dates > MAX_DATES ? null : this.#parse(line);
        return property?.values.map((value) => ({ value, property })) ?? [];
      });
    if (all('EXRULE').length > 0) this.#warnings.add('RULE_NOT_SUPPORTED', `${summary} (EXRULE)`);
    const recurrenceId = moment('RECURRENCE-ID');
    if (recurrenceId !== null && one('RECURRENCE-ID')?.params['range'] !== undefined)
      this.#warnings.add('RULE_NOT_SUPPORTED', `${summary} (RANGE=THISANDFUTURE)`);
    const end = moment('DTEND');
    return [
      {
        uid: text('UID'),
        sequence: Number(text('SEQUENCE')) || 0,
        summary,
        isCancelled: isWithdrawn || text('STATUS').toUpperCase() === 'CANCELLED',
        start,
        length: end === null ? this.#duration(text('DURATION'), lost) : lengthBetween(start, end),
        rules: all('RRULE').map((line) => {
          const text = line.text();
          return text.slice(valueAt(text) ?? text.length).trim();
        }),
        exdates: dates('EXDATE').flatMap(({ value, property }) => {
          const read = this.#moment(value, property);
          if (read === null) lost();
          return read ?? [];
        }),
        rdates: dates('RDATE').flatMap(({ value, property }) => {
          const [from, to = ''] = Array.isArray(value) ? (value as unknown[]) : [value];
          const read = this.#moment(from, property);
          if (read === null) {
            lost();
            return [];
          }
          const until = this.#moment(to, property);
          const length = until === null ? this.#duration(String(to), lost) : lengthBetween(read, until);
          return [{ start: read, length }];
        }),
        recurrenceId,
      },
    ];
  }

  /** Parses a line with ical.js. Returns null if there is none, or with a warning if it is not valid. */
  #parse(line: ContentLine | undefined): Property | null {
    if (line === undefined) return null;
    const written = line.text();
    const name = NAME.exec(written)?.[0].toUpperCase() ?? '';
    const text = MOMENTS.has(name) ? written.replace(UNQUOTED_ZONE, ';TZID="$1"') : written;
    const value = valueAt(text);
    try {
      if (value === null || value > MAX_NAME) throw new RangeError('The line has no value');
      const bounded = DATES.has(name) ? text : text.slice(0, value + MAX_VALUE);
      const [, params, , ...values] = ICAL.parse.property(bounded.trimEnd()) as [
        string,
        Record<string, string>,
        string,
        ...unknown[],
      ];
      return { params, values };
    } catch {
      this.#warnings.add('LINE_NOT_READ');
      return null;
    }
  }

  /** Returns the date and time of a value of ical.js, or null if it is not a valid date. */
  #moment(value: unknown, { params }: Property): EventMoment | null {
    const match = MOMENT.exec(String(value).trim());
    const date = match === null ? null : parseCivilDate(match[1] ?? '');
    if (match === null || date === null) return null;
    if (match[2] === undefined) return { date, time: null, zone: null };
    const time = parseCivilTime(match[2]);
    if (time === null) return null;
    if (match[3] === 'Z') return { date, time, zone: UTC };
    const name = params['tzid'];
    return { date, time, zone: name === undefined ? null : this.#zones.find(name) };
  }

  /**
   * Returns a DURATION, or null if there is none, or with a warning if it is not valid. Weeks and days are days of the
   * calendar, hours are elapsed time (RFC 5545, section 3.3.6). Hours that make complete days, such as PT24H, count as
   * days, because programs write whole days like this.
   */
  #duration(text: string, lost: () => void): EventLength | null {
    if (text === '') return null;
    try {
      const duration = ICAL.Duration.fromString(text);
      const whole = duration.toSeconds() * 1000;
      if (whole <= 0) return NO_LENGTH;
      const onClock = whole % DAY_MS === 0 ? whole : (7 * duration.weeks + duration.days) * DAY_MS;
      return { onClock, exact: whole - onClock };
    } catch {
      lost();
      return null;
    }
  }
}

const NO_LENGTH: EventLength = { onClock: 0, exact: 0 };

/** Returns the text of a property. vCalendar 1.0 may encode it in quoted-printable (RFC 2045, section 6.7). */
function decodeQuoted(text: string, { params }: Property): string {
  const { encoding = '', charset = null } = params;
  if (!QUOTED_PRINTABLE.test(encoding)) return text;
  const bytes = Buffer.from(text)
    .toString('latin1')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return decodeText(bytes, charset);
}

/** Returns where the value of a line begins: after the first colon outside of quotation marks. Null if there is none. */
function valueAt(text: string): number | null {
  let isQuoted = false;
  for (let at = 0; at < text.length && at <= MAX_NAME; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === ':' && !isQuoted) return at + 1;
  }
  return null;
}
