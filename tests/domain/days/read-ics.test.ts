import { describe, expect, test } from '@jest/globals';
import { readIcs } from '../../../domain/days/ics/read-days.js';
import { keptWindow } from '../../../domain/days/subscription.js';
import { processorTime } from '../../support/processor-time.js';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';
import type { TimeZone } from '../../../domain/shared/zone.js';

const today = civilDate('2026-11-21');
const AT_HOME = { home: 'Europe/Paris' as TimeZone, today, window: keptWindow(today) };
const ics = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', 'UID:one', ...lines, 'END:VEVENT'];
const read = (...lines: readonly string[]) => readIcs(ics(...lines), AT_HOME);
/** Returns the dates of the days, each as `from` or `from..to`. */
const dates = (...lines: readonly string[]) => {
  const days = read(...lines);
  if (typeof days === 'string') return days;
  return days.map(({ from, to }) => (from === to ? from : `${from}..${to}`));
};

describe('the days of an event', () => {
  test.each([
    ['are one day if the event has no end', ['DTSTART;VALUE=DATE:20261225'], ['2026-12-25']],
    [
      'do not include the end date',
      ['DTSTART;VALUE=DATE:20261225', 'DTEND;VALUE=DATE:20261227'],
      ['2026-12-25..2026-12-26'],
    ],
    [
      'include the start date if the event ends on the same day',
      ['DTSTART;VALUE=DATE:20261225', 'DTEND;VALUE=DATE:20261225'],
      ['2026-12-25'],
    ],
    [
      'follow from the duration of the event',
      ['DTSTART;VALUE=DATE:20261219', 'DURATION:P2W'],
      ['2026-12-19..2027-01-01'],
    ],
    [
      'are the days in the time zone of the household',
      ['DTSTART:20261224T233000Z', 'DURATION:PT2H'],
      ['2026-12-25'],
    ],
    [
      'do not include the day that begins if the event ends at midnight',
      ['DTSTART:20261224T080000Z', 'DTEND:20261224T230000Z'],
      ['2026-12-24'],
    ],
    [
      'include the next day if the event ends after midnight',
      ['DTSTART;TZID=Europe/Paris:20261224T200000', 'DTEND;TZID=Europe/Paris:20261225T010000'],
      ['2026-12-24..2026-12-25'],
    ],
    [
      'are converted from the distant time zone of the event',
      ['DTSTART;TZID="America/New_York":20261224T200000', 'DURATION:PT1H'],
      ['2026-12-25'],
    ],
    [
      'are taken as written if the time zone of the event is unknown',
      ['DTSTART;TZID=Romance Standard Time:20261224T200000'],
      ['2026-12-24'],
    ],
    [
      'are limited to a year if the event is longer',
      ['DTSTART;VALUE=DATE:20260101', 'DTEND;VALUE=DATE:20300101'],
      ['2026-10-21..2027-10-21'],
    ],
    ['are none if the event ended long ago', ['DTSTART;VALUE=DATE:20260101'], []],
    ['are none if the date does not exist', ['DTSTART;VALUE=DATE:20260230'], []],
    ['are none if the event is cancelled', ['DTSTART;VALUE=DATE:20261225', 'STATUS:CANCELLED'], []],
  ])('are found as expected: they %s', (_case, lines, expected) => {
    expect(dates(...event(...lines))).toEqual(expected);
  });
});

describe('the days of a repeating event', () => {
  test('leave out dates that are excluded, moved or cancelled', () => {
    expect(
      dates(
        ...event('DTSTART;VALUE=DATE:20191225', 'RRULE:FREQ=YEARLY', 'EXDATE;VALUE=DATE:20271225'),
        ...event('DTSTART;VALUE=DATE:20281227', 'RECURRENCE-ID;VALUE=DATE:20281225'),
      ),
    ).toEqual(['2026-12-25', '2028-12-27']);
    expect(
      dates(
        ...event('DTSTART;VALUE=DATE:20251225', 'RRULE:FREQ=YEARLY;COUNT=3'),
        ...event('DTSTART;VALUE=DATE:20261225', 'RECURRENCE-ID;VALUE=DATE:20261225', 'STATUS:CANCELLED'),
      ),
    ).toEqual(['2027-12-25']);
  });

  test('are those in the time zone of the household, and include RDATE dates', () => {
    expect(
      dates(
        ...event(
          'DTSTART:20261130T233000Z',
          'DURATION:PT1H',
          'RRULE:FREQ=WEEKLY;UNTIL=20261214T233000Z',
          'RDATE:20270105T120000Z,20270106T120000Z',
        ),
      ),
    ).toEqual(['2026-12-01', '2026-12-08', '2026-12-15', '2027-01-05', '2027-01-06']);
  });

  test('are only the first date if the rule is not supported', () => {
    expect(dates(...event('DTSTART;VALUE=DATE:20261225', 'RRULE:FREQ=YEARLY;BYEASTER=1'))).toEqual([
      '2026-12-25',
    ]);
  });
});

test('readIcs returns names of days unfolded, on one line, visible and with at most 80 characters', () => {
  const named = (summary: string) => {
    const days = read(...event('DTSTART;VALUE=DATE:20261225', `SUMMARY:${summary}`));
    return typeof days === 'string' ? days : days[0]?.name;
  };
  expect(named('No\\, e\u0301te\u0301\\n \\; \u202efin\r\n ie')).toBe('No, été ; finie');
  expect(named('x'.repeat(300))).toBe('x'.repeat(80));
  expect(named('\u200b')).toBe('–');
  expect(named('')).toBe('–');
});

test('readIcs ignores the properties of nested components and of time zones', () => {
  const alarm = ['BEGIN:VALARM', 'DTSTART:20270101', 'SUMMARY:Alarm', 'END:VALARM'];
  const zone = [
    'BEGIN:VTIMEZONE',
    'BEGIN:STANDARD',
    'DTSTART:19701025T030000',
    'END:STANDARD',
    'END:VTIMEZONE',
  ];
  expect(dates(...zone, ...event(...alarm, 'DTSTART;VALUE=DATE:20261225'))).toEqual(['2026-12-25']);
});

test.each([
  ['an empty text', ''],
  ['a web page', '<!doctype html><p>Sign in: here</p>'],
  ['a text that is cut off', ics(...event('DTSTART;VALUE=DATE:20261225')).slice(0, -20)],
  ['another component', 'BEGIN:VCARD\r\nEND:VCARD\r\n'],
  ['components with the wrong END', ics('BEGIN:VEVENT', 'END:VTODO')],
  ['endless nesting', 'BEGIN:VCALENDAR\n'.repeat(30_000)],
])('readIcs refuses a text that is not a calendar: %s', (_case, text) => {
  expect(readIcs(text, AT_HOME)).toBe('NO_CALENDAR');
});

test('readIcs keeps the coming days if a calendar has too many days, and past days only if there is room', () => {
  const daily = (from: string, name: string) =>
    event(`DTSTART;VALUE=DATE:${from}`, 'RRULE:FREQ=DAILY', `SUMMARY:${name}`);
  const days = read(...daily('20261101', 'a'), ...daily('20261101', 'b'), ...daily('20261101', 'c'));
  expect(days).toHaveLength(2_000);
  expect((days as readonly { from: string }[])[0]?.from).toBe(today);
  const fewer = read(...daily('20261101', 'a'));
  expect((fewer as readonly { from: string }[])[0]?.from).toBe('2026-11-01');
});

describe('readIcs', () => {
  const MEGABYTE = 1_048_576;
  const fill = (make: (n: number) => string, frame: (text: string) => string = ics) => {
    const parts: string[] = [];
    for (let size = 0, n = 0; size < MEGABYTE - 200; n += 1) {
      const part = make(n);
      parts.push(part);
      size += part.length + 2;
    }
    return frame(parts.join('\r\n'));
  };
  const day = (n: number) => addDays(today, n % 1000).replaceAll('-', '');
  const each = (n: number, ...lines: readonly string[]) =>
    ['BEGIN:VEVENT', `UID:${n}`, ...lines, 'END:VEVENT'].join('\r\n');
  test.each<[string, () => string]>([
    [
      'a line folded at every letter',
      () => ics(...event(`SUMMARY:${'\r\n x'.repeat(260_000)}`, 'DTSTART:20261225')),
    ],
    ['a million empty lines', () => `BEGIN:VCALENDAR\n${'\n'.repeat(MEGABYTE - 40)}END:VCALENDAR`],
    [
      'half a million lines of one letter',
      () =>
        ics(
          fill(
            () => 'x',
            (lines) => lines,
          ),
        ),
    ],
    [
      'endless properties',
      () =>
        ics(
          ...event(
            'DTSTART:20261225',
            fill(
              (n) => `X${n}:1`,
              (lines) => lines,
            ),
          ),
        ),
    ],
    ['events on all days', () => fill((n) => each(n, `DTSTART:${day(n)}`))],
    ['empty events', () => fill(() => 'BEGIN:VEVENT\nEND:VEVENT')],
    [
      '5,000 events in other zones',
      () =>
        ics(
          ...Array.from({ length: 5_000 }, (_, n) =>
            each(
              n,
              `DTSTART;TZID=${['America/New_York', 'Asia/Tokyo', 'Europe/London'][n % 3] ?? ''}:${day(n)}T${10 + (n % 10)}${10 + (n % 50)}00`,
              'DURATION:P3D',
            ),
          ),
        ),
    ],
    ['unknown zones', () => fill((n) => each(n, `DTSTART;TZID=Area/Zone_${n}:${day(n)}T100000`))],
    ['daily rules', () => fill((n) => each(n, 'DTSTART:19000101', 'RRULE:FREQ=DAILY'))],
    [
      'rules with a huge count',
      () => fill((n) => each(n, 'DTSTART:00010101', 'RRULE:FREQ=DAILY;COUNT=999999999')),
    ],
    [
      'different rules',
      () =>
        fill((n) =>
          each(n, 'DTSTART:20200101', `RRULE:FREQ=MONTHLY;INTERVAL=${(n % 900) + 1};BYMONTHDAY=31`),
        ),
    ],
    [
      'rules that give no date',
      () =>
        fill((n) =>
          each(
            n,
            'DTSTART:20200101',
            `RRULE:FREQ=YEARLY;INTERVAL=${(n % 900) + 1};BYMONTH=2;BYMONTHDAY=30,31`,
          ),
        ),
    ],
    [
      'rules with all lists',
      () =>
        fill((n) =>
          each(
            n,
            `DTSTART:${1 + (n % 9)}0000101`,
            `RRULE:FREQ=MONTHLY;INTERVAL=${n + 1};BYDAY=MO,TU,WE,TH,FR,SA,SU;BYMONTHDAY=${Array.from({ length: 31 }, (_, d) => d + 1).join(',')};BYSETPOS=-366,366,-300`,
          ),
        ),
    ],
    [
      'a weekly rule with a time',
      () =>
        fill((n) =>
          each(
            n,
            'DTSTART;TZID=Asia/Tokyo:20260101T101700',
            'DURATION:PT30H',
            `RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU`,
          ),
        ),
    ],
    [
      'the same yearly rule in each event',
      () => fill((n) => each(n, `DTSTART:${day(n)}`, 'RRULE:FREQ=YEARLY')),
    ],
    [
      'Fridays the 13th since the year 1',
      () => fill((n) => each(n, 'DTSTART:00010101', 'RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13')),
    ],
    [
      'Fridays the 13th with a count',
      () =>
        fill((n) => each(n, 'DTSTART:00010101', `RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=${n + 9}`)),
    ],
    [
      'BYSETPOS that no month has',
      () =>
        fill((n) =>
          each(
            n,
            'DTSTART:20200101',
            `RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=366;INTERVAL=${(n % 900) + 1}`,
          ),
        ),
    ],
    [
      'BYSETPOS that few months have',
      () =>
        fill((n) => each(n, 'DTSTART:20200101', `RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=31`)),
    ],
    [
      '29th of February on Mondays',
      () =>
        fill((n) =>
          each(
            n,
            'DTSTART:00010101',
            `RRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;WKST=${['MO', 'SU'][n % 2] ?? ''}`,
          ),
        ),
    ],
    [
      'excluded dates',
      () =>
        fill((n) =>
          each(n, 'DTSTART:20261225', `EXDATE:${Array.from({ length: 800 }, (_, d) => day(d)).join(',')}`),
        ),
    ],
    [
      'moved events',
      () =>
        fill((n) =>
          ['BEGIN:VEVENT', 'UID:1', `RECURRENCE-ID:${day(n)}`, `DTSTART:${day(n)}`, 'END:VEVENT'].join('\n'),
        ),
    ],
    [
      'names of marks and emoji',
      () =>
        fill((n) =>
          each(n, `DTSTART:${day(n)}`, `SUMMARY:${'\u{1f468}\u200d'.repeat(40)}${'\u0301'.repeat(60)}`),
        ),
    ],
    ['one long name', () => ics(...event('DTSTART:20261225', `SUMMARY:${'\u0301'.repeat(MEGABYTE - 200)}`))],
    ['quotation marks', () => ics(...event(`DTSTART;X="${'"'.repeat(MEGABYTE - 200)}:20261225`))],
    ['parameters', () => ics(...event(`DTSTART${';TZID='.repeat(170_000)}:20261225T100000`))],
  ])('takes at most 200 ms of processor time for a hostile megabyte: %s', (_case, make) => {
    const text = make();
    expect(text.length).toBeLessThanOrEqual(1.5 * MEGABYTE);
    const took = [0, 1].map(() => processorTime(() => readIcs(text, AT_HOME)));
    expect(Math.min(...took)).toBeLessThan(200);
  });
});
