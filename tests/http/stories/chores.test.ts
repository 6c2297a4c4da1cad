import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { addDays } from '../../../domain/shared/civil-date.js';
import { civilMomentAt, type TimeZone } from '../../../domain/shared/zone.js';
import { type Api, PASSWORD } from '../../support/api.js';
import { done, hangDisplay } from '../../support/displays.js';
import { shareServiceInFile } from '../../support/fresh-service.js';
import type { TestService } from '../../support/service.js';
import { accept, home as aHome, invited, newcomer, type Person } from '../households/people.js';

const freshService = shareServiceInFile();

/*
 * Stories from beginning to end over the API, with their dates. They begin on Saturday, 21 November 2026, at one
 * o'clock in Paris.
 */

let service: TestService;
type Row = Record<string, any> & { readonly id: string };

describe('chores of adults', () => {
  beforeAll(async () => {
    service = await freshService();
  });
  beforeEach(() => service.clock.set('2026-11-21T12:00:00Z'));
  const rows = async (api: Api, path: string, view = 'all'): Promise<Row[]> =>
    done(api.get(`${path}/occurrences?view=${view}&limit=200`));
  const task = (api: Api, path: string, fields: object): Promise<Row> =>
    done(api.post(`${path}/tasks`, fields));
  const turns = (...people: readonly Person[]) => ({
    kind: 'turns',
    order: people.map(({ id }) => [id]),
  });
  const complete = (api: Api, path: string, { id }: Row, body: object = {}) =>
    done(api.post(`${path}/occurrences/${id}/complete`, body));
  /** Signs the member in again, because the session expires after some days. */
  const returned = async ({ id, api }: Person): Promise<Api> =>
    api.as((await done(service.api.post('/v1/auth/login', await service.credentialsOf(id)))).accessToken);

  test('go to the other members while a member is sick, even after a swap, and return to that member when the absence ends', async () => {
    const { path, owner: ana, member: ben } = await aHome(service.api);
    const cleo = await newcomer(ana.api, path);
    await task(ana.api, path, {
      ...{ title: 'Bins', date: '2026-11-24', recurrence: 'FREQ=WEEKLY', rotation: turns(ana, ben, cleo) },
    });
    const on = async (date: string) => (await rows(ana.api, path)).find((row) => row['date'] === date)!;
    const whose = async (date: string) => (await on(date))['responsibleMemberIds'];
    const swap = await done(
      ana.api.post(`${path}/occurrences/${(await on('2026-11-24')).id}/swap`, {
        withOccurrenceId: (await on('2026-12-01')).id,
      }),
    );
    await done(ben.api.post(`${path}/swaps/${swap.id as string}/accept`));
    expect([await whose('2026-11-24'), await whose('2026-12-01')]).toEqual([[ben.id], [ana.id]]);

    const absent = await done(
      ben.api.post(`${path}/members/${ben.id}/away`, { from: '2026-11-21', to: null }),
    );
    const all = (await rows(cleo.api, path)).filter((row) => row['seriesId'] !== null);
    expect(all.length).toBeGreaterThan(9);
    expect(all.filter((row) => row['responsibleMemberIds'].includes(ben.id))).toEqual([]);
    expect(await on('2026-11-24')).toMatchObject({ turnReason: 'AWAY', turnOf: [ben.id] });
    // The turns are shared among the members who are present.
    const stoodIn = all
      .filter((row) => row['turnReason'] === 'AWAY')
      .map((row) => row['responsibleMemberIds'][0]);
    expect(new Set(stoodIn)).toEqual(new Set([ana.id, cleo.id]));
    // Each of them gets one notification, which lists the turns.
    await service.performJobs();
    for (const { id, api } of [ana, cleo]) {
      const mine = all.filter((row) => row['turnReason'] === 'AWAY' && row['responsibleMemberIds'][0] === id);
      const dates = mine.map((row) => row['date']).toSorted();
      const told = (await done(api.get(`${path}/notifications`))).filter(
        ({ type }: any) => type === 'TURN_BY_ABSENCE',
      );
      expect(told.map(({ params }: any) => params)).toMatchObject([
        { title: 'Bins', date: dates[0], count: dates.length, dates: dates.slice(0, 3), awayIds: [ben.id] },
      ]);
    }

    const [{ id: absence }] = absent.awayPeriods;
    await done(ben.api.patch(`${path}/members/${ben.id}/away/${absence as string}`, { to: '2026-12-02' }));
    expect(await on('2026-11-24')).toMatchObject({ turnReason: 'AWAY' });
    expect(await whose('2026-12-22')).toEqual([ben.id]);
    await done(ben.api.delete(`${path}/members/${ben.id}/away/${absence as string}`));
    expect(await on('2026-11-24')).toMatchObject({ responsibleMemberIds: [ben.id], turnReason: 'SWAP' });
  });

  test('can be compared: who did more this month, and whether that is fair', async () => {
    service.clock.set('2026-11-01T09:00:00Z');
    const { path, owner: ana, member: ben } = await aHome(service.api);
    const cleo = await newcomer(ana.api, path);
    await done(cleo.api.post(`${path}/members/${cleo.id}/away`, { from: '2026-11-11', to: '2026-11-30' }));

    service.clock.set('2026-11-30T19:00:00Z');
    const [anas, bens, cleos] = [await returned(ana), await returned(ben), await returned(cleo)];
    const did = async (api: Api, date: string, fields: object) =>
      complete(api, path, await task(api, path, { date, ...fields }), { completedAt: `${date}T18:00:00Z` });
    for (const date of ['2026-11-07', '2026-11-14', '2026-11-21'])
      await did(anas, date, { title: 'Dinner', durationMinutes: 90 });
    for (let day = 10; day < 28; day += 2)
      await did(bens, `2026-11-${day}`, { title: 'Plants', durationMinutes: 5 });
    // While she is here, Cleo does a seventh of all minutes. The three members are present on seventy days in
    // total, of which ten are hers.
    for (const day of [2, 3, 4, 5, 6, 8])
      await did(cleos, `2026-11-0${day}`, { title: 'Dishes', durationMinutes: 9 });
    // Ben does Cleo's turn, one day late.
    const hers = { title: 'Bins', date: '2026-11-09', responsibleMemberIds: [cleo.id], durationMinutes: 10 };
    await complete(bens, path, await task(anas, path, hers), { completedAt: '2026-11-10T18:00:00Z' });
    await did(bens, '2026-11-15', { title: 'Diary', visibility: 'PERSONAL', durationMinutes: 600 });

    const range = 'from=2026-11-01&to=2026-11-30';
    const balance = await done(anas.get(`${path}/balance?${range}`));
    for (const api of [bens, cleos]) expect(await done(api.get(`${path}/balance?${range}`))).toEqual(balance);
    const of = ({ id }: Person) => balance.members.find((one: any) => one.memberId === id);
    expect(balance.totalMinutes).toBe(379);
    expect([of(ana), of(ben), of(cleo)]).toMatchObject([
      { presentDays: 30, doneMinutes: 270, expectedMinutes: 163, difference: 107, tookOver: 0 },
      { presentDays: 30, doneMinutes: 55, expectedMinutes: 162, difference: -107, tookOver: 1 },
      // Cleo was away for twenty days and is still balanced.
      { presentDays: 10, doneMinutes: 54, expectedMinutes: 54, difference: 0, handedOver: 1 },
    ]);
    const { members } = await done(cleos.get(`${path}/statistics?${range}`));
    const late = ({ id }: Person) => members.find((one: any) => one.memberId === id).late;
    expect([late(ana), late(ben), late(cleo)]).toEqual([0, 0, 1]);
  });

  test('can be corrected: a member corrects a tick of yesterday, and undoes a deletion of a series and a change of its rule a day later', async () => {
    const { path, owner: ana } = await aHome(service.api);
    const email = 'ben@story.example.org';
    const ben: Person = await service.api.register({ email });
    await accept(ben.api, await invited(ana.api, path));
    const plants = await task(ana.api, path, { title: 'Plants', date: '2026-11-20' });
    await complete(ana.api, path, plants);
    await done(ben.api.post(`${path}/occurrences/${plants.id}/reopen`));
    const again = await complete(ben.api, path, plants);
    service.clock.advance(60_000);
    const told = { completedFor: ana.id, completedAt: '2026-11-20T18:00:00.000Z', version: again.version };
    expect(await complete(ben.api, path, plants, told)).toMatchObject({
      completedFor: ana.id,
      completedBy: ben.id,
    });
    const [entry] = await done(ana.api.get(`${path}/activity?subjectId=${plants.id}`));
    expect(entry.changes).toContainEqual({ field: 'completedFor', from: ben.id, to: ana.id });

    await task(ana.api, path, {
      ...{ title: 'Bins', date: '2026-11-14', recurrence: 'FREQ=WEEKLY', rotation: turns(ana, ben) },
    });
    const bins = async (api = ana.api) => (await rows(api, path)).filter((row) => row['title'] === 'Bins');
    await complete(ana.api, path, (await bins())[0]!);
    const before = await bins();
    const [first] = before;
    const deleted = await ben.api.delete(`${path}/series/${first!['seriesId'] as string}`);
    // Advances the clock by a day, extends the horizon and signs in again.
    const afterANight = async () => {
      service.clock.advance(86_400_000);
      await service.useCases.extendHorizons();
      return ben.api.as(
        (await done(service.api.post('/v1/auth/login', { email, password: PASSWORD }))).accessToken,
      );
    };
    const morning = await afterANight();
    await done(morning.post(`${path}/operations/${deleted.headers['operation-id']}/undo`));
    const shown = (all: readonly Row[]) =>
      all.slice(0, before.length).map((row) => [row['date'], row['status'], row['responsibleMemberIds']]);
    expect(shown(await bins(morning))).toEqual(shown(before));

    // Undoing a replaced rule a day later restores the old dates.
    const replaced = await morning.patch(`${path}/series/${first!['seriesId'] as string}`, {
      recurrence: { frequency: 'daily' },
    });
    const lastOf = (all: readonly Row[]) => all.at(-1)!['date'] as string;
    const daily = await bins(morning);
    expect(daily.length).toBeGreaterThan(before.length * 3);
    const evening = await afterANight();
    expect(lastOf(await bins(evening)) > lastOf(daily)).toBe(true);
    await done(evening.post(`${path}/operations/${replaced.headers['operation-id']}/undo`));
    expect(shown(await bins(evening))).toEqual(shown(before));
  });

  test('can be shown early, get a permanent step, start to repeat, be due twice a day, or wait for their start date', async () => {
    const { path, owner: ana, member: ben } = await aHome(service.api);
    const titled = async (view: string, title: string) =>
      (await rows(ana.api, path, view)).filter((row) => row['title'] === title);
    const day = 86_400_000;
    const { date: start } = civilMomentAt('Europe/Paris' as TimeZone, service.clock.now());
    const on = (days: number) => addDays(start, days);

    // The task is shown from two weeks before its date.
    await task(ana.api, path, {
      ...{ title: 'Paperwork', date: on(15), showFrom: 14, checklist: [{ title: 'Receipts' }] },
      recurrence: { frequency: 'monthly', interval: 3 },
    });
    expect(await titled('upcoming', 'Paperwork')).toEqual([]);
    const [paper] = await titled('all', 'Paperwork');
    const added = await done(
      ben.api.patch(`${path}/occurrences/${paper!.id}?scope=all`, {
        version: paper!['version'],
        checklist: [{ title: 'Receipts' }, { title: 'Bank statements' }],
      }),
    );
    expect(added.checklist.map(({ title }: any) => title)).toEqual(['Receipts', 'Bank statements']);

    // A one-off task becomes a series and a one-off task again.
    const filter = await task(ana.api, path, { title: 'Filter', date: on(2) });
    const repeating = await done(
      ana.api.patch(`${path}/occurrences/${filter.id}`, {
        version: filter['version'],
        recurrence: 'FREQ=WEEKLY',
      }),
    );
    expect(repeating).toMatchObject({ id: filter.id, seriesIndex: 0 });
    expect((await titled('all', 'Filter')).map((row) => row['date']).slice(0, 2)).toEqual([on(2), on(9)]);
    await done(
      ana.api.patch(`${path}/occurrences/${filter.id}?scope=all`, {
        version: repeating.version,
        recurrence: null,
      }),
    );
    expect((await titled('all', 'Filter')).map((row) => row['date'])).toEqual([on(2)]);

    // Each of the two times of a day is a turn of its own.
    await task(ana.api, path, {
      ...{ title: 'Cat', date: on(1), rotation: turns(ana, ben) },
      recurrence: { frequency: 'daily', times: ['18:00', '08:00'], count: 5 },
    });
    expect(
      (await titled('all', 'Cat')).map((row) => [row['date'], row['time'], row['responsibleMemberIds'][0]]),
    ).toEqual([
      [on(1), '08:00', ana.id],
      [on(1), '18:00', ben.id],
      [on(2), '08:00', ana.id],
      [on(2), '18:00', ben.id],
      [on(3), '08:00', ana.id],
    ]);

    // The series has no date until a member gives it one.
    const descale = await task(ana.api, path, {
      title: 'Descale',
      recurrence: { kind: 'afterCompletion', every: 5, unit: 'day' },
    });
    expect(descale).toMatchObject({ date: null, seriesIndex: 0 });
    expect(await titled('unscheduled', 'Descale')).toHaveLength(1);
    const given = await done(
      ben.api.patch(`${path}/occurrences/${descale.id}`, { version: descale['version'], date: on(0) }),
    );
    expect(given).toMatchObject({ date: on(0) });
    expect(await titled('unscheduled', 'Descale')).toEqual([]);
    await complete(ben.api, path, descale);
    expect((await titled('upcoming', 'Descale')).map((row) => row['date'])).toEqual([on(5)]);

    // A day later the paperwork is two weeks ahead.
    service.clock.advance(day);
    const later = await returned(ana);
    const upcoming = await rows(later, path, 'upcoming');
    expect(upcoming.find((row) => row['title'] === 'Paperwork')).toMatchObject({ date: on(15) });
  });
});

describe('chores of people without an account', () => {
  beforeAll(async () => {
    service = await freshService();
  });
  const dated = async (api: Api, path: string, title: string): Promise<Row[]> => {
    const all: Row[] = await done(api.get(`${path}/occurrences?view=all&limit=200`));
    return all.filter((row) => row['title'] === title);
  };
  const turns = (...people: readonly { id: string }[]) => ({
    kind: 'turns',
    order: people.map(({ id }) => [id]),
  });
  const complete = (by: Person, path: string, { id }: Row, completedFor: { id: string }) =>
    done(by.api.post(`${path}/occurrences/${id}/complete`, { completedFor: completedFor.id }));

  const child = (by: Person, path: string, displayName: string, managers: readonly Person[]): Promise<Row> =>
    done(
      by.api.post(`${path}/members`, {
        displayName,
        group: 'CHILD',
        managerIds: managers.map(({ id }) => id),
      }),
    );

  test('rotate weekly among two parents and two children, and a child can tick on the wall tablet with a PIN', async () => {
    const { path, owner: ana, member: ben } = await aHome(service.api);
    const leo = await child(ana, path, 'Leo', [ana, ben]);
    const mia = await child(ana, path, 'Mia', [ana, ben]);
    const family = [ana, ben, leo, mia];
    const saturdays = { date: '2026-11-21', recurrence: 'FREQ=WEEKLY;BYDAY=SA', durationMinutes: 30 };
    const chores = ['Bathroom', 'Kitchen', 'Floors', 'Dust'];
    for (const [place, title] of chores.entries())
      await done(
        ana.api.post(`${path}/tasks`, {
          ...saturdays,
          title,
          rotation: { ...turns(...family), offset: place },
        }),
      );
    await done(
      ana.api.post(`${path}/tasks`, {
        ...{ ...saturdays, title: 'Own room', completion: 'all' },
        responsibleMemberIds: [leo.id, mia.id],
      }),
    );
    const on = async (date: string): Promise<readonly Row[]> => {
      const all: Row[] = await done(ben.api.get(`${path}/occurrences?view=all&from=${date}&to=${date}`));
      expect(all).toHaveLength(5);
      return [...chores, 'Own room'].map((title) => all.find((row) => row['title'] === title)!);
    };
    const whose = (rows: readonly Row[]) => rows.map((row) => row['responsibleMemberIds']);
    const [bathroom, kitchen, floors, dust, room] = (await on('2026-11-21')) as [Row, Row, Row, Row, Row];
    expect(whose([bathroom, kitchen, floors, dust])).toEqual(family.map(({ id }) => [id]));
    expect(room).toMatchObject({ completion: 'all', doneBy: [], responsibleMemberIds: [leo.id, mia.id] });

    // With his PIN, Leo can tick his turn and his own room on the tablet, but not the chore of Mia.
    await done(ana.api.call('PUT', `${path}/members/${leo.id}/pin`, { body: { pin: '0906' } }));
    const { api: tablet } = await hangDisplay(ana.api, path);
    const { members } = await done(tablet.get(path));
    expect(members.map((one: any) => [one.displayName, one.hasPin])).toContainEqual(['Leo', true]);
    const choose = (body: object) => tablet.post('/v1/displays/act', { memberId: leo.id, ...body });
    for (const refused of [{ pin: '1111' }, {}]) expect((await choose(refused)).status).toBe(403);
    const { actToken } = await done(choose({ pin: '0906' }));
    const tick = ({ id }: Row) =>
      tablet.post(`${path}/occurrences/${id}/complete`, {}, { 'x-act-token': actToken });
    const leos = { completedBy: leo.id, completedFor: leo.id };
    expect(await done(tick(floors))).toMatchObject({ status: 'DONE', ...leos });
    expect((await tick(dust)).status).toBe(403);
    const half = await done(tick(room));
    expect(half).toMatchObject({ status: 'TODO', completedFor: null, doneBy: [{ memberId: leo.id }] });

    // Ana ticks for Mia. Ana and Ben tick for themselves.
    await complete(ana, path, bathroom, ana);
    await complete(ben, path, kitchen, ben);
    const mias = { status: 'DONE', completedBy: ana.id };
    expect(await complete(ana, path, dust, mia)).toMatchObject({ ...mias, completedFor: mia.id });
    expect(await complete(ana, path, room, mia)).toMatchObject({
      ...mias,
      completedForIds: [leo.id, mia.id],
    });

    const next = await on('2026-11-28');
    expect(whose(next)).toEqual([...[ben, leo, mia, ana].map(({ id }) => [id]), [leo.id, mia.id]]);
    for (const row of next) expect(row).toMatchObject({ status: 'TODO', completedForIds: [], doneBy: [] });

    const range = 'from=2026-11-21&to=2026-11-21';
    const statistics = await done(ben.api.get(`${path}/statistics?${range}`));
    const did = family.map(({ id }) => statistics.members.find((one: any) => one.memberId === id));
    expect(did.map(({ done: count, late, minutes }) => [count, late, minutes])).toEqual([
      [1, 0, 30],
      [1, 0, 30],
      [2, 0, 60],
      [2, 0, 60],
    ]);
    const balance = await done(ana.api.get(`${path}/balance?${range}`));
    expect(await done(ben.api.get(`${path}/balance?${range}`))).toEqual(balance);
    expect(balance.totalMinutes).toBe(180);
    expect(
      family.map(({ id }) => balance.members.find((one: any) => one.memberId === id).doneMinutes),
    ).toEqual([30, 30, 60, 60]);
  });

  test('that every assignee ticks separately accept one tick per assignee, and can be reopened for one assignee', async () => {
    const { path, owner: ana, member: ben } = await aHome(service.api);
    const leo = await child(ana, path, 'Leo', [ana, ben]);
    const mia = await child(ana, path, 'Mia', [ana, ben]);
    const room: Row = await done(
      ana.api.post(`${path}/tasks`, {
        ...{
          title: 'Own room',
          date: '2026-11-21',
          completion: 'all',
          responsibleMemberIds: [leo.id, mia.id],
        },
      }),
    );
    const at = `${path}/occurrences/${room.id}`;
    const refused = await ben.api.post(`${at}/complete`);
    expect(refused.body.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ rule: 'responsible' }],
    });

    const half = await complete(ben, path, room, leo);
    expect(half.doneBy).toEqual([{ memberId: leo.id, at: expect.any(String) }]);
    expect((await complete(ana, path, room, leo)).version).toBe(half.version);
    await complete(ana, path, room, mia);

    // Reopening the part of Leo keeps the tick of Mia.
    const back = await done(ben.api.post(`${at}/reopen`, { completedForIds: [leo.id] }));
    expect(back).toMatchObject({ status: 'TODO', doneBy: [{ memberId: mia.id }] });
    const { body: operations } = await ben.api.get(`${path}/operations?limit=100`);
    expect(operations.map((one: any) => one.kind)).toContain('REOPENED');
    expect(await complete(ben, path, room, leo)).toMatchObject({ status: 'DONE' });
  });

  test('rotate to a guest only during the visit, also after the visit was extended', async () => {
    const { path, owner: ana, member: ben } = await aHome(service.api);
    const cooking = await done(
      ana.api.post(`${path}/tasks`, {
        ...{ title: 'Cooking', date: '2026-11-21', recurrence: 'FREQ=DAILY', rotation: turns(ana, ben) },
      }),
    );
    await complete(ana, path, cooking, ana);
    const grandma: Row = await done(
      ana.api.post(`${path}/members`, {
        ...{ displayName: 'Grandma', group: 'GUEST', activeFrom: '2026-12-01', activeUntil: '2026-12-10' },
      }),
    );
    await done(
      ana.api.patch(`${path}/series/${cooking.seriesId as string}`, { rotation: turns(ana, ben, grandma) }),
    );
    const rows = await dated(ben.api, path, 'Cooking');
    const hers = rows.filter((row) => row['responsibleMemberIds'].includes(grandma.id));
    expect(hers.length).toBeGreaterThanOrEqual(3);
    expect(
      hers.map((row) => row['date']).filter((date) => date < '2026-12-01' || date > '2026-12-10'),
    ).toEqual([]);
    expect(rows.filter((row) => row['responsibleMemberIds'].length !== 1)).toEqual([]);
    // A turn of the guest before her visit is assigned to another member.
    const before = rows.find((row) => row['turnOf']?.includes(grandma.id) && row['date'] < '2026-12-01');
    expect(before).toMatchObject({ turnReason: 'AWAY' });
    // It is still one series, whose history includes the time before her visit.
    expect(new Set(rows.map((row) => row['taskId'])).size).toBe(1);
    expect(rows[0]).toMatchObject({ status: 'DONE', completedFor: ana.id });

    // Her visit is extended to the 12th.
    await done(ana.api.patch(`${path}/members/${grandma.id}`, { activeUntil: '2026-12-12' }));
    const longer = await dated(ben.api, path, 'Cooking');
    const dates = longer
      .filter((row) => row['responsibleMemberIds'].includes(grandma.id))
      .map((row) => row['date']);
    expect(dates.every((date) => date >= '2026-12-01' && date <= '2026-12-12')).toBe(true);
    expect(dates.length).toBeGreaterThan(hers.length);

    // On her last day she is still active. On the next day her open turns belong to other members.
    const stays = async () => {
      await service.useCases.departGuests();
      const { members } = await done(service.api.as(await signIn()).get(path));
      return members.find((one: any) => one.id === grandma.id).leftAt === null;
    };
    const signIn = async (): Promise<string> =>
      (await done(service.api.post('/v1/auth/login', await service.credentialsOf(ana.id)))).accessToken;
    // It is 23:30 in Paris.
    service.clock.advance(Date.parse('2026-12-12T22:30:00Z') - service.clock.now());
    expect(await stays()).toBe(true);
    service.clock.advance(3_600_000);
    expect(await stays()).toBe(false);
    const rest = await dated(service.api.as(await signIn()), path, 'Cooking');
    expect(
      rest.filter((row) => row['status'] === 'TODO' && row['responsibleMemberIds'].includes(grandma.id)),
    ).toEqual([]);
  });
});

describe('groceries', () => {
  beforeAll(async () => {
    service = await freshService();
  });

  type Row = Readonly<Record<string, any>>;
  const all = async (api: Api, path: string): Promise<readonly Row[]> => (await api.get(path)).body as Row[];

  /** The items of each section, in the order of the shop. */
  const SHOP: Readonly<Record<string, readonly string[]>> = {
    'Fruit and vegetables': ['apples', 'leeks', 'carrots', 'lemons'],
    Bakery: ['bread', 'croissants', 'brioche'],
    Fishmonger: ['mussels'],
    'Dairy and eggs': ['milk', 'butter', 'eggs'],
    Groceries: ['rice', 'oil'],
  };

  test('are sorted by the sections of the shop, and offline ticks merge with changes made at home', async () => {
    const { path, owner, member } = await aHome(service.api);
    const way = Object.keys(SHOP).map((name) => ({ name }));
    await owner.api.call('PUT', `${path}/shopping/sections`, { body: way.toReversed() });
    await member.api.call('PUT', `${path}/shopping/sections`, { body: way });
    // The items are added in alphabetical order. The service knows the section of all but the mussels.
    const written = Object.values(SHOP).flat().toSorted();
    const body = {
      items: written.map((name) => (name === 'mussels' ? { name, section: 'Fishmonger' } : { name })),
    };
    const items = (await owner.api.post(`${path}/shopping/items`, body)).body as Row[];
    const listed = async (api: Api): Promise<readonly Row[]> => {
      const [list, sections] = [
        await all(api, `${path}/shopping/items`),
        await all(api, `${path}/shopping/sections`),
      ];
      const walk = sections.flatMap(({ name }) => list.filter(({ section }) => section === name));
      // Every item is in one of the sections.
      expect(walk).toHaveLength(list.length);
      return walk;
    };
    const bySection = (list: readonly Row[]) => [...Map.groupBy(list, ({ section }) => section as string)];
    const names = (list: readonly Row[]) => list.map(({ name }) => name as string);
    const wanted = Object.entries(SHOP).map(([section, here]) => [section, here.toSorted()] as const);
    const walk = await listed(member.api);
    expect(bySection(walk).map(([section, here]) => [section, names(here)])).toEqual(wanted);

    // Offline in the shop: twelve ticks, one tick that is removed again, and 2 kg of flour.
    const at = (minute: number) => new Date(service.clock.now() - (60 - minute) * 60_000).toISOString();
    const flour = randomUUID();
    const [taken, left] = [walk.slice(0, 12), walk[12]!];
    const tick = ({ id }: Row, checked = true) => ({ type: 'shopping.set', itemId: id, checked });
    const acts = [
      ...taken.map((item) => tick(item)),
      ...[tick(left), tick(left, false)],
      { type: 'shopping.add', itemId: flour, name: 'Flour', quantity: 2, unit: 'kg' },
    ];
    const commands = acts.map((act, i) => ({ id: randomUUID(), at: at(i), ...act }));
    // Before these commands arrive, the other member changes the list online.
    await owner.api.post(`${path}/shopping/items`, { text: '500 g flour' });
    await owner.api.patch(`${path}/shopping/items/${taken[3]!['id']}`, { note: 'the large ones' });
    const send = () =>
      member.api.post(`${path}/commands`, { sentAt: new Date(service.clock.now()).toISOString(), commands });
    const [first, again] = [await send(), await send()];
    expect(again.body).toEqual(first.body);
    expect((first.body.results as Row[]).map(({ status }) => status as string)).toEqual([
      ...Array.from({ length: 14 }, () => 'DONE'),
      'MERGED',
    ]);

    const list = await listed(member.api);
    expect(list).toEqual(await listed(owner.api));
    expect(bySection(list).map(([section, here]) => [section, names(here)])).toEqual(
      wanted.map(([section, here]) => [section, section === 'Groceries' ? [...here, 'flour'] : here]),
    );
    expect(list.filter(({ checked }) => checked === true)).toEqual(
      taken.map((item) =>
        expect.objectContaining({
          id: item['id'],
          checkedBy: member.id,
          note: item === taken[3] ? 'the large ones' : null,
        }),
      ),
    );
    expect(list.slice(12)).toMatchObject([
      { id: left['id'], checked: false, checkedBy: null },
      { name: 'flour', quantity: 2500, unit: 'g', checked: false },
    ]);
    expect(items.map(({ id }) => id as string).toSorted()).toEqual(
      list
        .slice(0, 13)
        .map(({ id }) => id as string)
        .toSorted(),
    );
  });
});
