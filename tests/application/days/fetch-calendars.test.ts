import { beforeEach, describe, expect, test } from '@jest/globals';
import { afterFetch, nextFetch } from '../../../domain/days/subscription.js';
import { addDays, type CivilDate, civilDate } from '../../../domain/shared/civil-date.js';
import type { DayCalendarId, SeriesId } from '../../../domain/shared/ids.js';
import { aDayCalendar } from '../../builders/days.js';
import { aDraft } from '../../builders/draft.js';
import { DAY } from '../../builders/instants.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';
import { icsFile } from '../../support/scripted-ics-source.js';

let home: Home;
/** The clock shows noon on 2026-11-21. */
beforeEach(async () => {
  home = await aHome();
});

const URL_OF = 'https://holidays.example.com/fr.ics?key=secret';
const HOLIDAYS = ['2026-12-25 Noël', '2027-01-01 Jour de l’an'];
const subscribe = async (url = URL_OF) => {
  const calendar = await home.useCases.createDayCalendar(home.ana, {
    ...{ name: 'Holidays', days: [], ignored: [], url },
  });
  await home.app.performJobs();
  return calendar.id;
};
const show = async (id: DayCalendarId) =>
  (await home.useCases.listDayCalendars(home.ben)).find((one) => one.id === id)!;
const names = async (id: DayCalendarId) => (await show(id)).days.map(({ name }) => name);
const { answers, asked } = { answers: () => home.app.addresses, asked: () => home.app.addresses.asked };
/** Advances the clock by some days and runs the jobs that fetch calendars. */
const tomorrow = async (days = 1) => {
  home.app.clock.advance(days * DAY);
  await home.useCases.fetchDayCalendars();
  await home.app.performJobs();
};
const told = async (who = home.ana) =>
  (await home.useCases.listNotifications(who, { unread: false }, ALL)).rows
    .filter(({ type }) => type === 'DAY_CALENDAR_FAILED')
    .map(({ params }) => params['error']);

describe('a calendar with an address', () => {
  test('is fetched when it is created, and then once a day', async () => {
    answers().has(URL_OF, HOLIDAYS, '"one"');
    const id = await subscribe();
    expect(await names(id)).toEqual(['Noël', 'Jour de l’an']);
    expect(await show(id)).toMatchObject({ host: 'holidays.example.com', error: null, failures: 0 });
    expect((await show(id)).url).not.toContain('secret');
    answers().answers.set(URL_OF, { kind: 'unchanged' });
    // The job runs every hour for ten days, but fetches the calendar only once a day.
    for (let hour = 0; hour < 240; hour += 1) await tomorrow(1 / 24);
    expect(asked().length - 1).toBeGreaterThanOrEqual(9);
    expect(asked().length - 1).toBeLessThanOrEqual(10);
    expect(asked()[1]).toEqual({ url: URL_OF, etag: '"one"' });
    expect(await names(id)).toEqual(['Noël', 'Jour de l’an']);
  });

  test('is fetched by only one of several workers', async () => {
    answers().has(URL_OF, HOLIDAYS);
    const id = await subscribe();
    home.app.clock.advance(2 * DAY);
    const before = asked().length;
    await Promise.all([
      ...[1, 2, 3].map(() => home.useCases.fetchDayCalendars()),
      home.useCases.fetchDayCalendar({ householdId: home.householdId, id }),
    ]);
    expect(asked()).toHaveLength(before + 1);
  });

  test('rejects days set by a member, and cannot be made from a calendar without an address', async () => {
    answers().has(URL_OF, HOLIDAYS);
    const id = await subscribe();
    const invalid = { code: 'INVALID_STATE' };
    await expect(home.useCases.setDays(home.ana, id, [])).rejects.toMatchObject(invalid);
    const byHand = await home.useCases.createDayCalendar(home.ana, {
      ...{ name: 'Tip', days: [], ignored: [], url: null },
    });
    const give = home.useCases.editDayCalendar(home.ana, byHand.id, { url: URL_OF });
    await expect(give).rejects.toMatchObject(invalid);
  });

  test('is not fetched if its household was deleted', async () => {
    answers().has(URL_OF, HOLIDAYS);
    await subscribe();
    const before = asked().length;
    await home.useCases.deleteHousehold(home.ana);
    await tomorrow(2);
    expect(asked()).toHaveLength(before);
  });

  test('moves occurrences away from its days, moves them back when a day is removed, and never moves an occurrence that a member has moved', async () => {
    answers().has(URL_OF, ['2026-12-25 Noël', '2027-01-01 New Year', '2027-02-01 Other']);
    const id = await subscribe();
    await follow(id);
    const rows = async () => (await home.useCases.listOccurrences(home.ben, EVERYTHING, ALL)).rows;
    const on = async (date: string) => (await rows()).find((row) => row.originalDate === date)!;
    expect(await on('2026-12-25')).toMatchObject({ date: '2026-12-26', dateReason: { name: 'Noël' } });
    const moved = await on('2027-01-01');
    await home.useCases.editOccurrence(
      home.ana,
      moved.id,
      'this',
      { date: civilDate('2027-01-05') },
      { version: moved.version },
    );
    answers().has(URL_OF, ['2027-01-01 New Year', '2027-01-08 Strike', '2027-02-01 Other']);
    await tomorrow(2);
    expect(await on('2026-12-25')).toMatchObject({ date: '2026-12-25', dateReason: null });
    expect(await on('2027-01-08')).toMatchObject({ date: '2027-01-09', dateReason: { name: 'Strike' } });
    expect(await on('2027-01-01')).toMatchObject({ date: '2027-01-05' });
  });
});

/** Creates a weekly task whose dates avoid the days of the calendar. */
const follow = async (id: DayCalendarId, fields: object = {}) => {
  const first = await home.useCases.createTask(
    home.ana,
    aDraft({
      ...{ title: 'Bins', date: civilDate('2026-11-27') },
      recurrence: { frequency: 'weekly', byDay: [{ day: 'fr' }] } as never,
    }),
  );
  await home.useCases.editSeries(home.ana, first.seriesId as SeriesId, {
    shift: { calendarIds: [id], when: 'onDay', then: 'nextFree', restDays: ['su'], ...fields },
  });
};

describe('a fetch of a calendar that fails or returns fewer days', () => {
  const rows = async () =>
    JSON.stringify((await home.useCases.listOccurrences(home.ben, EVERYTHING, ALL)).rows);

  test.each([
    ['does not arrive', { kind: 'failed', error: 'UNREACHABLE', reason: 'x' }, 'UNREACHABLE'],
    [
      'would come from an address that is not public',
      { kind: 'failed', error: 'NOT_PUBLIC', reason: 'x' },
      'NOT_PUBLIC',
    ],
    ['is a refusal', { kind: 'failed', error: 'REFUSED', reason: 'x' }, 'REFUSED'],
    ['is too large', { kind: 'failed', error: 'TOO_LARGE', reason: 'x' }, 'TOO_LARGE'],
    ['is not a calendar', { kind: 'read', file: icsFile('<html>'), etag: null }, 'NO_CALENDAR'],
    [
      'is an empty calendar',
      { kind: 'read', file: icsFile('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'), etag: null },
      'EMPTY',
    ],
  ] as const)(
    'changes no day if the answer of the address %s, and notifies the owners only of the first of several failures [D6]',
    async (_case, answer, error) => {
      answers().has(URL_OF, HOLIDAYS);
      const id = await subscribe();
      await home.useCases.editDayCalendar(home.ana, id, { ignored: ['Jour de l’an'] });
      await follow(id);
      await follow(id, { then: 'skip' });
      const before = await rows();
      expect(before).toContain('"name":"Noël"');
      answers().answers.set(URL_OF, answer);
      for (let day = 0; day < 4; day += 1) await tomorrow(2);
      expect(await show(id)).toMatchObject({ error });
      expect(await names(id)).toEqual(['Noël', 'Jour de l’an']);
      expect(await rows()).toBe(before);
      expect(await told()).toEqual([error]);
      expect(await told(home.ben)).toEqual([]);

      answers().has(URL_OF, HOLIDAYS);
      await tomorrow(8);
      expect(await show(id)).toMatchObject({ error: null, failures: 0, ignored: ['Jour de l’an'] });
      answers().answers.set(URL_OF, answer);
      await tomorrow(2);
      expect(await told()).toEqual([error, error]);
    },
  );

  test('changes no day if most future days are missing in the answer, until a member sets the address again [D6]', async () => {
    const many = [...HOLIDAYS, '2027-05-01 May', '2027-05-08 Victory'];
    answers().has(URL_OF, many);
    const id = await subscribe();
    await follow(id);
    const before = await rows();
    expect(before).toContain('"name":"Noël"');
    answers().has(URL_OF, ['2027-05-01 May', '2027-06-01 x', '2027-06-02 y', '2027-06-03 z']);
    await tomorrow(2);
    expect(await show(id)).toMatchObject({ error: 'FEWER_DAYS' });
    expect(await names(id)).toEqual(many.map((day) => day.slice(11)));
    expect(await rows()).toBe(before);
    await home.useCases.editDayCalendar(home.ana, id, { url: URL_OF });
    await home.app.performJobs();
    expect(await show(id)).toMatchObject({ error: null });
    expect(await names(id)).toEqual(['May', 'x', 'y', 'z']);
    expect(await rows()).not.toContain('Noël');
    // An answer with only half of the days is accepted.
    answers().has(URL_OF, ['2027-05-01 May', '2027-06-01 x']);
    await tomorrow(2);
    expect(await names(id)).toEqual(['May', 'x']);
  });

  describe('when the address returns the file of the next year instead of the current file', () => {
    const december = ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29'];
    const nextYear = Array.from({ length: 52 }, (_, week) => addDays(civilDate('2027-01-05'), 7 * week));
    const named = (days: readonly string[]) => days.map((day) => `${day} Bins`);
    const from = async (id: DayCalendarId) => (await show(id)).days.map((day) => day.from as string);

    test('adds the new days and keeps the old ones until they are over [guard-refuses-growth, I16]', async () => {
      home.app.clock.set('2026-11-28T12:00:00Z');
      answers().has(URL_OF, named(december));
      const id = await subscribe();
      answers().has(URL_OF, named(nextYear));
      await tomorrow(2);
      expect(await show(id)).toMatchObject({ error: null, failures: 0 });
      expect(await from(id)).toEqual([...december, ...nextYear]);
      home.app.clock.set('2026-12-16T12:00:00Z');
      await tomorrow();
      expect(await from(id)).toEqual([...december.slice(3), ...nextYear]);
      home.app.clock.set('2027-01-02T12:00:00Z');
      await tomorrow();
      expect(await from(id)).toEqual(nextYear);
    });

    test('accepts a new file that begins with the last days of the old year', async () => {
      home.app.clock.set('2026-11-28T12:00:00Z');
      answers().has(URL_OF, named(december));
      const id = await subscribe();
      answers().has(URL_OF, named(['2026-12-29', ...nextYear]));
      await tomorrow(2);
      expect(await show(id)).toMatchObject({ error: null });
      expect(await from(id)).toEqual([...december, ...nextYear]);
    });

    test('keeps a period that lasts into the new year', async () => {
      answers().answers.set(URL_OF, {
        kind: 'read',
        file: icsFile(
          [
            ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20261219'],
            ...['DTEND;VALUE=DATE:20270104', 'SUMMARY:School', 'END:VEVENT', 'END:VCALENDAR'],
          ].join('\r\n'),
        ),
        etag: null,
      });
      const id = await subscribe();
      answers().has(URL_OF, ['2027-02-08 School']);
      await tomorrow(2);
      expect((await show(id)).days).toMatchObject([
        { from: '2026-12-19', to: '2027-01-03' },
        { from: '2027-02-08' },
      ]);
    });

    test('accepts a file of 2027 and 2028 that replaces a file of 2026 and 2027', async () => {
      answers().has(URL_OF, named([...december, ...nextYear]));
      const id = await subscribe();
      answers().has(URL_OF, named([...nextYear, '2028-01-04']));
      for (let day = 0; day < 3; day += 1) await tomorrow(2);
      expect(await show(id)).toMatchObject({ error: null });
      expect(await from(id)).toEqual([...december, ...nextYear, '2028-01-04']);
    });

    test.each([
      ['one day', ['2027-01-02']],
      ['three days', ['2027-01-02', '2027-01-03', '2027-01-09']],
    ])(
      'accepts the file of the new year although the old one has %s of it that the new one lacks',
      async (_case, stale) => {
        home.app.clock.set('2026-11-28T12:00:00Z');
        answers().has(URL_OF, named([...december, ...stale]));
        const id = await subscribe();
        answers().has(URL_OF, named(nextYear));
        await tomorrow(2);
        expect(await show(id)).toMatchObject({ error: null });
        expect(await from(id)).toEqual([...december, ...nextYear]);
        expect(await told()).toEqual([]);
      },
    );

    test('keeps the days of this year until they are over if the host drops them from a file of two years', async () => {
      home.app.clock.set('2026-11-28T12:00:00Z');
      answers().has(URL_OF, named([...december, ...nextYear]));
      const id = await subscribe();
      answers().has(URL_OF, named(nextYear));
      await tomorrow(2);
      expect(await show(id)).toMatchObject({ error: null });
      expect(await from(id)).toEqual([...december, ...nextYear]);
      home.app.clock.set('2026-12-23T12:00:00Z');
      await tomorrow();
      expect(await from(id)).toEqual(['2026-12-29', ...nextYear]);
      home.app.clock.set('2026-12-26T12:00:00Z');
      await tomorrow();
      expect(await from(id)).toEqual(['2026-12-29', ...nextYear]);
      home.app.clock.set('2027-01-02T12:00:00Z');
      await tomorrow();
      expect(await from(id)).toEqual(nextYear);
      expect(await told()).toEqual([]);
    });

    test('keeps the last day of this year if the host drops this year, of which other days are over', async () => {
      home.app.clock.set('2026-12-23T12:00:00Z');
      answers().has(URL_OF, named([...december, ...nextYear]));
      const id = await subscribe();
      answers().has(URL_OF, named(nextYear));
      await tomorrow(2);
      expect(await from(id)).toEqual(['2026-12-29', ...nextYear]);
    });

    test('removes a single day of this year that the host removes', async () => {
      answers().has(URL_OF, named(['2026-12-25', ...nextYear]));
      const id = await subscribe();
      answers().has(URL_OF, named(nextYear));
      await tomorrow(2);
      expect(await show(id)).toMatchObject({ error: null });
      expect(await from(id)).toEqual(nextYear);
    });

    test('refuses a file without coming days, even if only one day is known', async () => {
      answers().has(URL_OF, named(['2026-12-29']));
      const id = await subscribe();
      answers().has(URL_OF, named(['2026-11-10']));
      await tomorrow(2);
      expect(await show(id)).toMatchObject({ error: 'FEWER_DAYS' });
      expect(await from(id)).toEqual(['2026-12-29']);
    });

    test('warns of the days that do not fit beside the kept days', () => {
      const today = civilDate('2026-11-28');
      const day = (date: CivilDate, name: string) => ({ from: date, to: date, name });
      const known = december.map((date) => day(civilDate(date), 'Bins'));
      const days = Array.from({ length: 2_000 }, (_, n) =>
        day(addDays(civilDate('2027-01-01'), n % 1_000), n < 1_000 ? 'a' : 'b'),
      ).sort((a, b) => (a.from < b.from ? -1 : 1));
      const calendar = aDayCalendar({ url: 'sealed', fetchedAt: 0, nextFetchAt: 0, days: known });
      const warnings = [{ code: 'DAYS_OVER_LIMIT' as const, count: 7, examples: [] }];
      const at = { now: Date.UTC(2026, 10, 28), today };
      const after = afterFetch(calendar, { kind: 'days', days, warnings: [], etag: null }, at);
      expect(after.days).toHaveLength(2_000);
      expect(after.days.slice(0, 5)).toEqual(known);
      expect(after.warnings).toEqual([{ ...warnings[0], count: 5 }]);
      const again = afterFetch(calendar, { kind: 'days', days, warnings, etag: null }, at);
      expect(again.warnings).toEqual([{ ...warnings[0], count: 12 }]);
    });

    test('refuses a file that lacks most days of this year and has no others instead', async () => {
      answers().has(URL_OF, named([...december, ...nextYear]));
      const id = await subscribe();
      answers().has(URL_OF, named([...december.slice(3), ...nextYear.slice(0, 30)]));
      await tomorrow(2);
      expect(await show(id)).toMatchObject({ error: 'FEWER_DAYS' });
      expect(await from(id)).toEqual([...december, ...nextYear]);
    });

    test('refuses a file that lacks most known days of the next year, even if it adds a day of the year after', async () => {
      answers().has(URL_OF, named([...december, ...nextYear]));
      const id = await subscribe();
      answers().has(URL_OF, named([nextYear[0]!, ...nextYear.slice(40), '2028-01-04']));
      await tomorrow(2);
      expect(await show(id)).toMatchObject({ error: 'FEWER_DAYS' });
      expect(await from(id)).toEqual([...december, ...nextYear]);
    });
  });

  test('is tried again daily if the only problem is that days are missing', () => {
    const day = (text: string) => ({ from: civilDate(text), to: civilDate(text), name: 'Noël' });
    const known = [day('2026-12-25'), day('2026-12-26')];
    const fetched = { kind: 'days' as const, days: [day('2026-12-01')], warnings: [], etag: null };
    let calendar = aDayCalendar({ url: 'sealed', fetchedAt: 0, nextFetchAt: 0, days: known });
    let now = Date.UTC(2026, 10, 21);
    for (let n = 0; n < 12; n += 1) {
      calendar = afterFetch(calendar, fetched, { now, today: civilDate('2026-11-21') });
      expect(calendar).toMatchObject({ error: 'FEWER_DAYS', failures: n + 1, days: known });
      if (n > 0) expect(Math.round((calendar.nextFetchAt! - now) / DAY)).toBe(1);
      now = calendar.nextFetchAt!;
    }
  });

  test('keeps the warnings of the last valid file until a later fetch succeeds', async () => {
    const events = [
      'BEGIN:VEVENT',
      'DTSTART;VALUE=DATE:20261225',
      'RRULE:FREQ=YEARLY;BYWEEKNO=52',
      'END:VEVENT',
    ];
    const file = icsFile(['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR'].join('\r\n'));
    answers().answers.set(URL_OF, { kind: 'read', file, etag: null });
    const id = await subscribe();
    const warnings = [{ code: 'RULE_NOT_SUPPORTED', count: 1, examples: ['(FREQ=YEARLY;BYWEEKNO=52)'] }];
    expect((await show(id)).warnings).toEqual(warnings);
    answers().answers.set(URL_OF, { kind: 'failed', error: 'UNREACHABLE', reason: 'x' });
    await tomorrow(2);
    expect(await show(id)).toMatchObject({ error: 'UNREACHABLE', warnings });
    answers().has(URL_OF, HOLIDAYS);
    await tomorrow(2);
    expect(await show(id)).toMatchObject({ error: null, warnings: [] });
  });

  test('is tried again less and less often, but at least once a week [D6]', () => {
    let calendar = aDayCalendar({ url: 'sealed', host: 'x.org', nextFetchAt: 0 });
    const today = civilDate('2026-11-21');
    let now = Date.UTC(2026, 10, 21);
    const pauses: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      calendar = afterFetch(calendar, { kind: 'failed', error: 'UNREACHABLE' }, { now, today });
      pauses.push(Math.round((calendar.nextFetchAt! - now) / DAY));
      now = calendar.nextFetchAt!;
    }
    expect(pauses.slice(1)).toEqual([1, 1, 2, 4, 7, 7, 7, 7, 7, 7, 7]);
  });

  test('reports an address that no key can decrypt [D6]', async () => {
    answers().has(URL_OF, HOLIDAYS);
    const id = await subscribe();
    await follow(id);
    const before = await rows();
    await home.app.unitOfWork.run(async ({ dayCalendars }) => {
      await dayCalendars.save({ ...(await show(id)), url: 'v9:a:b:c' });
    });
    await tomorrow(2);
    expect(await show(id)).toMatchObject({ error: 'ADDRESS_LOST' });
    expect(await rows()).toBe(before);
  });
});

describe('undo of changes to a calendar with an address', () => {
  test('removes a new calendar with its fetched days, and restores a deleted calendar with its address', async () => {
    answers().has(URL_OF, HOLIDAYS);
    const made = await runOperation(home, home.ana, () =>
      home.useCases.createDayCalendar(home.ana, { name: 'x', days: [], ignored: [], url: URL_OF }),
    );
    await home.app.performJobs();
    const [calendar] = await home.useCases.listDayCalendars(home.ana);
    expect(calendar?.days).toHaveLength(2);
    await runOperation(home, home.ben, () => home.useCases.undoOperation(home.ben, made.operationId!));
    expect(await home.useCases.listDayCalendars(home.ana)).toEqual([]);

    const id = await subscribe();
    const deleted = await runOperation(home, home.ana, () => home.useCases.deleteDayCalendar(home.ana, id));
    await runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, deleted.operationId!));
    expect(await names(id)).toEqual(['Noël', 'Jour de l’an']);
    await tomorrow(2);
    expect(await show(id)).toMatchObject({ error: null });
  });

  test('restores the previous address and fetches the calendar from that address again', async () => {
    answers().has(URL_OF, HOLIDAYS, '"one"');
    const id = await subscribe();
    const other = 'https://other.example.com/x.ics';
    answers().has(other, ['2027-06-01 x'], '"two"');
    const edited = await runOperation(home, home.ana, () =>
      home.useCases.editDayCalendar(home.ana, id, { url: other }),
    );
    await home.app.performJobs();
    expect(await names(id)).toEqual(['x']);
    await runOperation(home, home.ana, () => home.useCases.undoOperation(home.ana, edited.operationId!));
    await home.useCases.fetchDayCalendars();
    expect(asked().at(-1)).toEqual({ url: URL_OF, etag: null });
    expect(await names(id)).toEqual(['Noël', 'Jour de l’an']);
  });
});

test('the next fetches of ten thousand calendars that were created at the same time are spread evenly over a day', () => {
  const now = Date.UTC(2026, 10, 21, 9);
  const hex = (n: number) => n.toString(16).padStart(12, '0');
  const ids = Array.from({ length: 10_000 }, (_, n) => `019ac000-0000-7000-8000-${hex(n)}` as DayCalendarId);
  const due = ids.map((id) => nextFetch(id, now, 1));
  expect(Math.min(...due)).toBeGreaterThanOrEqual(now + DAY / 2);
  expect(Math.max(...due)).toBeLessThan(now + 1.5 * DAY);
  const perRound = new Map<number, number>();
  for (const at of due) {
    const round = Math.floor(at / (5 * 60_000));
    perRound.set(round, (perRound.get(round) ?? 0) + 1);
  }
  // On average, 35 calendars are due in each round of five minutes.
  expect(perRound.size).toBe(288);
  expect(Math.max(...perRound.values())).toBeLessThan(70);
  // A calendar that is fetched a few minutes late is due at the usual time on the next day.
  for (const [n, at] of due.entries()) expect(nextFetch(ids[n]!, at + 4 * 60_000, 1)).toBe(at + DAY);
});
