import { describe, expect, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { readDays } from '../../adapters/ics/read-days.js';
import { keptWindow } from '../../domain/days/subscription.js';
import { addDays, civilDate } from '../../domain/shared/civil-date.js';
import type { TimeZone } from '../../domain/shared/zone.js';

const today = civilDate('2026-11-21');
const at = (home: string, day = today) => ({
  ...{ home: home as TimeZone, today: day, window: keptWindow(day) },
});
const ics = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', 'UID:one', ...lines, 'END:VEVENT'];
const readText = (text: string | Uint8Array, context = at('Europe/Paris'), charset: string | null = null) =>
  readDays({ bytes: typeof text === 'string' ? Buffer.from(text) : text, charset }, context);
/** Returns the dates of the days, each as `from` or `from..to`, or the error. */
const datesIn = (...args: Parameters<typeof readText>) => {
  const read = readText(...args);
  if (read.kind === 'failed') return read.error;
  return read.days.map(({ from, to }) => (from === to ? from : `${from}..${to}`));
};
const dates = (...lines: readonly string[]) => datesIn(ics(...lines));
const namesIn = (...args: Parameters<typeof readText>) => {
  const read = readText(...args);
  return read.kind === 'failed' ? read.error : read.days.map(({ name }) => name);
};
const warningsOf = (...lines: readonly string[]) => {
  const read = readText(ics(...lines));
  return read.kind === 'failed' ? read.error : read.warnings;
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
      ['DTSTART;TZID=Europe/Atlantis:20261224T200000'],
      ['2026-12-24'],
    ],
    [
      'are limited to a year if the event is longer',
      ['DTSTART;VALUE=DATE:20260101', 'DTEND;VALUE=DATE:20300101'],
      ['2026-10-21..2027-10-21'],
    ],
    [
      'end at the local time of the end if the clocks go forward in between',
      ['DTSTART;TZID=Europe/Paris:20270328T013000', 'DTEND;TZID=Europe/Paris:20270329T003000'],
      ['2027-03-28..2027-03-29'],
    ],
    [
      'end after the elapsed time if the length has hours and the clocks go forward in between',
      ['DTSTART;TZID=Europe/Paris:20270328T013000', 'DURATION:PT22H'],
      ['2027-03-28..2027-03-29'],
    ],
    [
      'end after the elapsed time if the length has hours and the clocks go back in between',
      ['DTSTART;TZID=Europe/Paris:20271031T013000', 'DURATION:PT23H'],
      ['2027-10-31'],
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

describe('the days of an event from midnight to midnight across a change of the clocks', () => {
  const autumn = at('Europe/Paris', civilDate('2027-10-01'));
  /** Sundays on which weekly events begin: before and on the days on which the clocks change. */
  const starts = ['2027-10-24', '2027-10-31', '2028-03-19', '2028-03-26'];
  const paris = 'TZID=Europe/Paris';
  const windows = 'TZID=Romance Standard Time';

  test.each([
    ['in the time zone of the household', `;${paris}:<date>T000000`, `DTEND;${paris}:<next>T000000`],
    ['in a time zone with a name of Windows', `;${windows}:<date>T000000`, `DTEND;${windows}:<next>T000000`],
    ['without a time zone', ':<date>T000000', 'DTEND:<next>T000000'],
    ['with an end before midnight', `;${paris}:<date>T000000`, `DTEND;${paris}:<date>T235900`],
    ['with a length of one day', `;${paris}:<date>T000000`, 'DURATION:P1D'],
    ['with a length of 24 hours', `;${paris}:<date>T000000`, 'DURATION:PT24H'],
    ['without times', ';VALUE=DATE:<date>', 'DTEND;VALUE=DATE:<next>'],
  ])('are one day in each week: an event %s', (_case, start, end) => {
    for (const first of starts) {
      const day = (weeks: number) => addDays(civilDate(first), 7 * weeks);
      const compact = (date: string) => date.replaceAll('-', '');
      const lines = [`DTSTART${start}`, end, 'RRULE:FREQ=WEEKLY;COUNT=3'].map((line) =>
        line.replace('<date>', compact(first)).replace('<next>', compact(addDays(civilDate(first), 1))),
      );
      expect(datesIn(ics(...event(...lines)), autumn)).toEqual([0, 1, 2].map(day));
    }
  });

  test.each([
    ['in the time zone of the household', `;${paris}`, '20271023T000000', '20271108T000000'],
    ['in a time zone with a name of Windows', `;${windows}`, '20271023T000000', '20271108T000000'],
    ['that ends in UTC', `;${paris}`, '20271023T000000', '20271107T230000Z'],
    ['in UTC', '', '20271022T220000Z', '20271107T230000Z'],
    ['without a time zone', '', '20271023T000000', '20271108T000000'],
  ])(
    'do not include the day on which a holiday of two weeks ends: an event %s',
    (_case, zone, start, end) => {
      const endZone = end.endsWith('Z') ? '' : zone;
      const holiday = event(`DTSTART${zone}:${start}`, `DTEND${endZone}:${end}`);
      expect(datesIn(ics(...holiday), autumn)).toEqual(['2027-10-23..2027-11-07']);
    },
  );

  test('are the same in another time zone than that of the household', () => {
    const newYork = 'TZID=America/New_York';
    const saturday = event(
      ...[`DTSTART;${newYork}:20271106T000000`, `DTEND;${newYork}:20271107T000000`],
      'RRULE:FREQ=WEEKLY;COUNT=3',
    );
    expect(datesIn(ics(...saturday), autumn)).toEqual([
      ...['2027-11-06..2027-11-07', '2027-11-13..2027-11-14', '2027-11-20..2027-11-21'],
    ]);
  });
});

test('readDays returns names of days unfolded, on one line, visible and with at most 80 characters', () => {
  const named = (summary: string) => {
    return namesIn(ics(...event('DTSTART;VALUE=DATE:20261225', `SUMMARY:${summary}`)))[0];
  };
  expect(named('No\\, e\u0301te\u0301\\n \\; \u202efin\r\n ie')).toBe('No, été ; finie');
  expect(named('x'.repeat(300))).toBe('x'.repeat(80));
  expect(named('\u200b')).toBe('–');
  expect(named('')).toBe('–');
});

test('readDays ignores the properties of nested components and of time zones', () => {
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
])('readDays refuses a text that is not a calendar: %s', (_case, text) => {
  expect(datesIn(text)).toBe('NO_CALENDAR');
});

test('readDays keeps the coming days if a calendar has too many days, and past days only if there is room', () => {
  const daily = (from: string, name: string) =>
    event(`DTSTART;VALUE=DATE:${from}`, 'RRULE:FREQ=DAILY', `SUMMARY:${name}`);
  const three = [...daily('20261101', 'a'), ...daily('20261101', 'b'), ...daily('20261101', 'c')];
  expect(dates(...three)).toHaveLength(2_000);
  expect(dates(...three)[0]).toBe(today);
  expect(warningsOf(...three)).toEqual([
    { code: 'DAYS_OVER_LIMIT', count: expect.any(Number), examples: [] },
  ]);
  expect(dates(...daily('20261101', 'a'))[0]).toBe('2026-11-01');
});

/** Calendars that other programs could not read, by the class of the failure. */
describe('readDays, with calendars from public bug reports', () => {
  const reported = at('Europe/Paris', civilDate('2026-11-28'));
  const calendar = (...lines: readonly string[]) => ics('PRODID:-//X//Y//EN', ...lines);

  describe('utc-date-of-an-exception', () => {
    const newYork = { ...reported, home: 'America/New_York' as TimeZone };
    const daily = ['DTSTART;TZID=America/New_York:20261201T200000', 'RRULE:FREQ=DAILY;COUNT=5'];
    const without = ['2026-12-01', '2026-12-02', '2026-12-04', '2026-12-05'];

    test('converts an EXDATE in UTC to the time zone of the event, and excludes the local date [I01]', () => {
      const text = calendar(
        ...event(
          ...daily,
          'DTEND;TZID=America/New_York:20261201T210000',
          'EXDATE:20261204T010000Z',
          'SUMMARY:late opening',
        ),
      );
      expect(datesIn(text, newYork)).toEqual(without);
    });

    test('converts a RECURRENCE-ID in UTC to the time zone of the event, and replaces the local date', () => {
      const moved = event('RECURRENCE-ID:20261204T010000Z', 'DTSTART;TZID=America/New_York:20261210T200000');
      expect(datesIn(calendar(...event(...daily), ...moved), newYork)).toEqual([...without, '2026-12-10']);
    });

    test('uses only one of two replacements of the same date, if one is written in UTC and one in local time', () => {
      const replacement = (sequence: number, recurrenceId: string, day: string) =>
        event(...[`SEQUENCE:${sequence}`, recurrenceId, `DTSTART;TZID=America/New_York:${day}T200000`]);
      const inUtc = 'RECURRENCE-ID:20261204T010000Z';
      const local = 'RECURRENCE-ID;TZID=America/New_York:20261203T200000';
      const dates = (...replacements: readonly string[]) =>
        datesIn(calendar(...event(...daily), ...replacements), newYork);
      const [first, second] = [replacement(1, inUtc, '20261210'), replacement(2, local, '20261211')];
      expect(dates(...first, ...second)).toEqual([...without, '2026-12-11']);
      expect(dates(...second, ...first)).toEqual([...without, '2026-12-11']);
      const same = replacement(2, inUtc, '20261212');
      expect(dates(...second, ...same)).toEqual([...without, '2026-12-12']);
    });

    test.each([
      ['its local midnight in UTC', 'EXDATE:20261202T230000Z'],
      ['00:00 UTC of the date', 'EXDATE:20261203T000000Z'],
      ['a time in another time zone', 'EXDATE;TZID=Asia/Tokyo:20261203T080000'],
      ['a list of dates', 'EXDATE;VALUE=DATE:20261203,20270101'],
    ])('excludes a date of a whole-day event by %s', (_case, exdate) => {
      const days = event('DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY;COUNT=5', exdate);
      expect(datesIn(calendar(...days), reported)).toEqual(without);
    });

    test.each([
      ['after the last date begins', '20261203T010000Z', ['2026-12-01', '2026-12-02']],
      ['before the last date begins', '20261203T005959Z', ['2026-12-01']],
      ['on a later day', '20261204T000000Z', ['2026-12-01', '2026-12-02']],
    ])('ends a rule at an UNTIL in UTC %s', (_case, until, expected) => {
      const rule = event('DTSTART;TZID=America/New_York:20261201T200000', `RRULE:FREQ=DAILY;UNTIL=${until}`);
      expect(datesIn(calendar(...rule), newYork)).toEqual(expected);
    });
  });

  describe('part-of-the-standard-ignored-silently', () => {
    const revision = (sequence: number, date: string, ...more: readonly string[]) => [
      ...['BEGIN:VEVENT', 'UID:g4', `SEQUENCE:${sequence}`, `DTSTART;VALUE=DATE:${date}`],
      ...[`SUMMARY:v${sequence}`, ...more, 'END:VEVENT'],
    ];
    const whole = (...lines: readonly string[]) => datesIn(calendar(...lines), reported);

    test('uses only the newest revision of an event [I04]', () => {
      expect(whole(...revision(0, '20270405'), ...revision(2, '20270407'))).toEqual(['2027-04-07']);
      expect(whole(...revision(2, '20270407'), ...revision(0, '20270405'))).toEqual(['2027-04-07']);
    });

    test('leaves out an event whose newest revision is cancelled', () => {
      expect(whole(...revision(0, '20270405'), ...revision(1, '20270405', 'STATUS:CANCELLED'))).toEqual([]);
    });

    test('keeps different events that have the same UID and the same revision', () => {
      expect(whole(...revision(0, '20270405'), ...revision(0, '20270407'))).toEqual([
        '2027-04-05',
        '2027-04-07',
      ]);
    });

    test.each([
      ['an EXRULE', ['EXRULE:FREQ=WEEKLY'], 'Market (EXRULE)'],
      ['BYYEARDAY', ['RRULE:FREQ=YEARLY;BYYEARDAY=1'], 'Market (FREQ=YEARLY;BYYEARDAY=1)'],
      [
        'a change of all following dates',
        ['RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20261225'],
        'Market (RANGE=THISANDFUTURE)',
      ],
    ])('warns of %s', (_case, lines, example) => {
      expect(warningsOf(...event('DTSTART;VALUE=DATE:20261225', 'SUMMARY:Market', ...lines))).toEqual([
        { code: 'RULE_NOT_SUPPORTED', count: 1, examples: [example] },
      ]);
    });

    test('uses all rules of an event, and gives each RDATE period its own length instead of the length of the event', () => {
      expect(
        whole(
          ...event(
            'DTSTART;TZID=Europe/Paris:20261201T200000',
            'RRULE:FREQ=MONTHLY;COUNT=2',
            'RRULE;X-NOTE="a:b":FREQ=WEEKLY;COUNT=2',
            'RDATE;VALUE=PERIOD;TZID=Europe/Paris:20270201T200000/PT6H,20270301T200000/20270303T100000',
          ),
        ),
      ).toEqual([
        ...['2026-12-01', '2026-12-08', '2027-01-01'],
        ...['2027-02-01..2027-02-02', '2027-03-01..2027-03-03'],
      ]);
    });

    test('warns of tasks and journal entries, which have no days', () => {
      expect(
        warningsOf(
          ...['BEGIN:VTODO', 'DUE;VALUE=DATE:20261225', 'END:VTODO'],
          ...event('DTSTART;VALUE=DATE:20261225'),
        ),
      ).toEqual([{ code: 'NOT_AN_EVENT', count: 1, examples: [] }]);
    });

    test('warns of events and dates whose date is missing or does not exist', () => {
      expect(
        warningsOf(
          ...event('SUMMARY:No start'),
          ...event('DTSTART;VALUE=DATE:20260230', 'SUMMARY:February'),
          ...event('DTSTART;VALUE=DATE:20261225', 'EXDATE;VALUE=DATE:20271301', 'SUMMARY:Month 13'),
        ),
      ).toEqual([{ code: 'DATE_NOT_READ', count: 3, examples: ['No start', 'February', 'Month 13'] }]);
    });

    const cancelling = (...lines: readonly string[]) =>
      ['BEGIN:VCALENDAR', 'METHOD:CANCEL', ...lines, 'END:VCALENDAR', ''].join('\r\n');

    test('adds no event of a calendar that cancels events, and warns of it', () => {
      const file = cancelling(...event('DTSTART;VALUE=DATE:20261225', 'SUMMARY:Concert'));
      expect(readText(file)).toEqual({
        kind: 'days',
        days: [],
        warnings: [{ code: 'CANCELLATION', count: 1, examples: ['Concert'] }],
      });
    });

    test('leaves out the dates that one calendar of the file cancels in another', () => {
      const published = calendar(
        ...event('DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY;COUNT=3', 'SUMMARY:Club'),
      );
      const cancelled = cancelling(
        ...event('RECURRENCE-ID;VALUE=DATE:20261202', 'DTSTART;VALUE=DATE:20261202', 'SUMMARY:Club'),
      );
      expect(datesIn(published + cancelled)).toEqual(['2026-12-01', '2026-12-03']);
      expect(datesIn(cancelled + published)).toEqual(['2026-12-01', '2026-12-03']);
    });

    test('warns of long names and long events', () => {
      expect(warningsOf(...event('DTSTART;VALUE=DATE:20261225', `SUMMARY:${'x'.repeat(81)}`))).toMatchObject([
        { code: 'SHORTENED', count: 1 },
      ]);
      expect(
        warningsOf(...event('DTSTART;VALUE=DATE:20261225', 'DTEND;VALUE=DATE:20280101', 'SUMMARY:Works')),
      ).toEqual([{ code: 'SHORTENED', count: 1, examples: ['Works'] }]);
    });
  });

  describe('bytes-decoded-too-early', () => {
    const summary = 'Weihnachten für Schüler';
    const text = calendar(...event('DTSTART;VALUE=DATE:20261225', `SUMMARY:${summary}`));
    const latin1 = Buffer.from(text, 'latin1');

    test.each([
      ['declared as ISO-8859-1 [I05]', latin1, 'ISO-8859-1'],
      ['declared as Windows-1252', latin1, 'windows-1252'],
      ['in ISO-8859-1 without a declaration', latin1, null],
      ['in ISO-8859-1 but declared as UTF-8', latin1, 'utf-8'],
      ['in ISO-8859-1 with an unknown declaration', latin1, 'x-unknown'],
      ['in UTF-8 but declared as ISO-8859-1', Buffer.from(text), 'ISO-8859-1'],
      ['in UTF-8 but declared as Windows-1252', Buffer.from(text), 'windows-1252'],
      ['in UTF-8', Buffer.from(text), 'UTF-8'],
      ['in UTF-8 without a declaration', Buffer.from(text), null],
      ['in UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
      ['in UTF-8 with a byte order mark, but declared as ISO-8859-1', Buffer.from(`\ufeff${text}`), 'latin1'],
      ['in UTF-16 with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le'), null],
      ['declared as UTF-16', Buffer.from(text, 'utf16le'), 'utf-16le'],
      ['compressed', gzipSync(text), 'utf-8'],
      ['compressed, in ISO-8859-1', gzipSync(latin1), 'iso-8859-1'],
    ])('reads the name in a file %s', (_case, bytes, charset) => {
      expect(namesIn(bytes, reported, charset)).toEqual([summary]);
    });

    test('reads the characters that Windows-1252 has beyond ISO-8859-1', () => {
      const bytes = Buffer.from(text.replace('für', 'f\x80\x96r'), 'latin1');
      expect(namesIn(bytes, reported, 'windows-1252')).toEqual(['Weihnachten f€–r Schüler']);
    });

    test('joins a line that is folded within the bytes of one character', () => {
      const folded = Buffer.from(text).toString('latin1').replaceAll('\xbc', '\r\n \xbc');
      expect(namesIn(Buffer.from(folded, 'latin1'), reported, 'utf-8')).toEqual([summary]);
    });
  });

  describe('quoted-printable-names', () => {
    const vcal = (...lines: readonly string[]) =>
      ['BEGIN:VCALENDAR', 'VERSION:1.0', 'BEGIN:VEVENT', 'DTSTART:20261225T090000', ...lines]
        .concat('END:VEVENT', 'END:VCALENDAR', '')
        .join('\r\n');

    test.each([
      ['UTF-8', ['SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:No=C3=ABl; =3D'], 'Noël; ='],
      ['ISO-8859-1', ['SUMMARY;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:F=FCr alle'], 'Für alle'],
      ['no declared charset', ['SUMMARY;ENCODING=quoted-printable:F=fcr alle'], 'Für alle'],
      [
        'lines that end with an equals sign',
        ['SUMMARY;ENCODING=QUOTED-PRINTABLE:Weihnachten =', ' f=C3=BC=', 'r alle'],
        'Weihnachten für alle',
      ],
      [
        'letters that are not encoded',
        ['SUMMARY;ENCODING=QUOTED-PRINTABLE:Noël =C3=A0 =E2=82=AC'],
        'Noël à €',
      ],
      ['no encoding', ['SUMMARY:1+1=20', 'DESCRIPTION;ENCODING=QUOTED-PRINTABLE:a=', 'b'], '1+1=20'],
    ])('reads a name in vCalendar 1.0 with %s', (_case, lines, expected) => {
      const read = readText(vcal(...lines), reported);
      expect(read).toMatchObject({ days: [{ from: '2026-12-25', name: expected }], warnings: [] });
    });
  });

  describe('rule-left-out-silently', () => {
    test('warns of BYWEEKNO with the name of the event [I07]', () => {
      const fair = 'RRULE:FREQ=YEARLY;BYWEEKNO=21;BYDAY=MO';
      const read = readText(
        calendar(
          ...event('DTSTART;VALUE=DATE:20200518', fair, 'SUMMARY:Whit Monday fair'),
          ...event('DTSTART;VALUE=DATE:20261225', 'SUMMARY:Christmas'),
        ),
        reported,
      );
      expect(read).toMatchObject({
        days: [{ from: '2026-12-25', name: 'Christmas' }],
        warnings: [
          {
            ...{ code: 'RULE_NOT_SUPPORTED', count: 1 },
            examples: ['Whit Monday fair (FREQ=YEARLY;BYWEEKNO=21;BYDAY=MO)'],
          },
        ],
      });
    });
  });

  describe('zone-names-of-office-programs', () => {
    const call = (tzid: string, ...more: readonly string[]) =>
      calendar(
        ...more,
        ...event(
          `DTSTART;TZID=${tzid}:20261224T200000`,
          `DTEND;TZID=${tzid}:20261224T230000`,
          'SUMMARY:call',
        ),
      );

    test.each([
      'Pacific Standard Time',
      '"Pacific Standard Time"',
      'pacific standard time',
      'America/Los_Angeles',
      'US/Pacific',
      'PST8PDT',
      '/mozilla.org/20050126_1/America/Los_Angeles',
      '/freeassociation.sourceforge.net/America/Argentina/Buenos_Aires',
      'SA Pacific Standard Time',
    ])('knows the time zone %s [I08]', (tzid) => {
      const read = readText(call(tzid), reported);
      expect(read).toMatchObject({ days: [{ to: '2026-12-25' }], warnings: [] });
    });

    const customized = [
      ...['BEGIN:VTIMEZONE', 'TZID:Customized Time Zone', 'X-BROKEN;X="a:b', 'TZURL: no line end'],
      ...['BEGIN:STANDARD', 'DTSTART:16010101T020000', 'TZOFFSETFROM:-0700', 'TZOFFSETTO:-0800'],
      ...['RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11', 'END:STANDARD'],
      ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:-0800', 'TZOFFSETTO:-0700'],
      ...['RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
    ];

    test('uses the VTIMEZONE of the file for a name that is not known otherwise', () => {
      const read = readText(call('Customized Time Zone', ...customized), reported);
      expect(read).toMatchObject({ days: [{ from: '2026-12-25', to: '2026-12-25' }], warnings: [] });
    });

    const AMSTERDAM = '(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna';
    const escaped = AMSTERDAM.replaceAll(',', '\\,');
    const named = (tzid: string) => customized.map((line) => line.replace(/^(TZID).*/, `$1${tzid}`));

    test.each([
      ['escaped commas, and commas in quotation marks', `:${escaped}`, `"${AMSTERDAM}"`],
      ['escaped commas, and commas without quotation marks', `:${escaped}`, AMSTERDAM],
      ['escaped commas on both sides', `:${escaped}`, `"${escaped}"`],
      ['a parameter and escaped commas', `;X-A=b:${escaped}`, `"${AMSTERDAM}"`],
      ['commas that are not escaped', `:${AMSTERDAM}`, `"${AMSTERDAM}"`],
      ['quotation marks on both sides', `:"${AMSTERDAM}"`, `"${AMSTERDAM}"`],
      ['a space after it in the definition', ':Customized ', 'Customized'],
      ['a space after it in the date', ':Customized', '"Customized "'],
      ['letters beyond ASCII', ':Zürich (angepasst)', 'Zürich (angepasst)'],
      ['a colon', ':tzone://Microsoft/Custom', 'tzone://Microsoft/Custom'],
    ])('finds a VTIMEZONE whose name has %s', (_case, defined, used) => {
      const read = readText(call(used, ...named(defined)), reported);
      expect(read).toMatchObject({ days: [{ from: '2026-12-25', to: '2026-12-25' }], warnings: [] });
    });

    test.each([
      'tzone://Microsoft/Utc',
      '"tzone://Microsoft/Utc"',
      'tzone://Microsoft/Utc;VALUE=DATE-TIME',
      'UTC ',
    ])('reads a time in UTC of %s', (tzid) => {
      const late = event(`DTSTART;TZID=${tzid}:20261224T233000`, 'SUMMARY:call');
      expect(readText(calendar(...late), reported)).toMatchObject({
        days: [{ from: '2026-12-25' }],
        warnings: [],
      });
    });

    test('follows the daylight saving time of a VTIMEZONE', () => {
      const utc = { ...reported, home: 'Etc/UTC' as TimeZone };
      const at1630 = (day: string) =>
        calendar(...customized, ...event(`DTSTART;TZID=Customized Time Zone:${day}T163000`));
      expect(datesIn(at1630('20270710'), utc)).toEqual(['2027-07-10']);
      expect(datesIn(at1630('20270110'), utc)).toEqual(['2027-01-11']);
    });

    test('warns of a name that is not known, and takes the time as written', () => {
      expect(readText(call('Customized Time Zone'), reported)).toMatchObject({
        days: [{ from: '2026-12-24', to: '2026-12-24' }],
        warnings: [{ code: 'ZONE_NOT_KNOWN', count: 2, examples: ['Customized Time Zone'] }],
      });
    });
  });

  describe('whole-file-refused-for-its-wrapping', () => {
    const lines = event('DTSTART;VALUE=DATE:20261225', 'SUMMARY:Noël');
    const text = calendar(...lines);

    test.each([
      ['spaces before the first line [I12]', `  ${text}`],
      ['empty lines before the first line', `\r\n\r\n${text}`],
      ['a byte order mark before empty lines', `\ufeff\r\n ${text}`],
      ['CR line ends', text.replaceAll('\r\n', '\r')],
      ['LF line ends', text.replaceAll('\r\n', '\n')],
      ['doubled CR line ends', text.replaceAll('\r\n', '\r\r\n')],
      ['all lines indented', text.replaceAll(/^(?=.)/gm, '    ')],
      ['text before and after the calendar', `Our calendar\r\n${text}-- \r\nThe town`],
      ['spaces after the names of components', text.replaceAll('VEVENT', 'VEVENT ')],
      ['names in small letters', text.replaceAll(/^[A-Z]+/gm, (name) => name.toLowerCase())],
      ['no line end at the end', text.trimEnd()],
    ])('reads a file with %s', (_case, wrapped) => {
      expect(namesIn(wrapped, reported)).toEqual(['Noël']);
    });

    test('reads a file with a description that has line ends without spaces [I14]', () => {
      const read = readText(
        calendar(
          ...event(
            ...['DTSTART;VALUE=DATE:20261225', 'SUMMARY:Concert', 'DESCRIPTION:Come all', 'Doors: 18:00'],
            ...['Begin: 19:00', 'End: 21:00', 'no colon', 'Status: cancelled', 'BEGIN: now'],
          ),
        ),
        reported,
      );
      expect(read).toMatchObject({
        days: [{ from: '2026-12-25', name: 'Concert' }],
        warnings: [{ code: 'LINE_NOT_READ', examples: [] }],
      });
    });

    test('leaves out an invalid property, and reads the other properties of the event', () => {
      const read = readText(calendar(...event('DTSTART;VALUE=DATE:20261225', 'SUMMARY;X="a:b')), reported);
      expect(read).toMatchObject({
        days: [{ from: '2026-12-25', name: '–' }],
        warnings: [{ code: 'LINE_NOT_READ', count: 1, examples: [] }],
      });
    });
  });
});
