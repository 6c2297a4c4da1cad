import { beforeAll, describe, expect, test } from '@jest/globals';
import { shareServiceInFile } from '../../support/fresh-service.js';
import type { TestService } from '../../support/service.js';
import { home, told } from '../households/people.js';

const freshService = shareServiceInFile();

let service: TestService;

describe('history', () => {
  beforeAll(async () => {
    service = await freshService();
  });

  /** Advances the clock before the call, so that entries have different times and an order. */
  const later = <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    service.clock.advance(1000);
    return call();
  };

  type Entry = { action: string; subject: { type: string; title: string | null }; changes: unknown[] };
  const short = (body: unknown) =>
    (body as Entry[]).map(({ action, subject }) => `${action} ${subject.type} ${subject.title}`);

  describe('the history of a household', () => {
    test('shows what an edit changed in a series, with the operation id of the edit', async () => {
      const { path, owner, member } = await home(service.api);
      const { body: first } = await later(() =>
        owner.api.post(`${path}/tasks`, {
          ...{ title: 'Bins', date: '2026-11-24', recurrence: { frequency: 'weekly' } },
        }),
      );
      const edited = await later(() =>
        member.api.patch(`${path}/occurrences/${first.id}?scope=all`, {
          ...{ version: 1, title: 'Bins and paper', missed: 'keepLatest' },
          recurrence: { frequency: 'weekly', byDay: [{ day: 'we' }] },
        }),
      );
      const [{ changes, operationId, subject }] = (await owner.api.get(`${path}/activity`)).body;
      expect([subject.type, operationId]).toEqual(['SERIES', edited.headers['operation-id']]);
      expect(changes).toMatchObject([
        { field: 'title', from: 'Bins', to: 'Bins and paper' },
        { field: 'recurrence', from: { byDay: [{ day: 'tu' }] }, to: { byDay: [{ day: 'we' }] } },
        { field: 'missed', from: 'keep', to: 'keepLatest' },
      ]);
      const rows = (await owner.api.get(`${path}/occurrences?view=all`)).body;
      await later(() =>
        owner.api.patch(`${path}/occurrences/${rows[2].id}?scope=following`, {
          ...{ version: rows[2].version, time: '07:00' },
        }),
      );
      expect((await owner.api.get(`${path}/activity`)).body[0].changes).toEqual(
        expect.arrayContaining([{ field: 'time', from: null, to: '07:00' }]),
      );
    });

    test('shows everybody what was done and by whom, newest first', async () => {
      const { path, owner, member } = await home(service.api);
      const { body: task } = await later(() => owner.api.post(`${path}/tasks`, { title: 'Wash up' }));
      const one = `${path}/occurrences/${task.id}`;
      const edit = { version: 1, title: 'Wash the dishes', notes: 'all of them' };
      await later(() => member.api.patch(one, edit));
      await later(() => member.api.post(`${one}/complete`));
      await later(() => member.api.post(`${one}/complete`));
      await later(() => owner.api.post(`${one}/reopen`));
      await later(() => owner.api.post(`${path}/categories`, { name: 'Kitchen' }));
      const { body } = await owner.api.get(`${path}/activity`);
      expect(short(body).slice(0, 5)).toEqual([
        'CREATED CATEGORY Kitchen',
        'REOPENED TASK Wash the dishes',
        'COMPLETED TASK Wash the dishes',
        'EDITED TASK Wash the dishes',
        'CREATED TASK Wash up',
      ]);
      expect(body[3]).toMatchObject({
        actorId: member.id,
        subject: { id: task.id, occurrenceId: task.id, date: null },
        changes: [
          { field: 'title', from: 'Wash up', to: 'Wash the dishes' },
          { field: 'notes', from: null, to: null },
        ],
      });
      expect((await member.api.get(`${path}/activity`)).body).toEqual(body);

      const told = async (query: string) => short((await owner.api.get(`${path}/activity?${query}`)).body);
      const ofTask = ['REOPENED', 'COMPLETED', 'EDITED', 'CREATED'];
      for (const id of [task.id, task.taskId])
        expect((await told(`subjectId=${id}`)).map((line) => line.split(' ')[0])).toEqual(ofTask);
      expect(await told(`subjectId=${task.id}&since=${body[2].at}`)).toHaveLength(2);
      expect(await told('since=2027-01-01T00:00:00Z')).toEqual([]);
      expect(
        (await owner.api.get(`${path}/activity?subjectId=x&since=yesterday`)).body.error.details,
      ).toMatchObject([{ field: 'subjectId' }, { field: 'since' }]);
    });

    test('shows changed fields before and after an edit of the household, a member or a category, but no display names', async () => {
      const { path, owner } = await home(service.api);
      const { body: kitchen } = await owner.api.post(`${path}/categories`, { name: 'Kitchen', icon: 'pan' });
      const newest = async () => (await owner.api.get(`${path}/activity`)).body[0] as Entry;
      const edit = async (what: string, fields: object) => {
        await later(() => owner.api.patch(path + what, fields));
        return newest();
      };
      expect(await edit('', { name: 'Chez nous', weekStartsOn: 'SU' })).toMatchObject({
        subject: { type: 'HOUSEHOLD' },
        changes: [
          { field: 'name', to: 'Chez nous' },
          { field: 'weekStartsOn', from: 'MO', to: 'SU' },
        ],
      });
      expect(await edit(`/categories/${kitchen.id}`, { name: 'Galley' })).toMatchObject({
        subject: { type: 'CATEGORY', title: 'Galley' },
        changes: [{ field: 'name', from: 'Kitchen', to: 'Galley' }],
      });
      // Display names are not kept in the history, because they must disappear when the account is erased.
      expect(
        await edit(`/members/${owner.id}`, { color: '#111111', displayName: 'Nobody in particular' }),
      ).toMatchObject({
        subject: { type: 'MEMBER', id: owner.id },
        changes: [
          { field: 'color', from: expect.any(String), to: '#111111' },
          { field: 'displayName', from: null, to: null },
        ],
      });
    });

    test('shows that pauses were created and ended, also by an undo, and shows pauses of personal tasks only to their author', async () => {
      const { path, owner, member } = await home(service.api);
      const create = (fields: object) =>
        later(() =>
          owner.api.post(`${path}/tasks`, { date: '2026-11-24', recurrence: 'FREQ=DAILY', ...fields }),
        );
      await create({ title: 'Bins' });
      const diary = await create({ title: 'Diary', visibility: 'PERSONAL' });
      const pause = { from: '2026-12-06', to: '2026-12-19', mode: 'skip' };
      const made = await later(() => member.api.post(`${path}/pauses`, { ...pause, note: 'Lisbon' }));
      const ended = await later(() => owner.api.delete(`${path}/pauses/${made.body.id}`));
      const own = { ...pause, seriesIds: [diary.body.seriesId] };
      await later(() => owner.api.post(`${path}/pauses`, own));
      const undo = ({ headers }: typeof made) =>
        later(() => owner.api.post(`${path}/operations/${headers['operation-id']}/undo`));
      await undo(ended);
      await undo(made);
      const lines = async (api: typeof owner.api) =>
        short((await api.get(`${path}/activity`)).body).filter((line) => line.includes(' PAUSE '));
      const shared = [
        'RESUMED PAUSE Lisbon',
        'PAUSED PAUSE Lisbon',
        'RESUMED PAUSE Lisbon',
        'PAUSED PAUSE Lisbon',
      ];
      expect(await lines(member.api)).toEqual(shared);
      expect(await lines(owner.api)).toEqual(shared.toSpliced(2, 0, 'PAUSED PAUSE null'));
      const [first] = (await owner.api.get(`${path}/activity?subjectId=${made.body.id}`)).body.toReversed();
      expect(first).toMatchObject({
        ...{ actorId: member.id, operationId: made.headers['operation-id'], changes: [] },
        subject: { type: 'PAUSE', id: made.body.id, date: '2026-12-06', occurrenceId: null },
      });
    });

    test('has one entry for twenty ticks at the same time [T-O1]', async () => {
      const { path, owner } = await home(service.api);
      const { body: task } = await owner.api.post(`${path}/tasks`, { title: 'x' });
      const ticks = Array.from({ length: 20 }, () =>
        owner.api.post(`${path}/occurrences/${task.id}/complete`),
      );
      expect(new Set((await Promise.all(ticks)).map(({ status }) => status))).toEqual(new Set([200]));
      const { body } = await owner.api.get(`${path}/activity`);
      expect(short(body).filter((line) => line.startsWith('COMPLETED'))).toHaveLength(1);
    });

    test('shows entries of personal tasks only to the author, whenever the tasks became personal', async () => {
      const { path, owner, member } = await home(service.api);
      const { body: task } = await owner.api.post(`${path}/tasks`, { title: 'Present for Milan' });
      await owner.api.post(`${path}/tasks`, { title: 'Diary', visibility: 'PERSONAL' });
      await owner.api.patch(`${path}/occurrences/${task.id}`, { version: 1, visibility: 'PERSONAL' });
      const seenBy = async (api: typeof owner.api) => short((await api.get(`${path}/activity`)).body).join();
      expect(await seenBy(member.api)).not.toMatch(/Present|Diary/);
      expect(await seenBy(owner.api)).toMatch(/Present.*Diary.*Present/);
      await owner.api.patch(`${path}/occurrences/${task.id}`, { version: 2, visibility: 'SHARED' });
      expect((await seenBy(member.api)).match(/Present/g)).toHaveLength(2);
    });

    test('has no entry for a refused change', async () => {
      const { path, owner } = await home(service.api);
      const { body: task } = await later(() => owner.api.post(`${path}/tasks`, { title: 'x' }));
      await owner.api.patch(`${path}/occurrences/${task.id}`, { version: 7, title: 'y' });
      expect(short((await owner.api.get(`${path}/activity`)).body)[0]).toBe('CREATED TASK x');
    });

    test('is divided into pages with Link headers', async () => {
      const { path, owner } = await home(service.api);
      for (const title of ['a', 'b', 'c']) await later(() => owner.api.post(`${path}/tasks`, { title }));
      const first = await owner.api.get(`${path}/activity?limit=2`);
      expect(short(first.body)).toEqual(['CREATED TASK c', 'CREATED TASK b']);
      const [, next] = /<(.+)>; rel="next"/.exec(first.headers['link'] as string) ?? [];
      expect(short((await owner.api.get(next as string)).body)[0]).toBe('CREATED TASK a');
    });

    test('is kept for 12 months', async () => {
      const { path, owner } = await home(service.api);
      await owner.api.post(`${path}/tasks`, { title: 'old' });
      const kept = async () =>
        (await service.query(`select 1 from activities where subject_title = 'old'`)).length;
      service.clock.set('2027-11-20T12:00:00Z');
      await service.useCases.purgeHistory();
      expect(await kept()).toBe(1);
      service.clock.set('2027-11-23T12:00:00Z');
      await service.useCases.purgeHistory();
      expect(await kept()).toBe(0);
      service.clock.set('2026-11-21T12:00:00Z');
    });
  });

  describe('statistics', () => {
    test('are zero for each member and day of a household without tasks', async () => {
      const { path, owner, member } = await home(service.api);
      const { body } = await owner.api.get(`${path}/statistics?from=2026-11-20&to=2026-11-21`);
      const zero = { done: 0, onTime: 0, late: 0, skipped: 0, minutes: 0, share: 0, streak: 0 };
      expect(body).toEqual({
        members: [
          { memberId: owner.id, ...zero },
          { memberId: member.id, ...zero },
        ],
        categories: [],
        days: [
          { date: '2026-11-20', done: 0 },
          { date: '2026-11-21', done: 0 },
        ],
        weeks: [],
        personal: { done: 0, onTime: 0, late: 0, skipped: 0, minutes: 0 },
      });
    });

    test('show how much each member did in each week of the household', async () => {
      const { path, owner, member } = await home(service.api);
      await owner.api.patch(path, { weekStartsOn: 'SU' });
      const done = async (durationMinutes: number, completedAt: string, completedFor: string) => {
        const { body: task } = await owner.api.post(`${path}/tasks`, { title: 'x', durationMinutes });
        await owner.api.post(`${path}/occurrences/${task.id}/complete`, { completedFor, completedAt });
      };
      await done(20, '2026-11-14T12:00:00Z', owner.id);
      await done(30, '2026-11-15T12:00:00Z', member.id);
      await done(5, '2026-11-19T12:00:00Z', owner.id);
      const { body } = await owner.api.get(`${path}/statistics?by=week&from=2026-11-13&to=2026-11-21`);
      expect(body.weeks).toEqual([
        { from: '2026-11-08', members: [{ memberId: owner.id, done: 1, minutes: 20 }] },
        {
          from: '2026-11-15',
          members: [
            { memberId: owner.id, done: 1, minutes: 5 },
            { memberId: member.id, done: 1, minutes: 30 },
          ],
        },
      ]);
      expect((await owner.api.get(`${path}/statistics?by=day`)).status).toBe(400);
    });

    test('count tasks done on time and late, with minutes and share of each member', async () => {
      const { path, owner, member } = await home(service.api);
      const create = async (fields: object) =>
        (await owner.api.post(`${path}/tasks`, { title: 'x', ...fields })).body.id as string;
      const done = async (fields: object, body: object = {}) =>
        owner.api.post(`${path}/occurrences/${await create(fields)}/complete`, body);
      await done({ date: '2026-11-21', durationMinutes: 20 });
      await done({ date: '2026-11-20', durationMinutes: 40 }, { completedFor: member.id });
      await done({}, { completedFor: member.id, completedAt: '2026-11-20T08:00:00Z' });
      await owner.api.post(
        `${path}/occurrences/${await create({ date: '2026-11-21', responsibleMemberIds: [owner.id] })}/skip`,
      );
      const { body } = await member.api.get(`${path}/statistics`);
      expect(body.members).toEqual([
        { memberId: owner.id, done: 1, onTime: 1, late: 0, skipped: 1, minutes: 20, share: 1 / 3, streak: 1 },
        {
          memberId: member.id,
          done: 2,
          onTime: 1,
          late: 1,
          skipped: 0,
          minutes: 40,
          share: 2 / 3,
          streak: 2,
        },
      ]);
      expect(body.days).toHaveLength(30);
      expect(body.categories).toEqual([{ categoryId: null, done: 3 }]);
    });

    test('are the same for every member who reads them, except the counts of the reader’s own personal tasks', async () => {
      const { path, owner, member } = await home(service.api);
      const finish = async ({ api }: typeof owner, action: string, fields: object) => {
        const { body } = await api.post(`${path}/tasks`, { title: 'x', date: '2026-11-21', ...fields });
        await api.post(`${path}/occurrences/${body.id}/${action}`);
      };
      await finish(owner, 'complete', {});
      await finish(member, 'complete', { visibility: 'PERSONAL', durationMinutes: 15 });
      await finish(member, 'complete', { visibility: 'PERSONAL', date: '2026-11-20' });
      await finish(member, 'skip', { visibility: 'PERSONAL' });
      const { personal: ofOwner, ...seenByOwner } = (await owner.api.get(`${path}/statistics`)).body;
      const { personal: ofMember, ...seenByMember } = (await member.api.get(`${path}/statistics`)).body;
      expect(seenByMember).toEqual(seenByOwner);
      expect(seenByOwner.members.map(({ share }: { share: number }) => share)).toEqual([1, 0]);
      expect(ofOwner).toEqual({ done: 0, onTime: 0, late: 0, skipped: 0, minutes: 0 });
      expect(ofMember).toEqual({ done: 2, onTime: 1, late: 1, skipped: 1, minutes: 15 });
    });

    test.each([
      ['from=2026-11-22&to=2026-11-21', 'from'],
      ['from=2025-11-20&to=2026-11-21', 'from'],
      ['from=2026-02-30', 'from'],
      ['to=tomorrow', 'to'],
    ])('refuse %s', async (query, field) => {
      const { path, owner } = await home(service.api);
      const answer = await owner.api.get(`${path}/statistics?${query}`);
      expect(told(answer)).toEqual([400, 'VALIDATION_FAILED']);
      expect(answer.body.error.details[0].field).toBe(field);
    });
  });
});

describe('the search', () => {
  beforeAll(async () => {
    service = await freshService();
  });

  test('finds a series once with its next open occurrence, and finds one-off tasks, shopping items, categories, templates and members by name', async () => {
    const { path, owner, member } = await home(service.api);
    const { body: first } = await owner.api.post(`${path}/tasks`, {
      title: 'Cook dinner',
      date: '2026-11-20',
      recurrence: { frequency: 'daily' },
      responsibleMemberIds: [member.id],
    });
    await owner.api.post(`${path}/occurrences/${first.id}/complete`);
    const { body: once } = await owner.api.post(`${path}/tasks`, { title: 'Ask for the cook book' });
    const [item] = (await owner.api.post(`${path}/shopping/items`, { text: 'Cooking oil' })).body;
    const { body: category } = await owner.api.post(`${path}/categories`, { name: 'Cooking' });
    const { body: template } = await owner.api.post(`${path}/templates`, {
      name: 'Cookies',
      tasks: [{ title: 'x' }],
    });
    await owner.api.patch(`${path}/members/${member.id}`, { displayName: 'Captain Cook' });
    const nothing = { occurrenceId: null, date: null, responsibleMemberIds: [] };
    const [next] = (await owner.api.get(`${path}/occurrences?from=2026-11-21&limit=1`)).body;

    const { status, body } = await owner.api.get(`${path}/search?q=cook`);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        ...{ kind: 'SERIES', id: first.seriesId, title: 'Cook dinner' },
        ...{ occurrenceId: next.id, date: '2026-11-21', responsibleMemberIds: [member.id] },
      },
      { ...nothing, kind: 'SHOPPING', id: item.id, title: 'Cooking oil' },
      { ...nothing, kind: 'CATEGORY', id: category.id, title: 'Cooking' },
      { ...nothing, kind: 'TEMPLATE', id: template.id, title: 'Cookies' },
      { ...nothing, kind: 'TASK', id: once.taskId, title: 'Ask for the cook book', occurrenceId: once.id },
      { ...nothing, kind: 'MEMBER', id: member.id, title: 'Captain Cook' },
    ]);
    const few = await owner.api.get(`${path}/search?q=COOK&limit=2`);
    expect(few.body).toEqual(body.slice(0, 2));
    expect((await owner.api.get(`${path}/search?q=cook%20book`)).body).toMatchObject([{ id: once.taskId }]);
  });

  test('finds personal tasks only for their author, and is refused to strangers', async () => {
    const { path, owner, member } = await home(service.api);
    await owner.api.post(`${path}/tasks`, { title: 'Secret gift', visibility: 'PERSONAL' });
    expect((await owner.api.get(`${path}/search?q=gift`)).body).toHaveLength(1);
    expect((await member.api.get(`${path}/search?q=gift`)).body).toEqual([]);
    const stranger = await service.api.register();
    expect(told(await stranger.api.get(`${path}/search?q=gift`))).toEqual([404, 'HOUSEHOLD_NOT_FOUND']);
  });

  test.each(['', '?q=', '?q=%20', `?q=${'x'.repeat(101)}`, '?q=x&limit=0', '?q=x&limit=101', '?q=a&q=b'])(
    'is refused for the query string "%s"',
    async (query) => {
      const { path, owner } = await home(service.api);
      expect(told(await owner.api.get(`${path}/search${query}`))).toEqual([400, 'VALIDATION_FAILED']);
    },
  );
});
