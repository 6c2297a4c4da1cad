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

test('a public holiday puts the bins off by a day, by themselves; the town moves to Thursdays, and no week has two', async () => {
  const { path, owner: ana, member: ben } = await aHome(service.api);
  const cleo = await newcomer(ana.api, path);
  // Bins are put out on Fridays, in turns.
  const first: Row = await done(
    ana.api.post(`${path}/tasks`, {
      ...{ title: 'Bins', date: '2026-11-27', recurrence: 'FREQ=WEEKLY' },
      rotation: { kind: 'turns', order: [[ana.id], [ben.id], [cleo.id]] },
    }),
  );
  const seriesPath = `${path}/series/${first['seriesId'] as string}`;
  const calendar = await done(
    ana.api.post(`${path}/day-calendars`, { name: 'Jours fériés', days: [christmas] }),
  );
  const whose = async () =>
    (await rows(ben.api, path)).map((row) => [row['date'], row['responsibleMemberIds'][0]]);
  const before = await whose();
  expect(before.slice(4, 6)).toEqual([
    ['2026-12-25', ben.id],
    ['2027-01-01', cleo.id],
  ]);

  // The bins come a working day later in a week with a holiday; Sundays are none.
  const shift = {
    calendarIds: [calendar.id],
    when: 'earlierInWeek',
    then: 'nextFree',
    restDays: ['su'],
  };
  const previewed = await done(ana.api.post(`${seriesPath}/preview`, { shift }));
  expect(previewed.counts).toMatchObject({ created: 0, changed: 1, removed: 0 });
  expect(previewed.dates).toContainEqual(
    expect.objectContaining({ date: '2026-12-26', was: expect.objectContaining({ date: '2026-12-25' }) }),
  );
  expect(await whose()).toEqual(before);
  const set = await done(ana.api.patch(seriesPath, { shift }));
  expect(set.shift).toEqual(shift);
  const bins = async (originalDate: string) =>
    (await rows(cleo.api, path)).find((row) => row['originalDate'] === originalDate)!;
  expect(await bins('2026-12-25')).toMatchObject({
    date: '2026-12-26',
    dateReason: { calendarId: calendar.id, name: 'Noël' },
    responsibleMemberIds: [ben.id],
    isException: false,
    seriesIndex: 4,
  });

  // The next year's holidays are known: by themselves the bins follow, and back again when that was a mistake.
  const told = (await done(cleo.api.get(`${path}/changes`))).cursor as string;
  const days = await ben.api.call('PUT', `${path}/day-calendars/${calendar.id as string}/days`, {
    body: [christmas, newYear],
  });
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
  await ben.api.call('PUT', `${path}/day-calendars/${calendar.id as string}/days`, {
    body: [christmas, newYear],
  });

  // What somebody has moved stays where it is; absences count on the day on which it is done.
  const moved = await bins('2027-01-01');
  await done(
    ana.api.patch(`${path}/occurrences/${moved.id}`, { date: '2027-01-04', version: moved['version'] }),
  );
  await done(ben.api.post(`${path}/members/${ben.id}/away`, { from: '2026-12-26', to: '2026-12-26' }));
  expect(await bins('2026-12-25')).toMatchObject({ turnReason: 'AWAY', turnOf: [ben.id] });
  await ben.api.call('PUT', `${path}/day-calendars/${calendar.id as string}/days`, { body: [newYear] });
  expect(await bins('2026-12-25')).toMatchObject({
    ...{ date: '2026-12-25', dateReason: null },
    ...{ turnReason: 'ROTATION', responsibleMemberIds: [ben.id] },
  });
  expect(await bins('2027-01-01')).toMatchObject({ date: '2027-01-04', isException: true });
  await ben.api.call('PUT', `${path}/day-calendars/${calendar.id as string}/days`, {
    body: [christmas, newYear],
  });

  // The town moves to Thursdays for good, from Thursday the 10th of December on.
  const target = await bins('2026-12-11');
  await done(
    ana.api.patch(`${path}/occurrences/${target.id}?scope=following`, {
      ...{ date: '2026-12-10', version: target['version'] },
    }),
  );
  // The one that somebody moved stands for its date.
  const dates = (await rows(cleo.api, path)).map((row) => row['date'] as string);
  expect(dates.slice(0, 6)).toEqual([
    ...['2026-11-27', '2026-12-04', '2026-12-10', '2026-12-17', '2026-12-24', '2027-01-04'],
  ]);
  const weeks = (await rows(cleo.api, path))
    .filter((row) => row['isException'] !== true)
    .map((row) => weekOf(row['date'] as string));
  expect(new Set(weeks).size).toBe(weeks.length);

  // A holiday on a Monday puts those of its week off too, whoever's turn it is; without the calendar they are back.
  await ben.api.call('PUT', `${path}/day-calendars/${calendar.id as string}/days`, {
    body: [{ from: '2027-01-11', to: '2027-01-11', name: 'Tip closed' }],
  });
  expect((await rows(cleo.api, path)).map((row) => row['date'])).toContain('2027-01-15');
  await done(ana.api.delete(`${path}/day-calendars/${calendar.id as string}`));
  const after = (await rows(cleo.api, path)).filter((row) => row['isException'] !== true);
  expect(after.filter((row) => row['date'] !== row['originalDate'])).toEqual([]);
  expect(new Set(after.map((row) => weekOf(row['date'] as string))).size).toBe(after.length);
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

/** The Monday of its week, as a number. */
const weekOf = (date: string) => Math.floor((Date.parse(date) / 86_400_000 + 3) / 7);
