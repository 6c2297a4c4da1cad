import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from '@jest/globals';
import ICAL from 'ical.js';
import { writeCalendar } from '../../../adapters/http/feeds/present.js';
import { RenderedFeeds } from '../../../adapters/http/feeds/rendered-feeds.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import { aHousehold } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import { anOccurrence } from '../../builders/occurrence.js';
import type { Api } from '../../support/api.js';
import { shareServiceInFile } from '../../support/fresh-service.js';
import type { TestService } from '../../support/service.js';
import { home, told } from '../households/people.js';

const freshService = shareServiceInFile();

describe('feeds', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await freshService();
  });

  const householdId = (path: string) => path.split('/').at(-1) as string;
  async function feedOf(api: Api, path: string, asked: { personal?: boolean } = {}) {
    const { status, body } = await api.post('/v1/me/feeds', { householdId: householdId(path), ...asked });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return { id: body.id as string, address: new URL(body.url as string).pathname };
  }
  /** Reads the feed without credentials, as a calendar program does. */
  const read = (address: string, headers: Record<string, string> = {}) =>
    service.api.as(null).get(address, { headers });
  async function eventsAt(address: string) {
    const { status, text } = await read(address);
    expect(status).toBe(200);
    return new ICAL.Component(ICAL.parse(text) as unknown[])
      .getAllSubcomponents('vevent')
      .map((component) => new ICAL.Event(component));
  }

  describe('a calendar feed', () => {
    test('shows open and done tasks with their assignees, as whole days or with times in UTC, but no skipped, undated or distant tasks', async () => {
      const { path, owner, member } = await home(service.api);
      await owner.api.patch(path, { timeZone: 'Europe/Paris' });
      const { body: category } = await owner.api.post(`${path}/categories`, { name: 'Kitchen' });
      const create = (api: Api, task: object) => api.post(`${path}/tasks`, task);
      await create(owner.api, {
        title: 'Bins; out, please',
        date: '2026-11-22',
        categoryId: category.id,
        notes: 'two\nlines',
        responsibleMemberIds: [owner.id, member.id],
      });
      await create(owner.api, { title: 'Call', date: '2027-03-28', time: '09:00', durationMinutes: 45 });
      await create(owner.api, { title: 'Some day' });
      await create(owner.api, { title: 'Far away', date: '2028-01-01' });
      const done = await create(owner.api, { title: 'Done', date: '2026-11-20' });
      await owner.api.post(`${path}/occurrences/${done.body.id}/complete`);
      const skipped = await create(owner.api, { title: 'Skipped', date: '2026-11-24' });
      await owner.api.post(`${path}/occurrences/${skipped.body.id}/skip`);

      const { address } = await feedOf(owner.api, path);
      const events = await eventsAt(address);
      expect(events.map(({ summary }) => summary)).toEqual([
        '✓ Done',
        'Bins; out, please · Olga, Milan',
        'Call',
      ]);
      const [, bins, call] = events as [ICAL.Event, ICAL.Event, ICAL.Event];
      expect(bins.startDate).toMatchObject({ isDate: true });
      expect(bins.startDate.toString()).toBe('2026-11-22');
      expect(bins.endDate.toString()).toBe('2026-11-23');
      expect(bins.description).toBe('Kitchen\ntwo\nlines');
      // Summer time began the night before.
      expect(call.startDate.toString()).toBe('2027-03-28T07:00:00Z');
      expect(call.endDate.toString()).toBe('2027-03-28T07:45:00Z');
      expect(call.component.getFirstPropertyValue('transp')).toBe('TRANSPARENT');
      const { text } = await read(address);
      expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    });

    test('shows tasks moved by special days on their new date, and no tasks in a pause', async () => {
      const { path, owner } = await home(service.api);
      const fine = ({ status, body }: { status: number; body: any }) => {
        if (status >= 300) throw new Error(JSON.stringify(body));
        return body;
      };
      const { id } = fine(
        await owner.api.post(`${path}/day-calendars`, {
          ...{ name: 'Holidays', days: [{ from: '2026-12-25', to: '2026-12-25', name: 'Christmas' }] },
        }),
      );
      const { seriesId } = fine(
        await owner.api.post(`${path}/tasks`, {
          ...{ title: 'Bins', date: '2026-12-04', recurrence: { frequency: 'weekly', count: 6 } },
        }),
      );
      const shift = { calendarIds: [id], when: 'onDay', then: 'nextFree', restDays: ['su'] };
      fine(await owner.api.patch(`${path}/series/${seriesId}`, { shift }));
      const { address } = await feedOf(owner.api, path);
      const dates = async () => (await eventsAt(address)).map(({ startDate }) => startDate.toString());
      const all = ['2026-12-04', '2026-12-11', '2026-12-18', '2026-12-26', '2027-01-01', '2027-01-08'];
      expect(await dates()).toEqual(all);
      const known = { 'If-None-Match': (await read(address)).headers['etag'] as string };

      const pause = { from: '2026-12-07', to: '2026-12-20', mode: 'skip' };
      const { id: pauseId } = fine(await owner.api.post(`${path}/pauses`, pause));
      expect((await read(address, known)).status).toBe(200);
      expect(await dates()).toEqual(['2026-12-04', '2026-12-26', '2027-01-01', '2027-01-08']);
      fine(await owner.api.delete(`${path}/pauses/${pauseId}`));
      expect(await dates()).toEqual(all);
      fine(await owner.api.delete(`${path}/day-calendars/${id}`));
      expect(await dates()).toEqual(all.map((date) => (date === '2026-12-26' ? '2026-12-25' : date)));
    });

    test('marks a task as done only after the last assignee has ticked it, and shows one event for each time of a day', async () => {
      const { path, owner, member } = await home(service.api);
      const create = async (task: object) =>
        (await owner.api.post(`${path}/tasks`, { date: '2026-11-23', ...task })).body.id as string;
      const responsibleMemberIds = [owner.id, member.id];
      const room = await create({ title: 'Own room', completion: 'all', responsibleMemberIds });
      const times = ['08:00', '18:00'];
      await create({ title: 'Cat', recurrence: { frequency: 'daily', times, count: 3 } });
      await create({ title: 'Paperwork', date: '2026-12-20', showFrom: 1 });
      const { address } = await feedOf(owner.api, path);
      const shown = async () =>
        (await eventsAt(address)).map(({ summary, startDate }) => `${startDate.toString()} ${summary}`);
      const others = [
        ...['2026-11-23T07:00:00Z Cat', '2026-11-23T17:00:00Z Cat', '2026-11-24T07:00:00Z Cat'],
        '2026-12-20 Paperwork',
      ];
      await member.api.post(`${path}/occurrences/${room}/complete`);
      expect(await shown()).toEqual(['2026-11-23 Own room · Olga, Milan', ...others]);
      await owner.api.post(`${path}/occurrences/${room}/complete`);
      expect(await shown()).toEqual(['2026-11-23 ✓ Own room · Olga, Milan', ...others]);
    });

    test('shows personal tasks only if requested, and never personal tasks of other members', async () => {
      const { path, owner, member } = await home(service.api);
      const create = (api: Api, title: string, visibility: string) =>
        api.post(`${path}/tasks`, { title, date: '2026-11-23', visibility });
      await create(owner.api, 'Bins', 'SHARED');
      await create(owner.api, 'Diary', 'PERSONAL');
      await create(member.api, 'Secret', 'PERSONAL');
      const titlesIn = async (asked: { personal?: boolean }) => {
        const { address } = await feedOf(owner.api, path, asked);
        return (await eventsAt(address)).map(({ summary }) => summary);
      };
      expect(await titlesIn({})).toEqual(['Bins']);
      expect(await titlesIn({ personal: false })).toEqual(['Bins']);
      expect(await titlesIn({ personal: true })).toEqual(['Bins', 'Diary']);
      const { body } = await owner.api.get('/v1/me/feeds');
      const personal = (body as { personal: boolean }[]).map((feed) => feed.personal);
      expect(personal.toSorted()).toEqual([false, false, true]);
    });

    test('has no events for an empty household', async () => {
      const { path, owner } = await home(service.api);
      const { address } = await feedOf(owner.api, path);
      const answer = await read(address);
      expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
      expect(await eventsAt(address)).toEqual([]);
    });

    test('ends every line with CRLF, including the last one [last-line-without-its-end, F01]', async () => {
      const { path, owner } = await home(service.api);
      await owner.api.post(`${path}/tasks`, { title: 'Bins', date: '2026-11-22' });
      const { address } = await feedOf(owner.api, path);
      const { text } = await read(address);
      expect(text.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true);
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    });

    test('has the name of the household, with special characters escaped', async () => {
      const { path, owner } = await home(service.api);
      await owner.api.patch(path, { name: String.raw`Bin\nes; "at home", n° 1` });
      const { address } = await feedOf(owner.api, path);
      const { text } = await read(address);
      for (const property of ['NAME', 'X-WR-CALNAME'])
        expect(text).toContain(String.raw`${property}:Bin\\nes\; "at home"\, n° 1`);
    });

    test('keeps event ids, and increases the sequence after a change', async () => {
      const { path, owner } = await home(service.api);
      const { body: task } = await owner.api.post(`${path}/tasks`, { title: 'x', date: '2026-11-22' });
      const { address } = await feedOf(owner.api, path);
      const [before] = await eventsAt(address);
      await owner.api.patch(`${path}/occurrences/${task.id}`, { version: 1, title: 'y' });
      const [after] = await eventsAt(address);
      expect(after?.uid).toEqual(before?.uid);
      expect(after?.summary).toBe('y');
      expect(before?.sequence).toBe(0);
      expect(after?.sequence).toBe(1);
    });

    test('returns 304 if nothing has changed', async () => {
      const { path, owner } = await home(service.api);
      const { address } = await feedOf(owner.api, path);
      const { headers } = await read(address);
      const known = { 'If-None-Match': headers['etag'] as string };
      expect((await read(address, known)).status).toBe(304);
      for (const list of [`W/${headers['etag']}`, `"other", ${headers['etag']}`, '*'])
        expect((await read(address, { 'If-None-Match': list })).status).toBe(304);
      for (const other of ['"other"', 'x', ''])
        expect((await read(address, { 'If-None-Match': other })).status).toBe(200);
      await owner.api.post(`${path}/tasks`, { title: 'x', date: '2026-11-22' });
      expect((await read(address, known)).status).toBe(200);
    });

    test('ends when it is revoked, its member is removed, or the household is deleted', async () => {
      const { path, owner, member } = await home(service.api);
      const [revoked, left, gone] = [
        await feedOf(owner.api, path),
        await feedOf(member.api, path),
        await feedOf(owner.api, path),
      ];
      expect((await owner.api.delete(`/v1/me/feeds/${revoked.id}`)).status).toBe(204);
      await owner.api.delete(`${path}/members/${member.id}`);
      expect((await read(gone.address)).status).toBe(200);
      await owner.api.delete(path);
      for (const { address } of [revoked, left, gone])
        expect(told(await read(address))).toEqual([404, 'NOT_FOUND']);
    });

    test('returns 404 NOT_FOUND for an unknown address', async () => {
      for (const token of ['x', 'A'.repeat(43), '%00', '..%2f..'])
        expect(told(await read(`/v1/feeds/${token}.ics`))).toEqual([404, 'NOT_FOUND']);
    });
  });

  describe('the feeds of a member', () => {
    test('are listed with the time of their last use, but without their address', async () => {
      const { path, owner } = await home(service.api);
      const { id, address } = await feedOf(owner.api, path);
      const listed = async () => (await owner.api.get('/v1/me/feeds')).body as object[];
      const feed = {
        id,
        householdId: householdId(path),
        personal: false,
        createdAt: '2026-11-21T12:00:00.000Z',
      };
      expect(await listed()).toEqual([{ ...feed, lastUsedAt: null }]);
      await read(address);
      expect(await listed()).toEqual([{ ...feed, lastUsedAt: '2026-11-21T12:00:00.000Z' }]);
    });

    test('cannot be listed or revoked by other members', async () => {
      const { path, owner, member } = await home(service.api);
      const { id, address } = await feedOf(owner.api, path);
      expect((await member.api.get('/v1/me/feeds')).body).toEqual([]);
      expect(told(await member.api.delete(`/v1/me/feeds/${id}`))).toEqual([404, 'NOT_FOUND']);
      expect((await read(address)).status).toBe(200);
    });

    test('are limited to ten per household of the member, also for requests at the same time', async () => {
      const { path, owner } = await home(service.api);
      const stranger = await service.api.register();
      const ask = (api: Api) => api.post('/v1/me/feeds', { householdId: householdId(path) });
      expect(told(await ask(stranger.api))).toEqual([404, 'HOUSEHOLD_NOT_FOUND']);
      const answers = await Promise.all(Array.from({ length: 14 }, () => ask(owner.api)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
      const refused = await ask(owner.api);
      expect(told(refused)).toEqual([409, 'LIMIT_REACHED']);
      expect(refused.body.error.details).toEqual({ limit: 'feeds' });
    });

    test('are stored and logged without their token', async () => {
      const { path, owner } = await home(service.api);
      const { address } = await feedOf(owner.api, path);
      const token = /feeds\/(.+)\.ics/.exec(address)?.[1] as string;
      const rows = JSON.stringify(await service.query('select * from feeds'));
      expect(rows).not.toContain(token);
      expect(JSON.stringify(service.logger.events('info'))).not.toContain(token);
    });
  });

  describe('the feed of a household', () => {
    test('has a new revision after visible changes and on the next day', async () => {
      const { path, owner, member } = await home(service.api);
      const { body: category } = await owner.api.post(`${path}/categories`, { name: 'Kitchen' });
      const create = (fields: object) =>
        owner.api.post(`${path}/tasks`, {
          title: 'x',
          date: '2026-11-22',
          categoryId: category.id,
          ...fields,
        });
      const { body: task } = await create({});
      const { body: other } = await create({ title: 'y' });
      const one = `${path}/occurrences/${task.id}`;
      const seen: unknown[] = [];
      const changes: (() => Promise<{ status: number }>)[] = [
        () => owner.api.patch(one, { version: 1, title: 'z' }),
        () => owner.api.patch(one, { version: 2, notes: 'n' }),
        () => owner.api.post(`${one}/complete`),
        () => owner.api.post(`${one}/reopen`),
        () => owner.api.delete(`${path}/occurrences/${other.id}`),
        () => owner.api.post(`${path}/occurrences/${other.id}/restore`),
        () => owner.api.patch(`${path}/categories/${category.id}`, { name: 'Cellar' }),
        () => owner.api.patch(`${path}/members/${member.id}`, { displayName: 'Mil' }),
        () => owner.api.patch(path, { name: 'Castle' }),
        () => owner.api.patch(path, { timeZone: 'Asia/Tokyo' }),
        () => owner.api.patch(path, { calendarTitleFormat: '{title}!' }),
      ];
      const { address } = await feedOf(owner.api, path);
      for (const change of changes) {
        seen.push((await read(address)).headers['etag']);
        expect((await change()).status).toBeLessThan(300);
        service.clock.advance(60_000);
      }
      seen.push((await read(address)).headers['etag']);
      service.clock.advance(86_400_000);
      seen.push((await read(address)).headers['etag']);
      expect(new Set(seen).size).toBe(changes.length + 2);
    });

    test('is rendered once per revision, and is not rendered for HEAD or for a client that has the revision', async () => {
      const { path, owner } = await home(service.api);
      await owner.api.post(`${path}/tasks`, { title: 'x', date: '2026-11-22' });
      const { address } = await feedOf(owner.api, path);
      const reading = /select .*notes.* from occurrences/s;
      const statements = async (method: string, headers: Record<string, string> = {}) => {
        const sent = await service.statementsOf(() =>
          service.api.as(null).call(method, address, { headers }),
        );
        return sent.filter((text) => reading.test(text)).length;
      };
      expect(await statements('HEAD')).toBe(0);
      expect(await statements('GET')).toBe(1);
      const { headers, text } = await read(address);
      expect(await statements('GET')).toBe(0);
      expect(await statements('GET', { 'If-None-Match': headers['etag'] as string })).toBe(0);
      await owner.api.post(`${path}/tasks`, { title: 'y', date: '2026-11-22' });
      expect(await statements('GET')).toBe(1);
      expect((await read(address)).text).not.toBe(text);
    });

    test('is rendered once for all feeds of a household that show no personal tasks', async () => {
      const { path, owner, member } = await home(service.api);
      const create = (person: { api: Api }, title: string) =>
        person.api.post(`${path}/tasks`, { title, date: '2026-11-22', visibility: 'PERSONAL' });
      await owner.api.post(`${path}/tasks`, { title: 'Shared', date: '2026-11-22' });
      // Both feeds have the same number of rows, with the same versions and times.
      await create(owner, 'Hers');
      await create(member, 'His');
      const addresses = [
        await feedOf(owner.api, path, { personal: true }),
        await feedOf(member.api, path, { personal: true }),
      ];
      const titles = async (address: string) =>
        (await eventsAt(address)).map(({ summary }) => summary.split(' ')[0]).sort();
      expect(await titles(addresses[0]!.address)).toEqual(['Hers', 'Shared']);
      expect(await titles(addresses[1]!.address)).toEqual(['His', 'Shared']);
      const [hers, his] = [await feedOf(owner.api, path), await feedOf(member.api, path)];
      expect(await titles(hers.address)).toEqual(['Shared']);
      const statements = await service.statementsOf(() => read(his.address));
      expect(statements.filter((text) => /select .*notes.* from occurrences/s.test(text))).toEqual([]);
    });

    test('is rendered once for sixty reads at the same time', async () => {
      const { path, owner, member } = await home(service.api);
      await owner.api.post(`${path}/tasks`, { title: 'x', date: '2026-11-22' });
      const addresses: string[] = [];
      for (const { api } of [owner, member])
        for (let i = 0; i < 10; i++) addresses.push((await feedOf(api, path)).address);
      const answers: { status: number; headers: Record<string, unknown> }[] = [];
      const statements = await service.statementsOf(async () => {
        const sixty = Array.from({ length: 60 }, (_, i) => read(addresses[i % addresses.length]!));
        answers.push(...(await Promise.all(sixty)));
      });
      expect(statements.filter((text) => /select .*notes.* from occurrences/s.test(text))).toHaveLength(1);
      const served = answers.filter(({ status }) => status === 200);
      expect(served.length).toBeGreaterThan(20);
      for (const { status, headers } of answers)
        if (status !== 200) expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    });

    test('shows only the beginning of long notes', async () => {
      const { path, owner } = await home(service.api);
      const notes = `${'x'.repeat(498)}😀${'y'.repeat(9_000)}`;
      await owner.api.post(`${path}/tasks`, { title: 'x', date: '2026-11-22', notes });
      const { address } = await feedOf(owner.api, path);
      const [event] = await eventsAt(address);
      expect(event?.description).toBe(`${'x'.repeat(498)}…`);
    });

    test('allows ten reads a minute per feed, then sends Retry-After', async () => {
      const { path, owner } = await home(service.api);
      const [often, other] = [await feedOf(owner.api, path), await feedOf(owner.api, path)];
      const answers = await Promise.all(Array.from({ length: 12 }, () => read(often.address)));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 429, 429]);
      const refused = answers.find(({ status }) => status === 429);
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
      expect((await read(other.address)).status).toBe(200);
      service.clock.advance(60_000);
      expect((await read(often.address)).status).toBe(200);
    });

    test('lets other requests run while the feed is rendered', async () => {
      const household = aHousehold();
      const fields = {
        householdId: household.id,
        createdBy: anId<MemberId>(),
        date: civilDate('2026-11-23'),
      };
      const page = Array.from({ length: 200 }, () => anOccurrence({ ...fields, notes: 'ü'.repeat(500) }));
      const pieces = writeCalendar(
        {
          revision: '',
          household,
          memberNames: new Map(),
          categoryNames: new Map(),
          pages: () => Readable.from([page, page]),
        },
        { webBaseUrl: 'https://planner.example' },
      );
      let turns = 0;
      const turn = () => {
        turns += 1;
        next = setImmediate(turn);
      };
      let next = setImmediate(turn);
      const eventsPerTurn = new Map<number, number>();
      for await (const piece of pieces) {
        const events = piece.match(/BEGIN:VEVENT/g)?.length ?? 0;
        eventsPerTurn.set(turns, (eventsPerTurn.get(turns) ?? 0) + events);
      }
      clearImmediate(next);
      expect([...eventsPerTurn.values()].reduce((sum, events) => sum + events)).toBe(400);
      expect(Math.max(...eventsPerTurn.values())).toBeLessThanOrEqual(20);
    });
  });
});

describe('rendered feeds', () => {
  const pieces = (...texts: string[]) => texts.map((text) => Buffer.from(text));
  async function textOf(feed: AsyncGenerator<Buffer>): Promise<string> {
    let text = '';
    for await (const piece of feed) text += piece.toString();
    return text;
  }

  describe('the cache of rendered feeds', () => {
    test('returns the pieces of a feed in order', async () => {
      const feeds = new RenderedFeeds();
      expect(feeds.put('one', pieces('a', 'b', 'c'))).toBe(true);
      expect(await textOf(feeds.read('one'))).toBe('abc');
    });

    test('drops the least recently read feed if there is no space', async () => {
      const feeds = new RenderedFeeds({ maxBytes: 10 });
      feeds.put('one', pieces('1234'));
      feeds.put('two', pieces('1234'));
      await textOf(feeds.read('one'));
      feeds.put('three', pieces('123456'));
      expect(['one', 'two', 'three'].map((key) => feeds.has(key))).toEqual([true, false, true]);
    });

    test('keeps no feed that is larger than the whole cache', () => {
      const feeds = new RenderedFeeds({ maxBytes: 10 });
      feeds.put('one', pieces('1234'));
      expect(feeds.put('two', pieces('12345678901'))).toBe(false);
      expect([feeds.has('one'), feeds.has('two')]).toEqual([true, false]);
    });

    test('counts the size of a replaced feed only once', () => {
      const feeds = new RenderedFeeds({ maxBytes: 10 });
      for (let i = 0; i < 5; i++) feeds.put('one', pieces('12345'));
      feeds.put('two', pieces('12345'));
      expect([feeds.has('one'), feeds.has('two')]).toEqual([true, true]);
    });

    test('ends a slow read with the error of a closed connection when the feed is dropped to make room for another feed', async () => {
      const feeds = new RenderedFeeds({ maxBytes: 10 });
      feeds.put('slow', pieces('12345', '12345'));
      const slow = feeds.read('slow');
      await slow.next();
      feeds.put('other', pieces('1'));
      await expect(slow.next()).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
    });
  });
});
