import { contentLines } from './content-lines.js';

/**
 * One property without its name, for example the parameters and the value of
 * `DTSTART;TZID=Europe/Paris:20261225T100000`.
 */
export type Property = { readonly params: string; readonly value: string };

/** The properties of a VEVENT that are needed to find its dates and name. */
export type RawEvent = { readonly [Name in EventProperty]?: Property } & {
  readonly exdates: readonly Property[];
  readonly rdates: readonly Property[];
};

const PROPERTIES = [
  'UID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'SUMMARY',
  'RRULE',
  'RECURRENCE-ID',
  'STATUS',
] as const;
type EventProperty = (typeof PROPERTIES)[number];
const KNOWN: ReadonlySet<string> = new Set(PROPERTIES);

/** The maximum number of events. Holiday calendars have fewer. */
export const MAX_EVENTS = 5_000;
/** The maximum number of lines. A normal file with MAX_EVENTS events has fewer. */
const MAX_LINES = 100_000;
/** The maximum number of EXDATE lines of one event, and of RDATE lines. */
const MAX_DATE_LINES = 500;

/**
 * Returns the events of an iCalendar text. Returns null if the text is not a complete calendar or is nested too
 * deeply, and `tooMany` if it has too many lines, events or lines with dates.
 */
export function readIcsEvents(text: string): readonly RawEvent[] | 'tooMany' | null {
  const events: RawEvent[] = [];
  const inside: string[] = [];
  let properties: Record<string, Property> = {};
  let dates: { EXDATE: Property[]; RDATE: Property[] } = { EXDATE: [], RDATE: [] };
  let [calendars, lines] = [0, 0];
  for (const line of contentLines(text.startsWith('\ufeff') ? text.slice(1) : text)) {
    lines += 1;
    if (lines > MAX_LINES) return 'tooMany';
    const parsed = readProperty(line);
    if (parsed === null) {
      if (inside.length === 0) return null;
      continue;
    }
    const { name, property } = parsed;
    if (name === 'BEGIN') {
      const component = property.value.toUpperCase();
      if (inside.length === 0 && component !== 'VCALENDAR') return null;
      if (inside.length >= MAX_DEPTH) return null;
      inside.push(component);
      if (inside.length === 2) [properties, dates] = [{}, { EXDATE: [], RDATE: [] }];
    } else if (inside.length === 0) return null;
    else if (name === 'END') {
      if (inside.pop() !== property.value.toUpperCase()) return null;
      if (inside.length === 0) calendars += 1;
      else if (inside.length === 1 && property.value.toUpperCase() === 'VEVENT') {
        if (events.length === MAX_EVENTS) return 'tooMany';
        events.push({ ...properties, exdates: dates.EXDATE, rdates: dates.RDATE });
      }
    } else if (inside.length === 2 && inside[1] === 'VEVENT') {
      if (KNOWN.has(name)) properties[name] ??= property;
      else if (name === 'EXDATE' || name === 'RDATE') {
        if (dates[name].length === MAX_DATE_LINES) return 'tooMany';
        dates[name].push(property);
      }
    }
  }
  return inside.length === 0 && calendars > 0 ? events : null;
}

const MAX_DEPTH = 8;

/**
 * Splits a content line into name, parameters and value. The value begins after the first colon outside quotation
 * marks. Returns null if there is no such colon.
 */
function readProperty(line: string): { readonly name: string; readonly property: Property } | null {
  let quoted = false;
  let params = -1;
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code === QUOTE) quoted = !quoted;
    else if (quoted) continue;
    else if (code === SEMICOLON && params < 0) params = at;
    else if (code === COLON) {
      const name = line.slice(0, params < 0 ? at : params).toUpperCase();
      const property = {
        params: params < 0 ? '' : line.slice(params + 1, at),
        value: line.slice(at + 1).trim(),
      };
      return { name, property };
    }
  }
  return null;
}

const [QUOTE, COLON, SEMICOLON] = [34, 58, 59];
