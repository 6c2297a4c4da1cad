import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { ScriptedIcsSource } from '../../support/scripted-ics-source.js';
import { startService, type TestService } from '../../support/service.js';
import { home as aHome, newcomer } from '../households/people.js';

/*
 * The bin day moved: what must go well from beginning to end, told over the API with its dates. It begins on Saturday, 21
 * November 2026, at one o'clock in Paris.
 */

let service: TestService;
const addresses = new ScriptedIcsSource();
beforeAll(async () => {
  service = await startService({ icsSource: addresses });
});
afterAll(() => service.close());

type Row = Record<string, any> & { readonly id: string };
const done = async (answer: PromiseLike<{ status: number; text: string; body: any }>): Promise<any> => {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(text);
  return body;
};
const rows = async (api: Api, path: string): Promise<Row[]> =>
  ((await done(api.get(`${path}/occurrences?view=all&limit=200`))) as Row[]).filter(
    ({ status }) => status === 'TODO',
  );
const undo = (api: Api, path: string, answer: { headers: Record<string, string> }) =>
  done(api.post(`${path}/operations/${answer.headers['operation-id']!}/undo`));

const christmas = { from: '2026-12-25', to: '2026-12-25', name: 'Noël' };
const newYear = { from: '2027-01-01', to: '2027-01-01', name: 'Jour de l’an' };

/** A household of three that puts out the bins on Fridays, in turns, and knows of Christmas. */
async function withBins() {
  const { path, owner: ana, member: ben } = await aHome(service.api);
  const cleo = await newcomer(ana.api, path);
  const first: Row = await done(
    ana.api.post(`${path}/tasks`, {
      ...{ title: 'Bins', date: '2026-11-27', recurrence: 'FREQ=WEEKLY' },
      rotation: { kind: 'turns', order: [[ana.id], [ben.id], [cleo.id]] },
    }),
  );
  const calendar: Row = await done(
    ana.api.post(`${path}/day-calendars`, { name: 'Jours fériés', days: [christmas] }),
  );
  return {
    ...{ path, ana, ben, cleo, calendar, seriesPath: `${path}/series/${first['seriesId'] as string}` },
    // The bins come a working day later in a week with a holiday; Sundays are none.
    shift: { calendarIds: [calendar.id], when: 'earlierInWeek', then: 'nextFree', restDays: ['su'] },
    /** The one of that date of the rule. */
    bins: async (originalDate: string) =>
      (await rows(cleo.api, path)).find((row) => row['originalDate'] === originalDate)!,
    dates: async () => (await rows(cleo.api, path)).map((row) => row['date'] as string),
    setDays: async (...days: readonly object[]) => {
      const answer = await ben.api.call('PUT', `${path}/day-calendars/${calendar.id}/days`, { body: days });
      expect(answer.status).toBe(200);
      return answer;
    },
    /** For good, from that one on. */
    moveTo: async (date: string, { id, version }: Row) =>
      done(ana.api.patch(`${path}/occurrences/${id}?scope=following`, { date, version })),
  };
}

test('a public holiday puts the bins off by a day, by themselves; the town moves to Thursdays, and no week has two', async () => {
  const { path, ana, ben, cleo, calendar, seriesPath, shift, bins, dates, setDays, moveTo } =
    await withBins();
  const whose = async () =>
    (await rows(ben.api, path)).map((row) => [row['date'], row['responsibleMemberIds'][0]]);
  const before = await whose();
  expect(before.slice(4, 6)).toEqual([
    ['2026-12-25', ben.id],
    ['2027-01-01', cleo.id],
  ]);

  const previewed = await done(ana.api.post(`${seriesPath}/preview`, { shift }));
  expect(previewed.counts).toMatchObject({ created: 0, changed: 1, removed: 0 });
  expect(previewed.dates).toContainEqual(
    expect.objectContaining({ date: '2026-12-26', was: expect.objectContaining({ date: '2026-12-25' }) }),
  );
  expect(await whose()).toEqual(before);
  const set = await done(ana.api.patch(seriesPath, { shift }));
  expect(set.shift).toEqual(shift);
  expect(await bins('2026-12-25')).toMatchObject({
    date: '2026-12-26',
    dateReason: { calendarId: calendar.id, name: 'Noël' },
    responsibleMemberIds: [ben.id],
    isException: false,
    seriesIndex: 4,
  });

  // The next year's holidays are known: by themselves the bins follow, and back again when that was a mistake.
  const told = (await done(cleo.api.get(`${path}/changes`))).cursor as string;
  const days = await setDays(christmas, newYear);
  expect(await bins('2027-01-01')).toMatchObject({ date: '2027-01-02', responsibleMemberIds: [cleo.id] });
  const since = async (cursor: string) => {
    const changed: Row[] = [];
    for (let from = cursor; ;) {
      const { body } = await cleo.api.get(`${path}/changes?since=${from}`);
      changed.push(...body.changed.occurrences);
      if (body.hasMore !== true) return changed;
      from = body.cursor as string;
    }
  };
  expect((await since(told)).some((row) => row['date'] === '2027-01-02')).toBe(true);
  await undo(ben.api, path, days);
  expect(await bins('2027-01-01')).toMatchObject({ date: '2027-01-01', dateReason: null });
  await setDays(christmas, newYear);

  // Absences count on the day on which it is done.
  await done(ben.api.post(`${path}/members/${ben.id}/away`, { from: '2026-12-26', to: '2026-12-26' }));
  expect(await bins('2026-12-25')).toMatchObject({ turnReason: 'AWAY', turnOf: [ben.id] });
  await setDays(newYear);
  expect(await bins('2026-12-25')).toMatchObject({
    ...{ date: '2026-12-25', dateReason: null },
    ...{ turnReason: 'ROTATION', responsibleMemberIds: [ben.id] },
  });
  await setDays(christmas, newYear);

  // The town moves to Thursdays for good, from Thursday the 10th of December on: one a week, and none is left out.
  await moveTo('2026-12-10', await bins('2026-12-11'));
  const thursdays = await dates();
  expect(thursdays.slice(0, 8)).toEqual([
    ...['2026-11-27', '2026-12-04', '2026-12-10', '2026-12-17', '2026-12-24', '2026-12-31'],
    ...['2027-01-07', '2027-01-14'],
  ]);
  requireOneAWeek(thursdays);

  // A holiday on a Monday puts those of its week off too, whoever's turn it is; without the calendar they are back.
  await setDays({ from: '2027-01-11', to: '2027-01-11', name: 'Tip closed' });
  const closed = await dates();
  expect(closed).toEqual(thursdays.map((date) => (date === '2027-01-14' ? '2027-01-15' : date)));
  requireOneAWeek(closed);
  await done(ana.api.delete(`${path}/day-calendars/${calendar.id}`));
  expect(await dates()).toEqual(thursdays);
});

test('a date that was moved by hand stays where it is, whatever becomes of the days and of the others', async () => {
  const { path, ana, seriesPath, shift, bins, dates, setDays, moveTo } = await withBins();
  await done(ana.api.patch(seriesPath, { shift }));
  await setDays(christmas, newYear);
  const { id, version, date } = await bins('2027-01-01');
  expect(date).toBe('2027-01-02');
  await done(ana.api.patch(`${path}/occurrences/${id}`, { date: '2027-01-04', version }));
  const moved = { id, date: '2027-01-04', isException: true };
  const there = { from: '2027-01-04', to: '2027-01-04', name: 'Tip closed' };
  for (const days of [[christmas], [newYear, there], [], [christmas, newYear]]) {
    await setDays(...days);
    expect(await bins('2027-01-01')).toMatchObject(moved);
  }
  await moveTo('2026-12-10', await bins('2026-12-11'));
  // It stands for its date of the rule, which gives no other: the next is the one of the week after.
  expect((await dates()).slice(2, 8)).toEqual([
    ...['2026-12-10', '2026-12-17', '2026-12-24', '2027-01-04', '2027-01-07', '2027-01-14'],
  ]);
  expect((await rows(ana.api, path)).filter((row) => row['isException'] === true)).toMatchObject([moved]);
});

test('the holidays come by themselves, from the address where the town publishes them', async () => {
  const town = 'https://town.example.org/holidays.ics';
  addresses.has(town, ['2026-12-25 Noël', '2027-01-01 Jour de l’an'], '"2026"');
  const { path, owner: ana } = await aHome(service.api);
  const calendar = await done(ana.api.post(`${path}/day-calendars`, { name: 'Town', url: town }));
  await service.performJobs();
  const first = await done(
    ana.api.post(`${path}/tasks`, {
      ...{ title: 'Bins', date: '2026-11-27' },
      recurrence: { frequency: 'weekly', byDay: [{ day: 'fr' }] },
    }),
  );
  const shift = { calendarIds: [calendar.id], when: 'onDay', then: 'nextFree', restDays: ['su'] };
  await done(ana.api.patch(`${path}/series/${first['seriesId'] as string}`, { shift }));
  const signIn = async () =>
    ana.api.as(
      (await done(service.api.post('/v1/auth/login', await service.credentialsOf(ana.id)))).accessToken,
    );
  const dates = async () => (await rows(await signIn(), path)).map((row) => row['date'] as string);
  expect((await dates()).slice(4, 7)).toEqual(['2026-12-26', '2027-01-02', '2027-01-08']);

  // The town has written down one more by Monday evening; on Wednesday its machine is away, and nothing is lost.
  addresses.has(town, ['2026-12-25 Noël', '2027-01-01 Jour de l’an', '2027-01-08 Strike'], '"2027"');
  service.clock.set('2026-11-23T12:30:00Z');
  await service.useCases.fetchDayCalendars();
  expect((await dates()).slice(4, 7)).toEqual(['2026-12-26', '2027-01-02', '2027-01-09']);
  addresses.answers.clear();
  service.clock.set('2026-11-25T12:30:00Z');
  await service.useCases.fetchDayCalendars();
  await service.performJobs();
  expect((await dates()).slice(4, 7)).toEqual(['2026-12-26', '2027-01-02', '2027-01-09']);
  const later = await signIn();
  expect(await done(later.get(`${path}/day-calendars`))).toMatchObject([{ error: 'UNREACHABLE' }]);
  const notices: Row[] = await done(later.get(`${path}/notifications`));
  expect(notices.filter(({ type }) => type === 'DAY_CALENDAR_FAILED')).toMatchObject([
    { params: { name: 'Town', error: 'UNREACHABLE' } },
  ]);
});

/** Each week, from the first to the last, has one and no more. */
function requireOneAWeek(dates: readonly string[]): void {
  const weeks = dates.map((date) => Math.floor((Date.parse(date) / 86_400_000 + 3) / 7));
  expect(weeks.length).toBeGreaterThan(9);
  expect(weeks).toEqual(weeks.map((_week, i) => weeks[0]! + i));
}
