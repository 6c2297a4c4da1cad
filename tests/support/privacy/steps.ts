import { randomUUID } from 'node:crypto';
import { fc } from '../property.js';
import { VALID_BODIES } from '../isolation/valid-bodies.js';
import type { Resident, Row, WatchedHousehold } from './household.js';

/** The result of a step: the task that it wrote to, and whether the author wanted to share the task. */
export type Outcome = { readonly taskId?: string; readonly shares?: boolean };
type Step = (household: WatchedHousehold, who: Resident) => Promise<Outcome>;
type Draw = Readonly<Record<string, any>>;

const pickFrom = (rows: readonly Row[], pick: number): Row | undefined => rows[pick % rows.length];

/**
 * Returns a random date of a random task that the resident sees. Every task is equally likely, however many
 * dates it has.
 */
async function someOccurrence({ path }: WatchedHousehold, { api }: Resident, pick: number) {
  const rows = (await api.get(`${path}/occurrences?limit=500`)).body as Row[];
  const tasks = [...Map.groupBy(rows, ({ taskId }) => taskId as string).values()];
  return pickFrom(tasks[pick % tasks.length] ?? [], Math.floor(pick / 7));
}

/** Returns a step on an occurrence that the resident sees. It does nothing if there is none. */
const onOne =
  (
    pick: number,
    act: (household: WatchedHousehold, who: Resident, row: Row) => Promise<Outcome | undefined>,
  ): Step =>
  async (household, who) => {
    const row = await someOccurrence(household, who, pick);
    return (row && (await act(household, who, row))) ?? {};
  };

const RECURRENCES: Readonly<Record<string, unknown>> = {
  weekly: { frequency: 'weekly', count: 4 },
  turns: { frequency: 'weekly', count: 4 },
  after: { kind: 'afterCompletion', every: 1, unit: 'day' },
};

const AWAY = { awayPeriods: [{ from: '2026-11-22', to: '2026-12-05' }] };

/** Offline changes to an occurrence. Those that contain a text use the mark. */
const COMMANDS: readonly ((mark: string) => object)[] = [
  (mark) => ({
    type: 'occurrence.set',
    set: { title: mark, notes: mark },
    base: { title: 'x', notes: null },
  }),
  () => ({ type: 'occurrence.complete' }),
  () => ({ type: 'occurrence.reopen' }),
  (mark) => ({ type: 'checklist.add', itemId: randomUUID(), title: mark }),
  (mark) => ({ type: 'checklist.set', itemId: randomUUID(), title: mark }),
  () => ({ type: 'checklist.remove', itemId: randomUUID() }),
  () => ({ type: 'occurrence.skip' }),
  () => ({ type: 'occurrence.delete' }),
  () => ({ type: 'occurrence.restore' }),
  () => ({ type: 'occurrence.set', set: { visibility: 'PERSONAL' }, base: { visibility: 'SHARED' } }),
];

const STEPS: Readonly<Record<string, (draw: Draw) => Step>> = {
  create:
    ({ repeats, visibility, other }) =>
    async (household, who) => {
      const word = () => household.marks.next(who.id);
      const order = household.residents.map(({ id }) => [id]);
      const { body } = await household.call(who, 'POST', `${household.path}/tasks`, {
        title: word(),
        notes: word(),
        visibility,
        date: '2026-11-21',
        time: '13:10',
        reminders: [0, 5],
        checklist: [{ title: word() }],
        ...(repeats in RECURRENCES && { recurrence: RECURRENCES[repeats] }),
        ...(repeats === 'turns' && visibility === 'SHARED' && { rotation: { kind: 'turns', order } }),
        ...(repeats === 'no' && visibility === 'SHARED' && { responsibleMemberIds: [other(household).id] }),
      });
      if (visibility === 'PERSONAL' && body.id !== undefined)
        await household.attach(who, `${household.path}/occurrences/${body.id}`, word());
      return { taskId: body.taskId, shares: visibility === 'SHARED' };
    },
  quickAdd:
    ({ visibility }) =>
    async (household, who) => {
      const word = () => household.marks.next(who.id);
      const sign = visibility === 'PERSONAL' ? '!private' : '';
      const text = `${word()} tomorrow ${sign} #${visibility === 'PERSONAL' ? word() : 'kitchen'} // ${word()}`;
      await household.call(who, 'POST', `${household.path}/quick-add/parse`, { text });
      await household.call(who, 'POST', `${household.path}/tasks/quick`, { text });
      return { shares: visibility === 'SHARED' };
    },
  edit: ({ pick, scope, visibility, words, other }) =>
    onOne(pick, async (household, who, row) => {
      const address = `${household.path}/occurrences/${row['id']}?scope=${row['seriesId'] ? scope : 'this'}`;
      await household.call(who, 'PATCH', address, {
        version: row['version'],
        ...(words && { title: household.marks.next(who.id), notes: household.marks.next(who.id) }),
        ...(visibility !== null && { visibility }),
        ...(visibility === 'PERSONAL' && { responsibleMemberIds: [] }),
        ...(visibility === null && pick % 3 === 0 && { responsibleMemberIds: [other(household).id] }),
      });
      return { taskId: row['taskId'], shares: visibility === 'SHARED' };
    }),
  editSeries: ({ pick, visibility, words }) =>
    onOne(pick, async (household, who, row) => {
      if (row['seriesId'] === null) return {};
      await household.call(who, 'PATCH', `${household.path}/series/${row['seriesId']}`, {
        ...(words && { title: household.marks.next(who.id) }),
        ...(visibility !== null && { visibility }),
      });
      return { taskId: row['taskId'], shares: visibility === 'SHARED' };
    }),
  finish: ({ pick, action, other }) =>
    onOne(pick, async (household, who, row) => {
      const body =
        action === 'complete' && pick % 2 === 0 ? { completedFor: other(household).id } : undefined;
      await household.call(who, 'POST', `${household.path}/occurrences/${row['id']}/${action}`, body);
    }),
  remove: ({ pick, scope }) =>
    onOne(pick, async (household, who, row) => {
      await household.call(
        who,
        'DELETE',
        `${household.path}/occurrences/${row['id']}?scope=${row['seriesId'] ? scope : 'this'}`,
      );
    }),
  restore:
    ({ pick }) =>
    async (household, who) => {
      const row = pickFrom((await who.api.get(`${household.path}/trash`)).body as Row[], pick);
      if (row) {
        const scope = pick % 2 === 0 ? '?scope=all' : '';
        await household.call(who, 'POST', `${household.path}/occurrences/${row['id']}/restore${scope}`);
      }
      return {};
    },
  checklist: ({ pick }) =>
    onOne(pick, async (household, who, row) => {
      const title = household.marks.next(who.id);
      await household.call(who, 'POST', `${household.path}/occurrences/${row['id']}/checklist`, { title });
      return { taskId: row['taskId'] };
    }),
  attach: ({ pick }) =>
    onOne(pick, async (household, who, row) => {
      await household.attach(who, `${household.path}/occurrences/${row['id']}`, household.marks.next(who.id));
      return { taskId: row['taskId'] };
    }),
  swap: ({ pick, another }) =>
    onOne(pick, async (household, who, row) => {
      const others = await household.rows('id', 'occurrences');
      await household.call(who, 'POST', `${household.path}/occurrences/${row['id']}/swap`, {
        withOccurrenceId: pickFrom(others, another)!['id'],
      });
    }),
  answer:
    ({ pick, action }) =>
    async (household, who) => {
      const swap = pickFrom(await household.rows('id', 'swaps'), pick);
      const answer = action === 'complete' ? 'accept' : 'decline';
      if (swap) await household.call(who, 'POST', `${household.path}/swaps/${swap['id']}/${answer}`);
      return {};
    },
  readNotification:
    ({ pick }) =>
    async (household, who) => {
      const row = pickFrom(await household.rows('id', 'notifications'), pick);
      if (row) await household.call(who, 'POST', `${household.path}/notifications/${row['id']}/read`);
      return {};
    },
  /**
   * Undoes an operation in the resident's list, or an earlier undo. If the author shares a task again,
   * everybody may read it.
   */
  undo:
    ({ pick }) =>
    async (household, who) => {
      const { path } = household;
      const operation = pickFrom((await who.api.get(`${path}/operations?limit=12`)).body as Row[], pick);
      if (operation === undefined) return {};
      await household.call(who, 'GET', `${path}/operations/${operation['id']}`);
      await household.call(who, 'POST', `${path}/operations/${operation['id']}/undo`);
      const rows = await household.rows('id, series_id, task_id', 'occurrences');
      const subject = (operation['subject'] as Row | null)?.['id'];
      const row = rows.find(({ id, series_id }) => id === subject || series_id === subject);
      return { taskId: row?.['task_id'], shares: true };
    },
  /** An operation that is not in the resident's list must not be found. */
  undoHidden:
    ({ pick }) =>
    async (household, who) => {
      const { path } = household;
      const seen = new Set(
        ((await who.api.get(`${path}/operations?limit=500`)).body as Row[]).map(({ id }) => id as string),
      );
      const hidden = (await household.rows('id', 'operations')).filter(({ id }) => !seen.has(id));
      const operation = pickFrom(hidden, pick);
      if (operation === undefined) return {};
      for (const [method, address] of [
        ['GET', `${path}/operations/${operation['id']}`],
        ['POST', `${path}/operations/${operation['id']}/undo`],
      ] as const) {
        const { status } = await household.call(who, method, address);
        if (status !== 404) household.leaks.push(`${status} for another's operation at ${method} ${address}`);
      }
      return {};
    },
  /** Calls a random route with the ids of a PERSONAL task of another member. The answer must be 404. */
  intrude:
    ({ pick, another }) =>
    async (household, who) => {
      const householdId = household.path.split('/').at(-1);
      const hidden = await household.rows(
        `id as "occurrenceId", series_id as "seriesId", task_id as "taskId", checklist->0->>'id' as "itemId",
        (
          select a.id from attachments a
          where a.household_id = '${householdId}' and a.task_id = occurrences.task_id limit 1
        ) as "attachmentId", created_by,
        visibility`,
        'occurrences',
      );
      const target = pickFrom(
        hidden.filter((row) => row['visibility'] === 'PERSONAL' && row['created_by'] !== who.id),
        pick,
      );
      if (target === undefined) return {};
      const routes = household.service.routes.filter(
        ({ path, operationId }) =>
          /\{(occurrenceId|seriesId)\}/.test(path) && operationId !== 'addAttachment',
      );
      const { method, path, operationId } = routes[another % routes.length]!;
      const ids: Row = { ...target, householdId };
      const address = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(ids[name]));
      const body = method === 'get' ? undefined : (VALID_BODIES[operationId] ?? {});
      const { status } = await household.call(who, method.toUpperCase(), address, body);
      if (status !== 404)
        household.leaks.push(`${status} for another's PERSONAL one at ${method} ${address}`);
      return {};
    },
  /**
   * Sends offline changes to any occurrence. If it is a PERSONAL one of another member, the answer must be
   * the same as for an occurrence that does not exist.
   */
  command:
    ({ pick, another }) =>
    async (household, who) => {
      const rows = await household.rows('id, task_id, created_by, visibility', 'occurrences');
      const row = pickFrom(rows, Number(pick) * 7 + Number(another));
      if (row === undefined) return {};
      const mark = household.marks.next(who.id);
      const at = new Date(household.service.clock.now()).toISOString();
      /** Returns the results as text, without ids. */
      const send = async (occurrenceId: string) => {
        const commands = COMMANDS.slice(another % COMMANDS.length)
          .slice(0, 3)
          .map((make) => ({ id: randomUUID(), at, occurrenceId, ...make(mark) }));
        const path = `${household.path}/commands`;
        const { body } = await household.call(who, 'POST', path, { sentAt: at, commands });
        const results = (body.results as Row[]).map((result) => ({ ...result, id: null }));
        return JSON.stringify(results).replaceAll(occurrenceId, 'its id');
      };
      const results = await send(String(row['id']));
      if (row['visibility'] === 'PERSONAL' && row['created_by'] !== who.id) {
        const ofNothing = await send(randomUUID());
        if (results !== ofNothing)
          household.leaks.push(
            `${results} for another's PERSONAL one by commands, and ${ofNothing} for none`,
          );
      }
      return { taskId: row['task_id'] };
    },
  /** Requests previews of an edit, of a change of the series, and of an absence. */
  preview: ({ pick, visibility, scope }) =>
    onOne(pick, async (household, who, row) => {
      const { path } = household;
      const edit = { title: household.marks.next(who.id), ...(visibility !== null && { visibility }) };
      await household.call(
        who,
        'POST',
        `${path}/occurrences/${row['id']}/preview?scope=${row['seriesId'] ? scope : 'this'}`,
        { version: row['version'], ...edit },
      );
      if (row['seriesId'])
        await household.call(who, 'POST', `${path}/series/${row['seriesId']}/preview`, edit);
      await household.call(who, 'POST', `${path}/members/${who.id}/preview`, AWAY);
      return {};
    }),
  away:
    ({ pick }) =>
    async (household, who) => {
      const periods = pick % 2 === 0 ? AWAY : { awayPeriods: [] };
      await household.call(who, 'PATCH', `${household.path}/members/${who.id}`, periods);
      return {};
    },
  leaveAndReturn: () => async (household, who) => {
    await household.leaveAndReturn(who);
    return {};
  },
  /** Lets a minute pass and sends the reminders that are due. */
  minute:
    () =>
    async ({ service }) => {
      service.clock.advance(60_000);
      await service.useCases.sendReminders();
      return {};
    },
};

const visibility = fc.constantFrom('PERSONAL', 'SHARED');
const DRAW = {
  pick: fc.nat(50),
  another: fc.nat(50),
  scope: fc.constantFrom('this', 'following', 'all'),
  repeats: fc.constantFrom('no', 'weekly', 'turns', 'after'),
  action: fc.constantFrom('complete', 'reopen', 'skip'),
  words: fc.boolean(),
  other: fc.nat(2),
};

/** Most steps change the visibility of a task. */
const kinds = fc.oneof(
  { weight: 3, arbitrary: fc.constant('edit') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('create', 'quickAdd', 'editSeries', 'intrude', 'undo', 'undoHidden'),
  },
  { weight: 3, arbitrary: fc.constantFrom(...Object.keys(STEPS)) },
);

/** The first member acts most often, so that steps follow on texts of the same author. */
const people = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(2) });

class Act implements fc.AsyncCommand<object, WatchedHousehold> {
  readonly #description: string;
  readonly #who: number;
  readonly #step: Step;

  constructor(kind: string, who: number, { other, ...draw }: Draw) {
    this.#description = `${'ABC'[who]} ${kind} ${JSON.stringify({ ...draw, other })}`;
    this.#who = who;
    const isCreated = kind === 'create' || kind === 'quickAdd';
    this.#step = STEPS[kind]!({
      ...draw,
      ...(isCreated && { visibility: draw['visibility'] ?? 'PERSONAL' }),
      other: ({ residents }: WatchedHousehold) => residents[other as number],
    });
  }

  check = () => true;
  toString = () => this.#description;

  async run(_model: object, household: WatchedHousehold): Promise<void> {
    const who = household.residents[this.#who]!;
    const { marks } = household;
    const [before, secrets] = [await household.ownWords(who), marks.secretsOf(who.id)];
    const { taskId, shares = false } = await this.#step(household, who);
    const ofTask = new Set(before.flatMap((word) => (word.taskId === taskId ? [word.mark] : [])));
    const now = marks.secretsOf(who.id);
    // Texts that were just written to a shared task are no secret. If the task was just shared, its earlier
    // texts are no secret either.
    for (const { mark, isShared } of await household.ownWords(who))
      if (isShared && now.has(mark) && (!secrets.has(mark) || (shares && ofTask.has(mark)))) marks.open(mark);
    while ((await household.service.performJobs()).length > 0);
    await household.readLists([household.nextReader(who)]);
    if (household.leaks.length > 0) throw new Error(`${this.#description}\n${household.leaks.join('\n')}`);
  }
}

/** Each history begins with a private and a shared task of every member. */
const BEGINNING = [0, 1, 2].flatMap((who) =>
  ['PERSONAL', 'SHARED'].map(
    (visibility) => new Act('create', who, { visibility, repeats: who === 2 ? 'no' : 'weekly', other: 0 }),
  ),
);

export const histories = (steps: number) =>
  fc
    .array(
      fc
        .record({ ...DRAW, visibility: fc.option(visibility) })
        .chain((draw) => fc.tuple(kinds, people).map(([kind, who]) => new Act(kind, who, draw))),
      { minLength: steps, maxLength: steps },
    )
    .map((acts) => [...BEGINNING, ...acts]);
