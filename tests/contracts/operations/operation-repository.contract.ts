import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Inverse } from '../../../domain/operations/inverse.js';
import { toListed, type Operation } from '../../../domain/operations/operation.js';
import type { HouseholdId, MemberId, OccurrenceId, TaskId, OperationId } from '../../../domain/shared/ids.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { anId } from '../../builders/ids.js';
import { DAY, NOON } from '../../builders/instants.js';
import { aDayCalendar } from '../../builders/days.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { aStoredHome, inOne, storeTasks, throughPages, type Contract, type Home } from '../persistence.js';
import { omit } from '../../../domain/shared/json.js';

export const operationRepositoryContract: Contract = (persistence) => {
  const done = ({ household, members }: Home, fields: Partial<Operation> = {}): Operation => ({
    id: anId<OperationId>(),
    householdId: household.id,
    at: NOON,
    actorId: members[0].id,
    via: null,
    onlyFor: null,
    kind: 'MOVED',
    subject: { type: 'TASK', id: anId(), title: 'Bins' },
    taskId: null,
    counts: [{ audience: null, counts: { created: 0, changed: 1, removed: 0 } }],
    params: { from: '2026-12-01', to: '2026-12-02' },
    inverse: inverseOn(anId<OccurrenceId>()),
    undoUntil: NOON + 7 * DAY,
    undoes: null,
    undoneBy: null,
    ...fields,
  });
  const inverseOn = (id: OccurrenceId): Inverse => [
    { kind: 'occurrence', id, did: 'changed', fields: { title: { before: 'A', after: 'B' } } },
  ];
  const insert = (...operations: readonly Operation[]) =>
    inOne(persistence(), async (scope) => {
      for (const operation of operations)
        await scope.operations.insert({ ...operation, idempotencyKey: null });
    });
  const list = ({ household, members }: Home, viewer = members[0].id) =>
    throughPages((page) => persistence().readers.operations.list(household.id, viewer, page), 1);
  const find = ({ household, members }: Home, { id }: Operation, viewer: MemberId = members[0].id) =>
    persistence().readers.operations.find(household.id, id, viewer);

  describe('operations', () => {
    test('store the remaining work of an unfinished operation until it is finished', async () => {
      const home = await aStoredHome(persistence());
      const work = { kind: 'pause', done: 50, total: 60, seriesIds: ['a', 'b'] };
      const progress = { done: 50, total: 60 };
      const one = done(home, { undoUntil: null, work, progress });
      const other = done(home);
      await insert(one, other);
      expect(await find(home, one)).toEqual(one);
      expect((await list(home)).find(({ id }) => id === one.id)).toEqual(toListed(one));
      const unfinished = (before: number) =>
        inOne(persistence(), ({ operations }) => operations.listUnfinished(before, 100));
      const own = (all: Awaited<ReturnType<typeof unfinished>>) =>
        all.filter(({ householdId }) => householdId === home.household.id);
      const { householdId, id: operationId, actorId } = one;
      expect(own(await unfinished(NOON + 1))).toEqual([{ householdId, operationId, actorId }]);
      expect(own(await unfinished(NOON))).toEqual([]);

      const lock = (id: OperationId) =>
        inOne(persistence(), ({ operations }) => operations.findUnfinishedForUpdate(householdId, id));
      expect(await lock(one.id)).toEqual(one);
      expect(await lock(other.id)).toBeNull();
      const finished = { ...omit(one, 'work', 'progress'), counts: [], inverse: null, undoUntil: NOON };
      await inOne(persistence(), ({ operations }) => operations.saveContinued(finished));
      expect(await find(home, one)).toEqual(finished);
      expect(await lock(one.id)).toBeNull();
    });

    test('store the inverse of an edit with long texts that many rows share', async () => {
      const home = await aStoredHome(persistence());
      const texts = ['Grüße '.repeat(100), 'Rinse them. '.repeat(100)];
      const inverse: Inverse = Array.from({ length: 50 }, (_, i) => ({
        ...{ kind: 'occurrence', id: anId<OccurrenceId>(), did: 'changed' },
        fields: {
          notes: { before: texts[0], after: texts[i % 2] },
          checklist: { before: [], after: [{ id: 'a', title: texts[1], done: false }] },
        },
      }));
      const one = done(home, { inverse });
      await insert(one);
      expect(await find(home, one)).toEqual(one);
    });

    test('are listed newest first with all fields, only in their household', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const old = done(home);
      const bare = { subject: null, inverse: null, undoUntil: null, counts: [], params: {} };
      const young = done(home, { at: NOON + 1, undoes: old.id, undoneBy: anId(), ...bare });
      await insert(old, young);
      expect(await list(home)).toEqual([young, old].map(toListed));
      for (const one of [young, old]) expect(await find(home, one)).toEqual(one);
      expect(await list(other)).toEqual([]);
    });

    test('whose inverse contains a day calendar are listed, and can be stored with another inverse', async () => {
      const home = await aStoredHome(persistence());
      const calendar = aDayCalendar({ householdId: home.household.id, url: 'u'.repeat(80) });
      const removed = { kind: 'dayCalendar', id: calendar.id, did: 'removed', row: calendar } as const;
      const [one, plain] = [done(home, { inverse: [removed] }), done(home)];
      await insert(one, plain);
      const page = (after: Operation['id'] | null) =>
        inOne(persistence(), ({ operations }) => operations.ofDayCalendarsForUpdate(after, 1_000));
      const own = (await page(null)).filter(({ householdId }) => householdId === home.household.id);
      expect(own).toMatchObject([{ id: one.id, inverse: [removed] }]);
      expect((await page(one.id)).map(({ id }) => id)).not.toContain(one.id);
      const inverse = [{ ...removed, row: { ...calendar, url: 'sealed' } }];
      await inOne(persistence(), ({ operations }) => operations.saveInverse({ ...one, inverse }));
      expect(await find(home, one)).toEqual({ ...one, inverse });
    });

    test('are found by idempotency key, credential and actor, and cannot be stored with a key that the same actor and credential have used', async () => {
      const home = await aStoredHome(persistence());
      const [ana, ben] = home.members;
      const mark = { credential: 'session', key: anId(), fingerprint: 'f' };
      const one = done(home);
      const write = (operation: Operation, given = mark) =>
        inOne(persistence(), ({ operations }) => operations.insert({ ...operation, idempotencyKey: given }));
      await write(one);
      const findByMark = (actor = ana.id, given: Partial<typeof mark> = {}, at = home) =>
        persistence().readers.operations.findByIdempotencyKey(at.household.id, actor, { ...mark, ...given });
      expect(await findByMark()).toEqual({
        operation: toListed(one),
        fingerprint: 'f',
        at: NOON,
        answer: null,
      });
      expect(await findByMark(ben.id)).toBeNull();
      expect(await findByMark(ana.id, { credential: 'another' })).toBeNull();
      expect(await findByMark(ana.id, { key: anId() })).toBeNull();
      expect(await findByMark(ana.id, {}, await aStoredHome(persistence()))).toBeNull();
      await expect(write(done(home), { ...mark, fingerprint: 'g' })).rejects.toMatchObject({
        code: 'IDEMPOTENCY_IN_PROGRESS',
      });
      await write(done(home, { actorId: ben.id }));
      await write(done(home), { ...mark, credential: 'another' });
    });

    test('are visible only to the author if their task is PERSONAL or was PERSONAL at that time', async () => {
      const home = await aStoredHome(persistence());
      const [ana, ben] = home.members;
      const task = anOccurrence({
        householdId: home.household.id,
        createdBy: ana.id,
        visibility: 'PERSONAL',
      });
      await storeTasks(persistence(), task);
      const own = done(home, { onlyFor: ana.id });
      const since = done(home, { taskId: task.taskId });
      // This operation has the id of the task that the row belonged to before it became a separate task.
      const before = done(home, { subject: { type: 'TASK', id: task.id, title: null } });
      await insert(own, since, before);
      expect(await list(home, ben.id)).toEqual([]);
      expect(await find(home, own, ben.id)).toBeNull();
      expect(await find(home, before, ben.id)).toBeNull();
      expect(await list(home, ana.id)).toHaveLength(3);
      const renamed = done(home, {
        at: NOON - 1,
        inverse: [{ kind: 'member', id: ana.id, did: 'changed', fields: {} }],
      });
      await insert(renamed);
      await inOne(persistence(), (scope) => scope.operations.forgetMember(home.household.id, ana.id));
      // The operations about her private task are deleted although the task still exists. After the task is
      // deleted, nothing would show that they were about it.
      expect(await list(home, ana.id)).toEqual([toListed({ ...renamed, undoUntil: null })]);
      expect(await find(home, renamed)).toMatchObject({ inverse: null, undoUntil: null });
    });

    test('of a former member no longer contain the content that a task had before it was shared', async () => {
      const home = await aStoredHome(persistence());
      const [ana] = home.members;
      const fieldsOf = (visibility: string) => ({
        visibility: { before: visibility, after: 'SHARED' },
        template: { before: { visibility, title: 'Surprise' }, after: { visibility: 'SHARED', title: 'x' } },
      });
      const own = { householdId: home.household.id, createdBy: ana.id };
      const inverses = (visibility: 'PERSONAL' | 'SHARED'): Inverse[] => {
        const { visibility: ofRow, template } = fieldsOf(visibility);
        const row = anOccurrence({ ...own, visibility });
        return [
          [
            ...inverseOn(anId()),
            { kind: 'occurrence', id: anId(), did: 'changed', fields: { visibility: ofRow } },
          ],
          [{ kind: 'series', id: anId(), did: 'changed', fields: { template } }],
          [{ kind: 'occurrence', id: row.id, did: 'removed', row }],
        ];
      };
      const by = (actorId: MemberId, all: readonly Inverse[]) =>
        all.map((inverse) => done(home, { actorId, inverse }));
      const [mixed, series, removed] = by(ana.id, inverses('PERSONAL')) as [Operation, Operation, Operation];
      const kept = by(ana.id, inverses('SHARED'));
      await insert(mixed, series, removed, ...kept);
      await inOne(persistence(), (scope) => scope.operations.forgetMember(home.household.id, ana.id));
      const shared = { visibility: { before: 'PERSONAL', after: 'SHARED' } };
      const inverseOf = async (one: Operation) => (await find(home, one))?.inverse;
      expect(await inverseOf(mixed)).toEqual([mixed.inverse![0], { ...mixed.inverse![1], fields: shared }]);
      expect(await inverseOf(series)).toEqual([{ ...series.inverse![0], fields: shared }]);
      expect(await find(home, removed)).toEqual({ ...removed, inverse: null, undoUntil: null });
      for (const one of kept) expect(await find(home, one, one.actorId)).toEqual(one);
    });

    test('no longer contain personal rows of a former member, and can still be undone', async () => {
      const home = await aStoredHome(persistence());
      const [ana, ben] = home.members;
      const personal = { householdId: home.household.id, createdBy: ana.id, visibility: 'PERSONAL' } as const;
      const [hidden, since] = [anOccurrence(personal), anOccurrence(personal)];
      await storeTasks(persistence(), hidden, since);
      const secret = 'Surprise '.repeat(20);
      const fields = { title: { before: secret, after: 'x' }, notes: { before: 'x', after: secret } };
      const changed = { kind: 'occurrence', did: 'changed', fields } as const;
      const inverse: Inverse = [
        ...inverseOn(anId()),
        { ...changed, id: hidden.id, personalOf: ana.id },
        // The row was shared when it was changed. Its author has hidden it since.
        { ...changed, id: since.id },
        { kind: 'occurrence', id: anId(), did: 'removed', row: anOccurrence(personal) },
        { kind: 'occurrence', id: hidden.id, did: 'created', row: { version: 1, content: hidden } },
      ];
      const others = { ...changed, id: anId<OccurrenceId>(), personalOf: ben.id };
      const both = [
        done(home, { inverse }),
        done(home, { actorId: ben.id, inverse: [...inverse, others] }),
      ] as const;
      await insert(...both);
      await inOne(persistence(), (scope) => scope.operations.forgetMember(home.household.id, ana.id));
      const left = [
        inverse[0],
        { ...changed, id: since.id, fields: { visibility: { before: 'SHARED', after: 'SHARED' } } },
        { kind: 'occurrence', id: hidden.id, did: 'created', row: { version: 0 } },
      ];
      expect(await find(home, both[0], ben.id)).toEqual({ ...both[0], inverse: left });
      expect(await find(home, both[1], ben.id)).toEqual({ ...both[1], inverse: [...left, others] });
    });

    test('about personal rows that were deleted are visible only to the author of these rows', async () => {
      const home = await aStoredHome(persistence());
      const [ana, ben] = home.members;
      const [row, task] = [anId<OccurrenceId>(), anId<TaskId>()];
      const subject = { type: 'TASK', id: row, title: 'Before it was hidden' } as const;
      const hidden = [done(home, { actorId: ben.id, subject }), done(home, { taskId: task, subject: null })];
      const kept = [done(home), done(home, { subject: null })];
      await insert(...hidden, ...kept);
      await inOne(persistence(), ({ operations }) =>
        operations.hideRemoved({
          householdId: home.household.id,
          author: ana.id,
          occurrences: [row],
          series: [],
          tasks: [task],
        }),
      );
      for (const one of hidden) {
        expect(await find(home, one, ben.id)).toBeNull();
        expect(await find(home, one)).toEqual({ ...one, onlyFor: ana.id });
      }
      for (const one of kept) expect(await find(home, one, ben.id)).toEqual(one);
    });

    test('on a shopping item stay visible even if a hidden row of another kind has the same id', async () => {
      const home = await aStoredHome(persistence());
      const [ana, ben] = home.members;
      const hidden = anOccurrence({
        ...{ householdId: home.household.id, createdBy: ana.id },
        visibility: 'PERSONAL',
      });
      await storeTasks(persistence(), hidden);
      const gone = anId<OccurrenceId>();
      const told = [hidden.id, hidden.taskId, gone].map((id) =>
        done(home, { actorId: ben.id, subject: { type: 'SHOPPING', id, title: 'Milk' } }),
      );
      await insert(...told);
      await inOne(persistence(), ({ operations }) =>
        operations.hideRemoved({
          ...{ householdId: home.household.id, author: ana.id },
          ...{ occurrences: [gone], series: [gone], tasks: [] },
        }),
      );
      for (const one of told) expect(await find(home, one, ben.id)).toEqual(one);
    });

    test('are found as the last operation on a row, ignoring later changes by the service itself', async () => {
      const home = await aStoredHome(persistence());
      const [ana, ben] = home.members;
      const base = { householdId: home.household.id, createdBy: ana.id };
      const [row, own] = [anOccurrence(base), anOccurrence({ ...base, visibility: 'PERSONAL' })];
      const write = (operation: Operation | null, ...rows: readonly Occurrence[]) =>
        inOne(persistence(), ({ changes }) =>
          changes.write(
            rows.map((after) => ({ ...base, kind: 'occurrence', id: after.id, before: after, after })),
            operation && { ...operation, idempotencyKey: null },
          ),
        );
      const [first, last] = [done(home), done(home, { at: NOON + 1, inverse: null })];
      await write(first, row, own);
      await write(last, row);
      await write(null, row, own);
      const lastOn = async (viewer: MemberId) => {
        const { operations } = persistence().readers;
        const rows = [row, own, anOccurrence(base)].map(({ id }) => ({ kind: 'occurrence' as const, id }));
        const found = await operations.lastOn(home.household.id, rows, viewer);
        return new Map([...found].map(([id, { id: by, actorId, at }]) => [id, { id: by, actorId, at }]));
      };
      const told = ({ id, actorId, at }: Operation) => ({ id, actorId, at });
      expect(await lastOn(ana.id)).toEqual(
        new Map([
          [row.id, told(last)],
          [own.id, told(first)],
        ]),
      );
      expect(await lastOn(ben.id)).toEqual(new Map([[row.id, told(last)]]));
      // Now the row is shown only to its author.
      const hidden = done(home, { at: NOON + 2, onlyFor: ana.id });
      await write(hidden, { ...row, visibility: 'PERSONAL' });
      expect((await lastOn(ana.id)).get(row.id)).toEqual(told(hidden));
      expect((await lastOn(ben.id)).get(row.id)).toEqual(told(last));
    });

    test('are found by the occurrence that they moved to the trash, unless they were undone', async () => {
      const home = await aStoredHome(persistence());
      const [ana, ben] = home.members;
      const [row, edited, own] = [anId<OccurrenceId>(), anId<OccurrenceId>(), anId<OccurrenceId>()];
      const trashing = (id: OccurrenceId, before: number | null): Inverse => [
        ...inverseOn(edited),
        { kind: 'occurrence', id, did: 'changed', fields: { deletedAt: { before, after: 1 } } },
      ];
      const first = done(home, { inverse: trashing(row, null) });
      const again = done(home, { at: NOON + 2, inverse: trashing(row, null) });
      const restored = done(home, { at: NOON + 3, inverse: trashing(row, 5) });
      const personal = done(home, { onlyFor: ana.id, inverse: trashing(own, null) });
      await insert(first, again, restored, personal, done(home, { at: NOON + 4, inverse: null }));
      const trashedBy = async (viewer = ana.id) => [
        ...(await persistence().readers.operations.trashedBy(home.household.id, [row, edited, own], viewer)),
      ];
      expect((await trashedBy()).sort()).toEqual(
        [
          [row, again.id],
          [own, personal.id],
        ].sort(),
      );
      expect(await trashedBy(ben.id)).toEqual([[row, again.id]]);
      await inOne(persistence(), (scope) =>
        scope.operations.markUndone(home.household.id, again.id, restored.id),
      );
      expect(await trashedBy(ben.id)).toEqual([[row, first.id]]);
    });

    test('can be marked as undone, and the mark can be removed', async () => {
      const home = await aStoredHome(persistence());
      const operation = done(home);
      const undo = anId<OperationId>();
      await insert(operation);
      const mark = (by: OperationId | null) =>
        inOne(persistence(), (scope) => scope.operations.markUndone(home.household.id, operation.id, by));
      await mark(undo);
      expect(await find(home, operation)).toMatchObject({ undoneBy: undo });
      await mark(null);
      expect(await find(home, operation)).toMatchObject({ undoneBy: null });
    });

    test('lose their inverses, oldest first, if the inverses of a household take too many bytes', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      // The text is random and cannot be compressed, so every store needs about the same space.
      const inverseOf = (length: number): Inverse => [
        {
          ...{ kind: 'occurrence', id: anId<OccurrenceId>(), did: 'changed' },
          fields: { title: { before: randomBytes(length / 2).toString('hex'), after: 'B' } },
        },
      ];
      const [oldest, old, young] = [0, 1, 2].map((at) =>
        done(home, { at: NOON + at, inverse: inverseOf(400_000) }),
      );
      const of = done(other, { inverse: inverseOf(400_000) });
      await insert(young!, oldest!, old!, of);
      let after: HouseholdId | null = null;
      do
        after = await inOne(persistence(), ({ operations }) =>
          operations.forgetInversesBeyond(1_000_000, NOON + 5, { after, limit: 1 }),
        );
      while (after !== null);
      const forgotten = { ...oldest!, inverse: null, undoUntil: NOON + 5 };
      for (const one of [forgotten, old!, young!]) expect(await find(home, one)).toEqual(one);
      expect(await find(other, of)).toEqual(of);
    });

    test('lose their inverse after the time for undo, and are purged when they are old', async () => {
      const home = await aStoredHome(persistence());
      const [old, young] = [done(home), done(home, { at: NOON + DAY, undoUntil: NOON + 8 * DAY })];
      await insert(old, young);
      const until = NOON + 7 * DAY;
      await inOne(persistence(), (scope) => scope.operations.forgetInverses(until, 1_000));
      for (const one of [young, { ...old, inverse: null }]) expect(await find(home, one)).toEqual(one);
      await inOne(persistence(), (scope) => scope.operations.purge(NOON + 1, 1_000));
      expect(await list(home)).toEqual([toListed(young)]);
    });
  });
};
