import { expand, toPeriods } from '../../recurrence/expand.js';
import { readRecurrence } from '../../recurrence/read-recurrence.js';
import type { RecurrenceRule } from '../../recurrence/rule.js';
import { addDays, type CivilDate, fromDayNumber, laterDate, toDayNumber } from '../../shared/civil-date.js';
import { DAY_MS } from '../../shared/durations.js';
import { normalize } from '../../shared/normal-form.js';
import { strippedName, visibleName } from '../../shared/visible-name.js';
import type { TimeZone } from '../../shared/zone.js';
import { CALENDAR_DAYS_LIMIT, type CalendarDay, sortDays, LONGEST_DAYS, MAX_DAY_NAME } from '../calendar.js';
import { type Property, type RawEvent, readIcsEvents } from './events.js';
import {
  datesOf,
  isWrittenAt,
  lengthOf,
  type Moment,
  readDuration,
  readMoment,
  ZoneNames,
} from './moments.js';

type Window = { readonly from: CivilDate; readonly to: CivilDate };

/**
 * The maximum cost of reading one text, where each date costs 1, and the maximum number of different rules in
 * a text.
 */
const MAX_COST = 15_000;
const MAX_RULES = 200;
/**
 * The additional cost of a rule with BYSETPOS, because all days of a month are examined, and of a rule with
 * COUNT, because it is expanded from its start.
 */
const COST_OF_PLACES = 1_500;
const COST_OF_COUNT = 200;
const COST_OF_RULE = 3;
/** The additional cost of a date in another time zone, because its offsets must be looked up. */
const COST_OF_ZONE = 15;

class TooMany extends Error {}

/**
 * Returns the special days of an iCalendar text (RFC 5545), as dates in the zone `home`. Returns NO_CALENDAR if the
 * text is not a complete calendar, and TOO_MANY_EVENTS if it exceeds a limit.
 *
 * - Only days that overlap the window are returned, and at most CALENDAR_DAYS_LIMIT of them. Future days are
 *   preferred to past days.
 * - Cancelled events are left out.
 * - If a recurrence rule is not supported, only the first date of the event and its RDATE dates are used.
 *
 * The cost is bounded for any text of a given length.
 */
export function readIcs(
  text: string,
  { home, today, window }: { readonly home: TimeZone; readonly today: CivilDate; readonly window: Window },
): readonly CalendarDay[] | 'NO_CALENDAR' | 'TOO_MANY_EVENTS' {
  const events = readIcsEvents(text);
  if (events === null) return 'NO_CALENDAR';
  if (events === 'tooMany') return 'TOO_MANY_EVENTS';
  try {
    return keptDays(new Reader(home, window).read(events), today);
  } catch (error) {
    if (error instanceof TooMany) return 'TOO_MANY_EVENTS';
    throw error;
  }
}

/** Limits the number of days, with future days preferred, and cleans their names. */
function keptDays(days: readonly CalendarDay[], today: CivilDate): readonly CalendarDay[] {
  const unique = sortDays(days);
  const coming = unique.filter(({ to }) => to >= today);
  const past = unique.filter(({ to }) => to < today);
  const kept = [...past, ...coming.slice(0, CALENDAR_DAYS_LIMIT)].slice(-CALENDAR_DAYS_LIMIT);
  const names = new Map<string, string>();
  for (const { name } of kept)
    if (!names.has(name)) names.set(name, readName(name, names.size < MAX_JOINED_NAMES));
  return sortDays(kept.map((day) => ({ ...day, name: names.get(day.name) ?? day.name })));
}

class Reader {
  readonly #home: TimeZone;
  readonly #window: Window;
  /**
   * The earliest start of an event that may overlap the window. An event that begins earlier and lasts at
   * most a year ends before the window.
   */
  readonly #first: CivilDate;
  /**
   * The latest start of an event that may overlap the window. An event that begins later does not overlap it
   * in any time zone.
   */
  readonly #last: CivilDate;
  readonly #zones = new ZoneNames();
  readonly #rules = new Map<string, RecurrenceRule | null>();
  #cost = 0;

  constructor(home: TimeZone, window: Window) {
    this.#home = home;
    this.#window = window;
    this.#first = addDays(window.from, -LONGEST_DAYS - 2);
    this.#last = addDays(window.to, 1);
  }

  read(events: readonly RawEvent[]): readonly CalendarDay[] {
    const moved = this.#movedDates(events);
    return events.flatMap((event) => {
      if (event.STATUS?.value.toUpperCase() === 'CANCELLED') return [];
      const start = event.DTSTART && readMoment(event.DTSTART, this.#zones);
      if (!start) return [];
      const end = event.DTEND === undefined ? null : readMoment(event.DTEND, this.#zones);
      const length = lengthOf(start, end, event.DURATION ? readDuration(event.DURATION.value) : null);
      const name = event.SUMMARY?.value ?? '';
      return this.#beginnings(event, start, length, moved).flatMap((beginning) =>
        this.#day(beginning, length, name),
      );
    });
  }

  /** Returns, by UID, the dates of repeating events that another event replaces (RECURRENCE-ID). */
  #movedDates(events: readonly RawEvent[]): ReadonlyMap<string, ReadonlySet<CivilDate>> {
    const moved = new Map<string, Set<CivilDate>>();
    for (const event of events) {
      const id = event['RECURRENCE-ID'];
      if (id === undefined) continue;
      const uid = event.UID?.value ?? '';
      const dates = moved.get(uid) ?? new Set();
      for (const date of this.#datesIn([id])) dates.add(date);
      moved.set(uid, dates);
    }
    return moved;
  }

  /**
   * Returns the starts of the event, in the event's own time zone: its first date, its RDATE dates, and the dates of
   * its rule near the window. Excluded and replaced dates are left out.
   */
  #beginnings(
    event: RawEvent,
    start: Moment,
    length: number | null,
    moved: ReadonlyMap<string, ReadonlySet<CivilDate>>,
  ): readonly Moment[] {
    const isOne = event['RECURRENCE-ID'] !== undefined;
    const out = new Set(isOne ? [] : this.#datesIn(event.exdates));
    if (!isOne) for (const date of moved.get(event.UID?.value ?? '') ?? []) out.add(date);
    const rule = isOne || event.RRULE === undefined ? null : this.#rule(event.RRULE.value);
    const repeated = rule === null ? [] : this.#repeat(rule, start.date, length ?? 0);
    const dates = [...new Set([start.date, ...repeated])].filter((date) => !out.has(date));
    const others = isOne ? [] : this.#momentsIn(event.rdates);
    return [...dates.map((date) => ({ ...start, date })), ...others.filter(({ date }) => !out.has(date))];
  }

  #day(start: Moment, length: number | null, name: string): readonly CalendarDay[] {
    const { from: first, to: last } = this.#window;
    const isOver = start.date < this.#first && (length ?? 0) < LONGEST_DAYS * DAY_MS;
    if (isOver || start.date > this.#last) return [];
    this.#spend(isWrittenAt(start, this.#home) ? 1 : COST_OF_ZONE);
    const { from, to } = datesOf(start, length, this.#home);
    if (from > last || to < first) return [];
    if (toDayNumber(to) - toDayNumber(from) < LONGEST_DAYS) return [{ from, to, name }];
    const begin = laterDate(from, first);
    const end = addDays(begin, LONGEST_DAYS - 1);
    return [{ from: begin, to: to < end ? to : end, name }];
  }

  /** Returns the dates of a rule on which an event may begin and still overlap the window. */
  #repeat(rule: RecurrenceRule, start: CivilDate, length: number): readonly CivilDate[] {
    this.#spend(rule.bySetPosition === undefined ? COST_OF_RULE : COST_OF_PLACES);
    const days = Math.min(Math.ceil(Math.max(length, 0) / DAY_MS), LONGEST_DAYS) + 1;
    const [from, to] = [addDays(this.#window.from, -days), addDays(this.#last, 1)];
    const dates: CivilDate[] = [];
    const take = (date: CivilDate) => {
      this.#spend();
      dates.push(date);
    };
    if (rule.count === undefined) for (const date of datesWithin(rule, start, { from, to })) take(date);
    else {
      this.#spend(COST_OF_COUNT);
      for (const { date } of expand(rule, start, from, to)) take(date);
    }
    return dates;
  }

  #datesIn(properties: readonly Property[]): readonly CivilDate[] {
    return this.#momentsIn(properties).map(({ date }) => date);
  }

  #momentsIn(properties: readonly Property[]): readonly Moment[] {
    return properties.flatMap(({ params, value }) =>
      value.split(',').flatMap((one) => {
        this.#spend();
        const [begin = ''] = one.split('/');
        return readMoment({ params, value: begin.trim() }, this.#zones) ?? [];
      }),
    );
  }

  #rule(text: string): RecurrenceRule | null {
    const known = this.#rules.get(text);
    if (known !== undefined) return known;
    if (this.#rules.size === MAX_RULES) throw new TooMany();
    if (/BYSETPOS/i.test(text)) this.#spend(COST_OF_PLACES);
    const read = readRecurrence(text, this.#home);
    const rule = read.ok && !('kind' in read.value) ? read.value : null;
    this.#rules.set(text, rule);
    return rule;
  }

  #spend(cost = 1): void {
    this.#cost += cost;
    if (this.#cost > MAX_COST) throw new TooMany();
  }
}

/**
 * Yields the dates of a rule within the window, without their indexes. To compute an index, all dates since the start
 * of the rule would have to be counted.
 */
function* datesWithin(rule: RecurrenceRule, start: CivilDate, { from, to }: Window): Generator<CivilDate> {
  const lower = toDayNumber(laterDate(start, from));
  const upper = Math.min(toDayNumber(to), rule.until === undefined ? Infinity : toDayNumber(rule.until) + 1);
  const periods = toPeriods(rule, start);
  for (let period = periods.firstReaching(lower); periods.findStart(period) < upper; period += 1)
    for (const day of periods.listDates(period)) if (day >= lower && day < upper) yield fromDayNumber(day);
}

/** The name of a day without a name, or with only invisible characters. */
const NAMELESS = '–';

/**
 * Recognising joined emoji is slow. If a text has more names than this, the remaining names are cleaned
 * without it.
 */
const MAX_JOINED_NAMES = 30;

/** Cleans the name of a special day: one line, NFC, visible characters only, cut at the maximum length. */
function readName(raw: string, mayBeJoined: boolean): string {
  const text = raw
    .slice(0, 4 * MAX_DAY_NAME)
    .replace(/\\([nN,;\\])/g, (_, one: string) => (/n/i.test(one) ? ' ' : one));
  const line = normalize(
    text
      .toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
  );
  const cut = Array.from(line).slice(0, MAX_DAY_NAME).join('');
  const seen = (mayBeJoined ? visibleName(cut) : strippedName(cut)).trim();
  return seen === '' ? NAMELESS : seen;
}
