import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { ana, anaId, ben, benId, householdOfTwo, service } from '../tasks/two-members.js';
import { shareServiceInFile } from '../../support/fresh-service.js';

const freshService = shareServiceInFile();

householdOfTwo(freshService);

/** Each test has a new household. */
let home: string;
beforeEach(async () => {
  home = await ana.household({ timeZone: 'Europe/Paris' });
  await service.join(home, benId);
});

type Result = Record<string, any> & { id: string; status: string };
const now = () => service.clock.now();
const iso = (at: number) => new Date(at).toISOString();
/** Returns the instant this many minutes before now. */
const ago = (minutes: number) => iso(now() - minutes * 60_000);
const command = (type: string, fields: object, at = ago(0)) => ({ id: randomUUID(), type, at, ...fields });
const send = (commands: readonly object[], by: Api = ana, sentAt = iso(now())) =>
  by.post(`${home}/commands`, { sentAt, commands });
async function run(commands: readonly object[], by: Api = ana, sentAt = iso(now())): Promise<Result[]> {
  const { status, body, text } = await send(commands, by, sentAt);
  if (status !== 200) throw new Error(text);
  return (body as { results: Result[] }).results;
}
const runOne = async (type: string, fields: object, at?: string, by?: Api) =>
  (await run([command(type, fields, at)], by))[0]!;
const task = async (fields: object = {}) =>
  (await ana.post(`${home}/tasks`, { title: 'Bins', ...fields })).body as Record<string, any>;
const shown = async (id: string) => (await ana.get(`${home}/occurrences/${id}`)).body as Record<string, any>;
const list = async () => (await ana.get(`${home}/shopping/items`)).body as Record<string, any>[];

describe('a batch of commands', () => {
  test('runs each command once, in order, even if another command fails', async () => {
    const { id } = await task();
    const [milk, occurrenceId, taskId] = [randomUUID(), randomUUID(), randomUUID()];
    const batch = [
      command('occurrence.complete', { occurrenceId: id }, ago(30)),
      command('shopping.add', { itemId: milk, name: 'milk', quantity: 2 }, ago(20)),
      command('occurrence.complete', { occurrenceId: randomUUID() }, ago(10)),
      command('task.create', { occurrenceId, taskId, title: 'Call Zoé', date: '2026-11-30' }),
      command('occurrence.fly', { occurrenceId }),
      command('task.quick', { occurrenceId: randomUUID(), taskId: randomUUID(), text: '' }),
    ];
    const first = await run(batch);
    expect(first.map(({ id: own }) => own)).toEqual(batch.map(({ id: own }) => own));
    expect(first).toMatchObject([
      { status: 'DONE', operationId: expect.any(String), entity: { kind: 'occurrence', id } },
      { status: 'DONE', entity: { kind: 'shoppingItem', id: milk } },
      { status: 'UNCHANGED', reason: 'GONE' },
      { status: 'DONE', entity: { kind: 'occurrence', id: occurrenceId } },
      { status: 'REFUSED', error: { code: 'VALIDATION_FAILED' } },
      { status: 'REFUSED', error: { code: 'VALIDATION_FAILED' } },
    ]);
    expect(await shown(id)).toMatchObject({ status: 'DONE', completedAt: ago(30), completedBy: anaId });
    expect(await shown(occurrenceId)).toMatchObject({ taskId, title: 'Call Zoé' });
    expect(await run(batch)).toEqual(first);
    expect(await list()).toMatchObject([{ id: milk, quantity: 2 }]);
    const undone = await ana.post(`${home}/operations/${first[1]!['operationId']}/undo`);
    expect(undone.status).toBe(200);
    expect(await list()).toEqual([]);
  });

  test('refuses a command whose id an earlier command with other content had', async () => {
    const one = command('shopping.add', { itemId: randomUUID(), name: 'milk' });
    await run([one]);
    const [again] = await run([{ ...one, itemId: randomUUID() }]);
    expect(again).toMatchObject({ status: 'REFUSED', error: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    expect(await list()).toHaveLength(1);
  });

  test('runs once if it is sent three times at the same time', async () => {
    const batch = Array.from({ length: 10 }, (_, i) =>
      command('shopping.add', { itemId: randomUUID(), name: `thing ${i % 5}`, quantity: 1 }),
    );
    await Promise.all([run(batch), run(batch), run(batch)]);
    expect((await list()).map(({ quantity }) => quantity)).toEqual([2, 2, 2, 2, 2]);
  });

  test('runs once if it is repeated in another session of the account', async () => {
    const batch = [command('shopping.add', { itemId: randomUUID(), name: 'flour', quantity: 2 })];
    await run(batch);
    const { email, password } = await service.credentialsOf(anaId);
    const { body } = await ana.as(null).post('/v1/auth/login', { email, password });
    await run(batch, ana.as(body.accessToken));
    expect(await list()).toMatchObject([{ quantity: 2 }]);
  });

  test('is refused if a command has no id, or above 100 commands or 256 KB', async () => {
    const many = Array.from({ length: 101 }, () =>
      command('occurrence.reopen', { occurrenceId: randomUUID() }),
    );
    expect((await send(many)).status).toBe(400);
    expect((await send([{ type: 'occurrence.reopen', at: ago(0) }])).status).toBe(400);
    expect((await send([7 as unknown as object])).status).toBe(400);
    const large = [command('task.quick', { text: 'x'.repeat(262_144) })];
    expect((await send(large)).status).toBe(413);
  });

  test('is refused as a whole after 300 commands within a minute', async () => {
    const { api } = await service.api.register();
    const own = await api.household();
    const hundred = () =>
      Array.from({ length: 100 }, () => command('occurrence.reopen', { occurrenceId: randomUUID() }));
    const post = (commands: object[]) => api.post(`${own}/commands`, { sentAt: iso(now()), commands });
    expect((await post(hundred())).status).toBe(200);
    expect((await post(hundred())).status).toBe(200);
    expect((await post(hundred())).status).toBe(200);
    const item = command('shopping.add', { itemId: randomUUID(), name: 'milk' });
    const refused = await post([item]);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    service.clock.advance(60_000);
    expect((await post([item])).body.results[0].status).toBe('DONE');
  });
});

describe('the time of a command', () => {
  test('is corrected if the client’s clock is wrong, is never in the future, and is refused if it is more than 30 days ago', async () => {
    const [one, two, three] = [await task(), await task(), await task()];
    const day = 86_400_000;
    const at = now();
    await run(
      [command('occurrence.complete', { occurrenceId: one['id'] }, iso(at + day - 600_000))],
      ana,
      iso(at + day),
    );
    expect((await shown(one['id'])).completedAt).toBe(iso(at - 600_000));
    await run(
      [command('occurrence.complete', { occurrenceId: two['id'] }, iso(at + 90_000))],
      ana,
      iso(at + 90_000),
    );
    expect((await shown(two['id'])).completedAt).toBe(iso(at));
    const old = await runOne('occurrence.complete', { occurrenceId: three['id'] }, iso(at - 30 * day - 1));
    expect(old).toMatchObject({ status: 'REFUSED', error: { code: 'COMMAND_TOO_OLD' } });
  });

  test('decides which command wins. Of two completions, the first to arrive wins. Otherwise the latest command wins, but a deleted task must be restored first', async () => {
    const { id } = await task();
    const act = (type: string, minutes: number, by: Api) =>
      runOne(`occurrence.${type}`, { occurrenceId: id }, ago(minutes), by);
    expect(await act('complete', 30, ana)).toMatchObject({ status: 'DONE' });
    expect(await act('complete', 40, ben)).toMatchObject({ status: 'UNCHANGED', reason: 'SAME' });
    expect(await act('reopen', 35, ben)).toMatchObject({ status: 'UNCHANGED', reason: 'OUTDATED' });
    expect(await act('skip', 20, ben)).toMatchObject({ status: 'DONE' });
    expect(await shown(id)).toMatchObject({ status: 'SKIPPED', completedAt: null });
    expect(await act('complete', 25, ana)).toMatchObject({ status: 'UNCHANGED', reason: 'OUTDATED' });
    expect(await act('complete', 10, ana)).toMatchObject({ status: 'DONE' });
    expect(await act('delete', 15, ben)).toMatchObject({ status: 'UNCHANGED', reason: 'OUTDATED' });
    expect(await act('delete', 5, ben)).toMatchObject({ status: 'DONE' });
    expect(await act('complete', 1, ana)).toMatchObject({ status: 'UNCHANGED', reason: 'GONE' });
    expect(await act('restore', 6, ana)).toMatchObject({ status: 'UNCHANGED', reason: 'OUTDATED' });
    expect(await act('restore', 1, ana)).toMatchObject({ status: 'DONE' });
    expect(await shown(id)).toMatchObject({ status: 'DONE', completedAt: ago(10) });
  });

  test('lets a completion win over a later skip by the service', async () => {
    const first = await task({ date: '2026-11-20', recurrence: 'FREQ=DAILY', missed: 'keepLatest' });
    await service.useCases.skipMissed();
    expect(await shown(first['id'])).toMatchObject({ status: 'SKIPPED', skippedReason: 'MISSED' });
    const at = iso(now() - 14 * 3_600_000);
    expect(await runOne('occurrence.complete', { occurrenceId: first['id'] }, at)).toMatchObject({
      status: 'DONE',
    });
    expect(await shown(first['id'])).toMatchObject({ status: 'DONE', skippedReason: null, completedAt: at });
  });
});

describe('an offline edit', () => {
  test('is merged by groups of fields, and changes nothing if one group has a conflict', async () => {
    const { id } = await task({ date: '2026-12-01', time: '19:00' });
    const base = { date: '2026-12-01', time: '19:00', title: 'Bins' };
    const edit = (set: object, seen: object = base) =>
      runOne('occurrence.set', { occurrenceId: id, set, base: seen });
    await ben.patch(`${home}/occurrences/${id}`, { version: 1, date: '2026-12-03', time: '18:00' });
    expect(await edit({ title: 'Bins out' })).toMatchObject({ status: 'DONE' });
    const conflict = await edit(
      { date: '2026-12-02', time: '19:00', notes: 'late' },
      { ...base, notes: null },
    );
    expect(conflict).toMatchObject({
      status: 'CONFLICT',
      conflict: {
        reason: 'CHANGED',
        restorable: false,
        wouldApply: ['notes'],
        current: { title: 'Bins out', date: '2026-12-03', notes: null },
        groups: [
          {
            group: 'schedule',
            base: { date: '2026-12-01', time: '19:00' },
            yours: { date: '2026-12-02', time: '19:00' },
            theirs: { date: '2026-12-03', time: '18:00' },
            theirsBy: anaId,
            theirsAt: expect.any(String),
          },
        ],
      },
    });
    expect(await shown(id)).toMatchObject({ title: 'Bins out', date: '2026-12-03', notes: null });
    const theirs = conflict['conflict'].groups[0].theirs as object;
    expect(await edit({ date: '2026-12-02', time: '19:00' }, theirs)).toMatchObject({ status: 'DONE' });
    expect(await edit({ date: '2026-12-02' })).toMatchObject({ status: 'UNCHANGED', reason: 'SAME' });
    expect(await edit({ priority: 'HIGH' })).toMatchObject({
      status: 'REFUSED',
      error: { code: 'VALIDATION_FAILED', details: [{ field: 'base.priority' }] },
    });
    await ben.delete(`${home}/occurrences/${id}`);
    expect(await edit({ title: 'x' })).toMatchObject({
      status: 'CONFLICT',
      conflict: { reason: 'DELETED', current: null, restorable: true, groups: [] },
    });
  });

  test('of a series requires the current version and is not merged', async () => {
    const first = await task({ date: '2026-11-23', recurrence: 'FREQ=DAILY' });
    const edit = (version: number) =>
      runOne('occurrence.set', { occurrenceId: first['id'], scope: 'all', version, set: { title: 'Daily' } });
    expect(await edit(7)).toMatchObject({
      status: 'CONFLICT',
      conflict: { reason: 'SERIES_CHANGED', current: { id: first['id'] } },
    });
    expect(await edit(1)).toMatchObject({ status: 'DONE' });
    expect(await shown(first['id'])).toMatchObject({ title: 'Daily' });
    const gone = await runOne('occurrence.delete', { occurrenceId: first['id'], scope: 'all', version: 1 });
    expect(gone).toMatchObject({ status: 'CONFLICT', conflict: { reason: 'SERIES_CHANGED' } });
  });

  test.each(['all', 'following'])(
    'of a series with scope %s changes in the named occurrence only fields that were not edited for this date',
    async (scope) => {
      const { id: occurrenceId } = await task({ date: '2026-11-23', recurrence: 'FREQ=DAILY' });
      await ben.patch(`${home}/occurrences/${occurrenceId}`, { version: 1, notes: 'Rye' });
      const set = { title: 'Daily', notes: 'All' };
      expect(await runOne('occurrence.set', { occurrenceId, scope, version: 2, set })).toMatchObject({
        status: 'DONE',
      });
      expect(await shown(occurrenceId)).toMatchObject({ title: 'Daily', notes: 'Rye' });
    },
  );

  test('is not run after twenty conflicts in the batch, and runs when the client sends it again', async () => {
    const { id: occurrenceId } = await task({ title: 'Theirs' });
    const edits = Array.from({ length: 21 }, (_, i) =>
      command('occurrence.set', { occurrenceId, set: { title: `Mine ${i}` }, base: { title: 'Bins' } }),
    );
    const milk = command('shopping.add', { itemId: randomUUID(), name: 'milk' });
    const told = (results: readonly Result[]) => results.map(({ status }) => status);
    expect(told(await run([...edits, milk]))).toEqual([
      ...Array.from({ length: 20 }, () => 'CONFLICT'),
      'NOT_RUN',
      'NOT_RUN',
    ]);
    expect(await list()).toEqual([]);
    expect(told(await run([edits[20]!, milk]))).toEqual(['CONFLICT', 'DONE']);
  });

  test('of a personal task of another member is answered as if the task were deleted', async () => {
    const { id } = await task({ visibility: 'PERSONAL' });
    const base = { title: 'Bins' };
    const theirs = await runOne(
      'occurrence.set',
      { occurrenceId: id, set: { title: 'x' }, base },
      ago(0),
      ben,
    );
    expect(theirs).toMatchObject({
      status: 'CONFLICT',
      conflict: { reason: 'DELETED', restorable: false, current: null },
    });
    expect(await runOne('occurrence.complete', { occurrenceId: id }, ago(0), ben)).toMatchObject({
      reason: 'GONE',
    });
    const [occurrenceId, taskId] = [id, randomUUID()];
    const taken = await runOne('task.create', { occurrenceId, taskId, title: 'x' }, ago(0), ben);
    expect(taken).toMatchObject({ status: 'REFUSED', error: { code: 'ID_TAKEN' } });
  });
});

describe('ids that the client creates', () => {
  test('are refused if they are UUIDs of version 1 or are in use already', async () => {
    const [occurrenceId, taskId, item] = [randomUUID(), randomUUID(), randomUUID()];
    const create = (fields: object) =>
      runOne('task.create', {
        occurrenceId,
        taskId,
        title: 'x',
        checklist: [{ id: item, title: 'a' }, { title: 'b' }],
        ...fields,
      });
    const series = { date: '2026-11-23', recurrence: 'FREQ=DAILY' };
    expect(await create(series)).toMatchObject({ status: 'DONE', entity: { id: occurrenceId } });
    expect(await shown(occurrenceId)).toMatchObject({
      taskId,
      checklist: [{ id: item, title: 'a' }, { title: 'b' }],
    });
    const taken = { status: 'REFUSED', error: { code: 'ID_TAKEN' } };
    expect(await create({})).toMatchObject(taken);
    expect(await create({ occurrenceId: randomUUID() })).toMatchObject(taken);
    expect(await create({ taskId: randomUUID() })).toMatchObject(taken);
    expect(
      await create({
        taskId: randomUUID(),
        occurrenceId: randomUUID(),
        checklist: [
          { id: item, title: 'a' },
          { id: item, title: 'b' },
        ],
      }),
    ).toMatchObject(taken);
    const version1 = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
    expect(await create({ occurrenceId: version1 })).toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
    const add = () => runOne('checklist.add', { occurrenceId, itemId: item, title: 'c' });
    expect(await add()).toMatchObject(taken);
    const line = randomUUID();
    await runOne('shopping.add', { itemId: line, name: 'milk' });
    expect(await runOne('shopping.add', { itemId: line, name: 'bread' })).toMatchObject(taken);
  });

  test('are accepted from only one of four commands at the same time', async () => {
    const ids = { occurrenceId: randomUUID(), taskId: randomUUID() };
    const both = await Promise.all([1, 2, 3, 4].map((n) => runOne('task.create', { ...ids, title: `${n}` })));
    expect(both.map(({ status, error }) => error?.code ?? status).sort()).toEqual([
      'DONE',
      'ID_TAKEN',
      'ID_TAKEN',
      'ID_TAKEN',
    ]);
  });

  test('refer to an existing shopping item if the new item was merged into it, even if the batch is repeated', async () => {
    const [[milk], mine] = [
      (await ben.post(`${home}/shopping/items`, { text: '1 l milk' })).body,
      randomUUID(),
    ];
    const batch = [
      command('shopping.add', { itemId: mine, name: 'Milk', quantity: 1, unit: 'l' }),
      command('shopping.set', { itemId: mine, checked: true }),
    ];
    const [added, ticked] = await run(batch.slice(0, 1)).then(async () => run(batch));
    expect(added).toMatchObject({ status: 'MERGED', replaces: mine, entity: { id: milk.id } });
    expect(ticked).toMatchObject({ status: 'DONE', entity: { id: milk.id } });
    expect(await list()).toMatchObject([{ id: milk.id, quantity: 2, checked: true }]);
  });
});

describe('commands for lists and notifications', () => {
  test('name the exceeded limit when an item is added to a full checklist', async () => {
    const checklist = Array.from({ length: 100 }, (_, place) => ({ title: `${place}` }));
    const { id } = await task({ checklist });
    const answer = await runOne('checklist.add', { occurrenceId: id, itemId: randomUUID(), title: 'a' });
    expect(answer).toMatchObject({
      status: 'REFUSED',
      error: { code: 'LIMIT_REACHED', details: { limit: 'checklistItems' } },
    });
  });

  test('ignore a tick or untick that is older than the latest one of the item, and do not bring back a removed item', async () => {
    const { id, checklist } = await task({ checklist: [{ title: 'a' }] });
    const itemId = checklist[0].id as string;
    const [{ id: milk }] = (await ana.post(`${home}/shopping/items`, { text: 'milk' })).body;
    const tick = (done: boolean, minutes: number) => [
      command('checklist.set', { occurrenceId: id, itemId, done }, ago(minutes)),
      command('shopping.set', { itemId: milk, checked: done }, ago(minutes)),
    ];
    const reasons = async (batch: object[]) =>
      (await run(batch)).map(({ status, reason }) => reason ?? status);
    expect(await reasons(tick(true, 30))).toEqual(['DONE', 'DONE']);
    expect(await reasons(tick(false, 40))).toEqual(['OUTDATED', 'OUTDATED']);
    expect(await reasons(tick(true, 20))).toEqual(['SAME', 'SAME']);
    expect(await reasons(tick(false, 25))).toEqual(['OUTDATED', 'OUTDATED']);
    expect((await list())[0]).toMatchObject({ checked: true, checkedAt: ago(30) });
    expect(await reasons(tick(false, 10))).toEqual(['DONE', 'DONE']);
    expect(await reasons(tick(true, 15))).toEqual(['OUTDATED', 'OUTDATED']);
    const removed = [
      command('checklist.remove', { occurrenceId: id, itemId }),
      command('shopping.remove', { itemId: milk }),
    ];
    expect(await reasons(removed)).toEqual(['DONE', 'DONE']);
    expect(
      await reasons([...tick(true, 0), ...removed.map((one) => ({ ...one, id: randomUUID() }))]),
    ).toEqual(Array(4).fill('GONE'));
    const operations = (await ana.get(`${home}/operations`)).body as { kind: string }[];
    expect(operations.filter(({ kind }) => kind === 'EDITED')).toEqual([]);
  });

  test('do not remove a shopping item that somebody has added again since the client read the item', async () => {
    const [milk, bread] = (await ana.post(`${home}/shopping/items`, { text: 'milk\nbread' })).body as Record<
      string,
      any
    >[];
    service.clock.advance(1000);
    await ben.post(`${home}/shopping/items`, { text: 'milk' });
    service.clock.advance(1000);
    const remove = ({ id, updatedAt }: Record<string, any>) => [
      command('shopping.set', { itemId: id, checked: true }),
      command('shopping.remove', { itemId: id, base: { updatedAt } }),
    ];
    const batch = [...remove(milk!), ...remove(bread!)];
    // The client did not get the answer to the first half.
    await run(batch.slice(0, 3));
    const results = await run(batch);
    expect(results.map(({ status, reason }) => reason ?? status)).toEqual([
      'DONE',
      'OUTDATED',
      'DONE',
      'DONE',
    ]);
    expect(await list()).toMatchObject([{ name: 'milk', checked: true }]);
  });

  describe('an amount that was added to a shopping item after the client read the item', () => {
    const shownOf = ({ quantity, unit, note, checked }: Record<string, any>) =>
      `${checked === true ? 'x' : '-'} ${[quantity, unit, note].map(String).join(' ')}`;
    /** Ana reads an item, Ben adds to it, and then Ana's earlier tick arrives. Returns that tick. */
    const tickOf = async (text: string, ...adds: object[]) => {
      const [{ id, quantity, unit, note }] = (await ana.post(`${home}/shopping/items`, { text })).body;
      for (const item of adds) await ben.post(`${home}/shopping/items`, { items: [item] });
      return command('shopping.set', { itemId: id, checked: true, base: { quantity, unit, note } }, ago(5));
    };

    test.each<[string, string, object[], string[]]>([
      [
        'an amount in the same unit',
        '1 kg flour',
        [{ quantity: 1, unit: 'kg' }],
        ['x 1 kg null', '- 1 kg null'],
      ],
      [
        'an amount in another unit',
        '1 kg flour',
        [{ quantity: 2, unit: 'bag' }],
        ['x 1 kg null', '- 2 bag null'],
      ],
      [
        'amounts in the same and in another unit',
        '1 kg flour',
        [
          { quantity: 500, unit: 'g' },
          { quantity: 2, unit: 'bag' },
        ],
        ['x 1 kg null', '- 0.5 kg + 2 bag'],
      ],
      ['nothing if the addition has no amount', '1 kg flour', [{}], ['x 1 kg null']],
      [
        'an amount for an item without an amount',
        'flour',
        [{ quantity: 1, unit: 'kg' }],
        ['x null null null', '- 1 kg null'],
      ],
    ])('stays on the list, once, when the client ticks the item: %s', async (_name, text, adds, expected) => {
      const tick = await tickOf(text, ...adds.map((item) => ({ name: 'flour', ...item })));
      const before = await list();
      const [result] = await run([tick]);
      expect(result).toMatchObject({ status: 'DONE', entity: { id: before[0]!['id'] } });
      const after = await list();
      expect(after.map(shownOf)).toEqual(expected);
      expect(after[0]).toMatchObject({ id: before[0]!['id'], checkedBy: anaId, checkedAt: tick.at });
      // The client did not get the answer, and Ana's other phone has ticked the item too.
      expect(await run([tick])).toEqual([result]);
      expect(await run([{ ...tick, id: randomUUID() }])).toMatchObject([{ reason: 'SAME' }]);
      expect(await list()).toEqual(after);

      const undo = (operationId: unknown) => ana.post(`${home}/operations/${String(operationId)}/undo`);
      const undone = await undo(result!['operationId']);
      expect(undone.status).toBe(200);
      expect((await list()).map(shownOf)).toEqual(before.map(shownOf));
      const again = await undo(undone.headers['operation-id']);
      expect(again.status).toBe(200);
      expect((await list()).map(shownOf)).toEqual(expected);
    });

    test('is ticked with the item if the client does not send the amount that it has read (base)', async () => {
      const { base, ...unseen }: Record<string, any> = await tickOf('1 kg flour', {
        name: 'flour',
        quantity: 1,
        unit: 'kg',
      });
      expect(base).toEqual({ quantity: 1, unit: 'kg', note: null });
      await run([unseen]);
      expect((await list()).map(shownOf)).toEqual(['x 2 kg null']);
      // Ana removes her tick although there is another open item. If the tick arrives after that, one open
      // item is left.
      await ben.post(`${home}/shopping/items`, { text: '3 kg flour' });
      await run([command('shopping.set', { itemId: unseen['itemId'], checked: false }, ago(3))]);
      await run([{ ...unseen, id: randomUUID(), at: ago(1), base }]);
      expect((await list()).map(shownOf)).toEqual(['x 1 kg null', '- 4 kg null']);
    });

    test('makes the tick fail with LIMIT_REACHED if the list has no room for another item', async () => {
      const tick = await tickOf('1 kg flour', { name: 'flour', quantity: 1, unit: 'kg' });
      for (let i = 0; i < 5; i += 1) {
        const items = Array.from({ length: i === 4 ? 99 : 100 }, (_, place) => ({
          name: `thing ${i}.${place}x`,
        }));
        expect((await ben.post(`${home}/shopping/items`, { items })).status).toBe(201);
      }
      expect(await run([tick])).toMatchObject([
        { status: 'REFUSED', error: { code: 'LIMIT_REACHED', details: { limit: 'shoppingItems' } } },
      ]);
    });
  });

  test('mark a notification as read only once', async () => {
    await ben.post(`${home}/tasks`, { title: 'x', responsibleMemberIds: [anaId] });
    await service.performJobs();
    const [{ id }] = (await ana.get(`${home}/notifications`)).body as [{ id: string }];
    const read = () => runOne('notification.read', { notificationId: id });
    expect(await read()).toMatchObject({ status: 'DONE', entity: { kind: 'notification', id } });
    expect(await read()).toMatchObject({ status: 'UNCHANGED', reason: 'SAME' });
    expect(await runOne('notification.read', { notificationId: id }, ago(0), ben)).toMatchObject({
      reason: 'GONE',
    });
  });
});
