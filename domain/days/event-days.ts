import { expand, toPeriods } from '../recurrence/expand.js';
import { readRecurrence } from '../recurrence/read-recurrence.js';
import { type RecurrenceRule, timesOf } from '../recurrence/rule.js';
import {
  addDays,
  type CivilDate,
  fromDayNumber,
  laterDate,
  parseCivilDate,
  toDayNumber,
} from '../shared/civil-date.js';
import { type CivilTime, parseCivilTime } from '../shared/civil-time.js';
import { DAY_MS } from '../shared/durations.js';
import { normalize } from '../shared/normal-form.js';
import { strippedName, visibleName } from '../shared/visible-name.js';
import type { TimeZone } from '../shared/zone.js';
import { type CalendarDay, limitDays, LONGEST_DAYS, MAX_DAY_NAME, sortDays } from './calendar.js';
import { CALENDAR_WARNINGS, type CalendarWarning, type CalendarWarningCode } from './calendar-warning.js';
import {
  type CalendarEvent,
  datesOf,
  dependsOnOffsets,
  type EventLength,
  type EventMoment,
  type EventZone,
  ianaZone,
  UTC,
  usualLength,
} from './event.js';

type Window = { readonly from: CivilDate; readonly to: CivilDate };
export type EventDaysContext = {
  readonly home: TimeZone;
  readonly today: CivilDate;
  readonly window: Window;
};

/** The maximum cost of one file, where each date costs 1, and the maximum number of different rules in a file. */
const MAX_COST = 15_000;
const MAX_RULES = 200;
/**
 * The additional cost of a rule with BYSETPOS, because all days of a month are examined, and of a rule with
 * COUNT, because it is expanded from its start.
 */
const COST_OF_PLACES = 1_500;
const COST_OF_COUNT = 200;
const COST_OF_RULE = 3;
/** The additional cost of a date that depends on time zones, because their offsets must be looked up. */
const COST_OF_ZONE = 15;

class TooManyDates extends Error {}

/**
 * Returns the special days of events as dates in the zone `home`. Returns TOO_MANY_DATES if the events have more dates
 * than a calendar of special days has; the cost is thus bounded for any events.
 *
 * - Only days that overlap the window are returned, and at most CALENDAR_DAYS_LIMIT of them. Future days are
 *   preferred to past days.
 * - Cancelled events, and older revisions of an event (RFC 5545, section 3.8.7.4), are left out.
 * - If a recurrence rule is not supported, only the first date of the event and its RDATE dates are used.
 *
 * What is left out of the window's days is added to `warnings`.
 */
export function daysOfEvents(
  events: readonly CalendarEvent[],
  context: EventDaysContext,
  warnings: CalendarWarnings,
): readonly CalendarDay[] | 'TOO_MANY_DATES' {
  try {
    const days = new EventDays(context, warnings).find(events);
    return keptDays(days, context.today, warnings);
  } catch (error) {
    if (error instanceof TooManyDates) return 'TOO_MANY_DATES';
    throw error;
  }
}

/**
 * Leaves out events for which the file has a higher revision. Events with the same UID and the same revision all stay,
 * because some programs write one UID into all events.
 */
function latestRevisions(events: readonly CalendarEvent[]): readonly CalendarEvent[] {
  const latest = new Map<string, number>();
  for (const { uid, sequence } of events) latest.set(uid, Math.max(sequence, latest.get(uid) ?? sequence));
  return events.filter(({ uid, sequence }) => uid === '' || sequence === latest.get(uid));
}

/** Limits the number of days, with future days preferred, and cleans their names. */
function keptDays(
  days: readonly CalendarDay[],
  today: CivilDate,
  warnings: CalendarWarnings,
): readonly CalendarDay[] {
  const unique = sortDays(days);
  const kept = limitDays(unique, today);
  if (kept.length < unique.length) warnings.add('DAYS_OVER_LIMIT', '', unique.length - kept.length);
  const names = new Map<string, string>();
  for (const { name: raw } of kept) {
    if (names.has(raw)) continue;
    const { name, isCut } = readName(raw, names.size < MAX_JOINED_NAMES);
    if (isCut) warnings.add('SHORTENED', name);
    names.set(raw, name);
  }
  return sortDays(kept.map((day) => ({ ...day, name: names.get(day.name) ?? day.name })));
}

/**
 * Recognising joined emoji is slow. If a file has more names than this, the remaining names are cleaned
 * without it.
 */
const MAX_JOINED_NAMES = 30;

class EventDays {
  readonly #home: EventZone;
  readonly #window: Window;
  readonly #warnings: CalendarWarnings;
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
  readonly #rules = new Map<string, RecurrenceRule | null>();
  #cost = 0;

  constructor({ home, window }: EventDaysContext, warnings: CalendarWarnings) {
    this.#home = ianaZone(home);
    this.#window = window;
    this.#warnings = warnings;
    this.#first = addDays(window.from, -LONGEST_DAYS - 2);
    this.#last = addDays(window.to, 1);
  }

  find(events: readonly CalendarEvent[]): readonly CalendarDay[] {
    const series = latestRevisions(events.filter(({ recurrenceId }) => recurrenceId === null));
    const replacements = this.#replacements(events, series);
    const daysOf = (event: CalendarEvent, replaced: ReadonlySet<CivilDate>) =>
      event.isCancelled
        ? []
        : this.#beginnings(event, replaced).flatMap(({ start, length }) =>
            this.#day(start, length, event.summary),
          );
    return [
      ...series.flatMap((event) => daysOf(event, new Set(replacements.get(event.uid)?.keys()))),
      ...Array.from(replacements.values()).flatMap((byDate) =>
        Array.from(byDate.values()).flatMap((event) => daysOf(event, new Set())),
      ),
    ];
  }

  /**
   * Returns the events that replace one date of a repeating event, by the UID and the replaced date. The date is that
   * in the time zone of the repeating event, because a RECURRENCE-ID may be written in UTC. If several events replace
   * the same date, the one with the highest revision is used, and of these the last one in the file.
   */
  #replacements(
    events: readonly CalendarEvent[],
    series: readonly CalendarEvent[],
  ): ReadonlyMap<string, ReadonlyMap<CivilDate, CalendarEvent>> {
    const starts = new Map(series.map(({ uid, start }) => [uid, start]));
    const found = new Map<string, Map<CivilDate, CalendarEvent>>();
    for (const event of events) {
      if (event.recurrenceId === null) continue;
      const byDate = found.get(event.uid) ?? new Map<CivilDate, CalendarEvent>();
      found.set(event.uid, byDate);
      const date = this.#dateBeside(starts.get(event.uid) ?? event.start, event.recurrenceId);
      const other = byDate.get(date);
      if (other === undefined || other.sequence <= event.sequence) byDate.set(date, event);
    }
    return found;
  }

  /**
   * Returns the starts of the event, each in its own time zone: its first date, its RDATE dates, and the dates of its
   * rules near the window. Excluded and `replaced` dates are left out.
   */
  #beginnings(
    event: CalendarEvent,
    replaced: ReadonlySet<CivilDate>,
  ): readonly { readonly start: EventMoment; readonly length: EventLength | null }[] {
    const { start, length, exdates, rdates } = event;
    const out = new Set(exdates.map((moment) => this.#dateBeside(start, moment)));
    const isOut = (date: CivilDate) => out.has(date) || replaced.has(date);
    const repeated = event.rules.flatMap((rule) => this.#repeat(rule, event));
    const dates = [...new Set([start.date, ...repeated])].filter((date) => !isOut(date));
    const others = rdates.filter((other) => !isOut(this.#dateBeside(start, other.start)));
    return [
      ...dates.map((date) => ({ start: { ...start, date }, length })),
      ...others.map((other) => ({ start: other.start, length: other.length ?? length })),
    ];
  }

  /**
   * Returns the date of `moment` in the time zone in which `start` is written, to compare it with dates of the event.
   *
   * Programs exclude a date of a whole-day event by its local midnight in UTC, or by 00:00 UTC of that date.
   */
  #dateBeside(start: EventMoment, moment: EventMoment): CivilDate {
    this.#spend();
    if (moment.time === null || moment.zone === null) return moment.date;
    if (start.time === null && moment.time === '00:00') return moment.date;
    const zone = start.zone ?? this.#home;
    if (zone.name === moment.zone.name) return moment.date;
    this.#spend(COST_OF_ZONE);
    return zone.momentAt(moment.zone.toInstant(moment.date, moment.time)).date;
  }

  #day(start: EventMoment, length: EventLength | null, name: string): readonly CalendarDay[] {
    const { from: first, to: last } = this.#window;
    const isOver = start.date < this.#first && usualLength(length) < LONGEST_DAYS * DAY_MS;
    if (isOver || start.date > this.#last) return [];
    this.#spend(dependsOnOffsets(start, length, this.#home) ? COST_OF_ZONE : 1);
    const { from, to } = datesOf(start, length, this.#home);
    if (from > last || to < first) return [];
    if (toDayNumber(to) - toDayNumber(from) < LONGEST_DAYS) return [{ from, to, name }];
    const begin = laterDate(from, first);
    const end = addDays(begin, LONGEST_DAYS - 1);
    if (to > end) this.#warnings.add('SHORTENED', name);
    return [{ from: begin, to: to < end ? to : end, name }];
  }

  /** Returns the dates of a rule on which an event may begin and still overlap the window. */
  #repeat(text: string, { start, length, summary }: CalendarEvent): readonly CivilDate[] {
    const read = this.#rule(text);
    if (read === null) {
      this.#warnings.add('RULE_NOT_SUPPORTED', `${summary} (${text})`);
      return [];
    }
    const rule = this.#withUntil(read, text, start);
    this.#spend(rule.bySetPosition === undefined ? COST_OF_RULE : COST_OF_PLACES);
    const days = Math.min(Math.ceil(Math.max(usualLength(length), 0) / DAY_MS), LONGEST_DAYS) + 1;
    const [from, to] = [addDays(this.#window.from, -days), addDays(this.#last, 1)];
    const dates: CivilDate[] = [];
    const take = (date: CivilDate) => {
      this.#spend();
      dates.push(date);
    };
    if (rule.count === undefined) for (const date of datesWithin(rule, start.date, { from, to })) take(date);
    else {
      this.#spend(COST_OF_COUNT);
      for (const { date } of expand(rule, start.date, from, to)) take(date);
    }
    return dates;
  }

  #rule(text: string): RecurrenceRule | null {
    const known = this.#rules.get(text);
    if (known !== undefined) return known;
    if (this.#rules.size === MAX_RULES) throw new TooManyDates();
    if (/BYSETPOS/i.test(text)) this.#spend(COST_OF_PLACES);
    const read = readRecurrence(text.replace(ENDLESS, ''));
    const rule = read.ok && !('kind' in read.value) && timesOf(read.value).length <= 1 ? read.value : null;
    this.#rules.set(text, rule);
    return rule;
  }

  /** Returns the rule with the last date on which an event that begins at the time of `start` may begin. */
  #withUntil(rule: RecurrenceRule, text: string, start: EventMoment): RecurrenceRule {
    const match = UNTIL.exec(text);
    const [date, time] = [parseCivilDate(match?.slice(1, 4).join('-') ?? ''), timeOf(match)];
    if (date === null || time === null || date > this.#last) return rule;
    const zone = start.zone ?? this.#home;
    const moment = { date, time, zone: match?.[6] === undefined ? null : UTC };
    this.#spend(COST_OF_ZONE);
    const until = this.#dateBeside(start, moment);
    if (start.time === null) return { ...rule, until };
    const last = moment.zone === null ? { date, time } : zone.momentAt(UTC.toInstant(date, time));
    return { ...rule, until: last.time < start.time ? addDays(last.date, -1) : last.date };
  }

  #spend(cost = 1): void {
    this.#cost += cost;
    if (this.#cost > MAX_COST) throw new TooManyDates();
  }
}

const UNTIL = /(?:^|;)UNTIL=(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})\d{2}(Z)?/i;
/** Some programs write this end instead of none. It is beyond the last date that we support. */
const ENDLESS = /;UNTIL=9999[^;]*|UNTIL=9999[^;]*;/i;
const timeOf = (match: RegExpExecArray | null): CivilTime | null =>
  parseCivilTime(match?.slice(4, 6).join(':') ?? '');

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

const MAX_EXAMPLES = 3;

/** Counts what is left out while one file is read. */
export class CalendarWarnings {
  readonly #found = new Map<CalendarWarningCode, { count: number; readonly examples: Set<string> }>();

  /** Adds `count` warnings. The first few examples that are not empty are listed. */
  add(code: CalendarWarningCode, example = '', count = 1): void {
    const found = this.#found.get(code) ?? { count: 0, examples: new Set() };
    this.#found.set(code, found);
    found.count += count;
    if (example !== '' && found.examples.size < MAX_EXAMPLES) found.examples.add(example);
  }

  /** Returns all warnings in the order of {@link CALENDAR_WARNINGS}. */
  list(): readonly CalendarWarning[] {
    return CALENDAR_WARNINGS.flatMap((code) => {
      const found = this.#found.get(code);
      if (found === undefined) return [];
      const examples = new Set(Array.from(found.examples, (example) => readName(example).name));
      return [{ code, count: found.count, examples: [...examples] }];
    });
  }
}

/** The name of a day without a name, or with only invisible characters. */
const NAMELESS = '–';

/**
 * Cleans a name from a file: one line, NFC, visible characters only, cut at the maximum length.
 * @param mayBeJoined false removes the joiners of emoji, which is faster
 */
export function readName(
  raw: string,
  mayBeJoined = true,
): { readonly name: string; readonly isCut: boolean } {
  const line = normalize(
    raw
      .slice(0, 4 * MAX_DAY_NAME)
      .toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
  );
  const characters = Array.from(line);
  const cut = characters.slice(0, MAX_DAY_NAME).join('');
  const seen = (mayBeJoined ? visibleName(cut) : strippedName(cut)).trim();
  return { name: seen === '' ? NAMELESS : seen, isCut: characters.length > MAX_DAY_NAME };
}
