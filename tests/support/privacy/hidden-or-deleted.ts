import type { AskedCommand } from '../../../application/commands/run-commands.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { ApplicationError } from '../../../application/shared/errors.js';
import { readChanges } from '../../../application/sync/changes.js';
import type { CommandAct } from '../../../domain/commands/command.js';
import type { OperationId } from '../../../domain/shared/ids.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../application/run-operation.js';
import { attachFile } from '../application/attach-file.js';
import { ALL, EVERYTHING } from '../application/home.js';
import { inMemoryApplication } from '../application/in-memory.js';
import { choose, pick } from '../model/actions/action.js';
import { Village } from '../model/village.js';
import { asAnswered } from './two-lives.js';

/** Ways in which Ana takes away the tasks that Ben has seen while they were shared. */
const ENDINGS = {
  hide: async () => {},
  'hide and delete for good': async (world) => {
    await world.deleteSecrets();
    await world.app.useCases.emptyTrash(await world.ana());
  },
  'hide, delete and wait for the trash to be emptied': async (world) => {
    await world.deleteSecrets();
    await world.app.useCases.purgeTrash();
  },
} as const satisfies Record<string, (world: World) => Promise<void>>;

export type Ending = keyof typeof ENDINGS;

export type Request = {
  readonly name: RequestName;
  readonly which: number;
  readonly other: number;
  readonly how: number;
};

/**
 * The ids of what Ben saw before Ana took it away. Each is tried in every request that takes an id, also as
 * an id of another kind.
 */
type Known = {
  readonly occurrences: readonly never[];
  readonly tasks: readonly never[];
  readonly series: readonly never[];
  readonly items: readonly never[];
  readonly files: readonly never[];
  readonly operations: readonly never[];
  readonly categories: readonly never[];
};

/** A household in memory in which Ana has hidden or deleted tasks that everybody had seen. */
export class World {
  readonly village: Village;
  #known: Known = {
    ...{ occurrences: [], tasks: [], series: [], items: [], files: [] },
    ...{ operations: [], categories: [] },
  };
  #sent = 0;
  #cursor: string | null = null;

  private constructor(village: Village) {
    this.village = village;
  }

  /** Creates the household. `days` pass after the ending; operations are kept for 30 days. */
  static async begin(ending: Ending, days: number): Promise<World> {
    const world = new World(await Village.found(inMemoryApplication()));
    await world.#furnish();
    await world.#hideAll();
    await ENDINGS[ending](world);
    await world.app.performJobs();
    // The nightly jobs run in every world.
    world.app.clock.advance(days * 86_400_000);
    await world.app.useCases.purgeTrash();
    await world.app.useCases.purgeOperations();
    await world.app.performJobs();
    return world;
  }

  get app() {
    return this.village.app as ReturnType<typeof inMemoryApplication>;
  }

  ana(): Promise<MemberCaller> {
    return this.village.member(0);
  }

  ben(): Promise<MemberCaller> {
    return this.village.member(1);
  }

  async #furnish(): Promise<void> {
    const ana = await this.ana();
    const { createTask, quickAdd, createTemplate } = this.app.useCases;
    const { createCategory, completeOccurrence, reopenOccurrence } = this.app.useCases;
    const category = await createCategory(ana, { name: 'Party', color: null, icon: null });
    const shared = { checklist: [{ title: 'First' }, { title: 'Second' }], categoryId: category.id };
    const act = <T>(work: () => Promise<T>) => runOperation(this.app, ana, work).then(({ result }) => result);
    const one = await act(() =>
      createTask(
        ana,
        aDraft({
          ...{ ...shared, title: 'Once', date: civilDate('2026-11-24') },
          responsibleMemberIds: [ana.memberId],
        }),
      ),
    );
    await attachFile(this.app, ana, one.id);
    await act(() => completeOccurrence(ana, one.id, { for: null, at: null }));
    await act(() => reopenOccurrence(ana, one.id));
    await act(() =>
      createTask(
        ana,
        aDraft({
          ...{ ...shared, title: 'Weekly', date: civilDate('2026-11-24') },
          recurrence: { frequency: 'weekly' },
        }),
      ),
    );
    await act(() => quickAdd(ana, { text: 'Quick tomorrow', locale: null, ignore: [] }));
    await this.#send(ana, {
      ...{ type: 'task.create', draft: aDraft({ title: 'Named by the client' }) },
      given: { occurrenceId: V4[0] as never, taskId: V4[1] as never, itemIds: [] },
    });
    // A task and a template that stay, for requests that name two rows.
    const ben = await this.ben();
    const kept = { title: 'Kept', date: civilDate('2027-01-12'), responsibleMemberIds: [ben.memberId] };
    await createTask(ben, aDraft(kept));
    await createTemplate(ben, {
      name: 'Week',
      tasks: [{ ...aDraft({ title: 'Of a template' }), dayOffset: 0 }],
    });
    await this.#learn(ben);
    await this.app.performJobs();
  }

  async #learn(ben: MemberCaller): Promise<void> {
    const { listOccurrences, listAttachments, listOperations, listCategories } = this.app.useCases;
    const { rows: operations } = await listOperations(ben, ALL);
    const { rows: categories } = await listCategories(ben, ALL);
    const rows = (await listOccurrences(ben, EVERYTHING, ALL)).rows.filter(({ title }) => title !== 'Kept');
    const files = await Promise.all(rows.map(({ id }) => listAttachments(ben, id, ALL)));
    const ids = (all: readonly (string | null)[]) => [...new Set(all.filter((id) => id !== null))] as never[];
    this.#known = {
      occurrences: ids(rows.map(({ id }) => id)),
      tasks: ids(rows.map(({ taskId }) => taskId)),
      series: ids(rows.map(({ seriesId }) => seriesId)),
      items: ids(rows.flatMap(({ checklist }) => checklist.map(({ id }) => id))),
      files: ids(files.flatMap((page) => page.rows.map(({ id }) => id))),
      operations: ids(operations.map(({ id }) => id)),
      categories: ids(categories.map(({ id }) => id)),
    };
    await this.readChanges(ben);
  }

  async #hideAll(): Promise<void> {
    const ana = await this.ana();
    const own = await this.#ownRows(ana);
    const first = new Map(own.toReversed().map((row) => [row.taskId, row]));
    for (const { id, seriesId } of first.values())
      await this.app.useCases.editOccurrence(
        ana,
        id,
        seriesId === null ? 'this' : 'all',
        { visibility: 'PERSONAL', responsibleMemberIds: [] },
        {},
      );
    await this.app.performJobs();
  }

  /** Moves everything that Ana has hidden to the trash. */
  async deleteSecrets(): Promise<void> {
    const ana = await this.ana();
    for (;;) {
      const [row] = (await this.#ownRows(ana)).filter(({ visibility }) => visibility === 'PERSONAL');
      if (row === undefined) return;
      await this.app.useCases.deleteOccurrence(ana, row.id, row.seriesId === null ? 'this' : 'all', {});
    }
  }

  async #ownRows(ana: MemberCaller) {
    const { rows } = await this.app.useCases.listOccurrences(ana, EVERYTHING, ALL);
    return rows.filter(({ createdBy }) => createdBy === ana.memberId);
  }

  /** Sends a request as Ben or as a display, and returns the answer as text. */
  async ask({ name, which, other, how }: Request): Promise<string> {
    // Operations of the same instant are ordered by their ids, which differ between the worlds. So each
    // request has its own instant.
    this.app.clock.advance(1_000);
    const ben = await this.ben();
    const caller =
      how % 5 === 4 ? ((await this.village.display(this.village.displays[0] ?? '')) ?? ben) : ben;
    const known = this.#known;
    const id = pick(
      choose([known.occurrences, known.occurrences, known.tasks, known.items], other),
      which,
    ) as never;
    try {
      const answer = await REQUESTS[name]({ world: this, caller, known, id, which, other, how });
      return `${name}: ${JSON.stringify(answer ?? null)}`;
    } catch (error) {
      if (!(error instanceof ApplicationError)) throw error;
      return `${name}: ${error.code} ${error.message} ${JSON.stringify(error.details ?? null)}`;
    } finally {
      await this.app.performJobs();
    }
  }

  send(caller: MemberCaller, act: CommandAct): Promise<unknown> {
    return this.#send(caller, act);
  }

  async #send(caller: MemberCaller, act: CommandAct): Promise<unknown> {
    const sentAt = this.app.clock.now();
    this.#sent += 1;
    const id = `00000000-0000-4000-9000-${String(this.#sent).padStart(12, '0')}`;
    const commands: AskedCommand[] = [
      { kind: 'read', command: { ...act, id, at: sentAt }, fingerprint: JSON.stringify(act) },
    ];
    return this.app.useCases.runCommands(caller, { sentAt, commands });
  }

  /** Returns the changes for the caller since the last call. */
  async readChanges(caller: MemberCaller): Promise<unknown> {
    const { changeFeed, households } = this.app.storage.readers;
    const read = readChanges({ changeFeed, households, clock: this.app.clock });
    const changes = await read(caller, { since: this.#cursor, limit: 500, historyDays: 20 });
    this.#cursor = changes.cursor;
    return changes;
  }

  /** Returns an id that nothing has. It is the same in every world. */
  fresh(which: number): never {
    return `00000000-0000-4000-a000-${String(which).padStart(12, '0')}` as never;
  }
}

const V4 = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;

type Asking = {
  readonly world: World;
  readonly caller: MemberCaller;
  readonly known: Known;
  /** One of the ids that Ben knows. */
  readonly id: never;
  readonly which: number;
  readonly other: number;
  readonly how: number;
};

const given = ({ world, known, which, other, how, id }: Asking) => ({
  ...choose(
    [
      { occurrenceId: id, taskId: world.fresh(which) },
      { occurrenceId: world.fresh(which), taskId: pick(known.tasks, other) as never },
      { occurrenceId: pick(known.occurrences, which) as never, taskId: pick(known.tasks, which) as never },
      { occurrenceId: world.fresh(which), taskId: id },
      { occurrenceId: V4[which % 2] as never, taskId: V4[(which + 1) % 2] as never },
      { occurrenceId: world.fresh(which), taskId: V4[1] as never },
    ],
    how,
  ),
});

const SCOPES = ['this', 'all', 'following'] as const;

const command = (toAct: (asking: Asking) => CommandAct) => (asking: Asking) =>
  asking.world.send(asking.caller, toAct(asking));

async function undo(world: World, caller: MemberCaller, id: OperationId): Promise<unknown> {
  const { useCases } = world.app;
  const { result } = await runOperation(world.app, caller, () => useCases.undoOperation(caller, id));
  return asAnswered(result, caller);
}

const REQUESTS = {
  'task.create': command((asking) => ({
    type: 'task.create',
    draft: aDraft({
      title: 'New',
      checklist: [{ title: 'New' }],
      ...(asking.other % 2 === 0 && { date: civilDate('2027-01-05'), recurrence: { frequency: 'weekly' } }),
    }),
    given: { ...given(asking), itemIds: [pick(asking.known.items, asking.which) ?? null] },
  })),
  'task.quick': command((asking) => ({
    type: 'task.quick',
    sentence: { text: 'Quick again every week', locale: null, ignore: [] },
    given: { ...given(asking), itemIds: [] },
  })),
  'occurrence.complete': command(({ id }) => ({
    ...{ type: 'occurrence.complete', occurrenceId: id, completedFor: null },
  })),
  'occurrence.reopen': command(({ id }) => ({
    ...{ type: 'occurrence.reopen', occurrenceId: id, completedFor: null },
  })),
  'occurrence.skip': command(({ id }) => ({ type: 'occurrence.skip', occurrenceId: id })),
  'occurrence.restore': command(({ id }) => ({ type: 'occurrence.restore', occurrenceId: id })),
  'occurrence.claim': command(({ id }) => ({ type: 'occurrence.claim', occurrenceId: id })),
  'occurrence.set': command(({ id, how }) => ({
    ...{ type: 'occurrence.set', occurrenceId: id, set: { title: 'Mine' }, base: { title: 'Once' } },
    ...{ scope: choose(SCOPES, how), version: 1 },
  })),
  'occurrence.delete': command(({ id, how }) => ({
    ...{ type: 'occurrence.delete', occurrenceId: id },
    ...{ scope: choose(SCOPES, how), version: 1 },
  })),
  'checklist.add': command(({ id, known, which }) => ({
    ...{ type: 'checklist.add', occurrenceId: id, itemId: pick(known.items, which) as never, title: 'More' },
  })),
  'checklist.set': command(({ id, known, which }) => ({
    ...{ type: 'checklist.set', occurrenceId: id, itemId: pick(known.items, which) as never },
    edit: { done: true },
  })),
  'checklist.remove': command(({ id, known, which }) => ({
    ...{ type: 'checklist.remove', occurrenceId: id, itemId: pick(known.items, which) as never },
  })),
  'shopping.add': command(({ id, which }) => ({
    ...{ type: 'shopping.add', itemId: id, listId: null },
    line: { name: `milk ${which}`, quantity: 1, unit: null, note: null, section: null },
  })),
  'add an item to a new task': async ({ world, caller, known, which }) => {
    const { rows } = await world.app.useCases.listOccurrences(caller, EVERYTHING, ALL);
    const row = pick(rows, which);
    return (
      row &&
      world.send(caller, {
        ...{ type: 'checklist.add', occurrenceId: row.id, title: 'More' },
        itemId: pick(known.items, which) as never,
      })
    );
  },
  'read an occurrence': ({ world, caller, id }) => world.app.useCases.getOccurrence(caller, id),
  'edit an occurrence': ({ world, caller, id, how }) =>
    world.app.useCases.editOccurrence(caller, id, choose(SCOPES, how), { title: 'Mine' }, {}),
  'preview an edit': ({ world, caller, id, how }) =>
    world.app.useCases.previewOccurrenceEdit(caller, id, choose(SCOPES, how), { title: 'Mine' }, {}),
  'preview a deletion': ({ world, caller, id }) =>
    world.app.useCases.previewOccurrenceDeletion(caller, id, 'all'),
  'complete an occurrence': ({ world, caller, id }) =>
    world.app.useCases.completeOccurrence(caller, id, { for: null, at: null }),
  'delete an occurrence': ({ world, caller, id }) =>
    world.app.useCases.deleteOccurrence(caller, id, 'this', {}),
  'restore an occurrence': ({ world, caller, id }) => world.app.useCases.restoreOccurrence(caller, id),
  'claim an occurrence': ({ world, caller, id }) => world.app.useCases.claimOccurrence(caller, id),
  'release an occurrence': ({ world, caller, id }) => world.app.useCases.releaseOccurrence(caller, id),
  'add an item': ({ world, caller, id }) => world.app.useCases.addChecklistItem(caller, id, 'More'),
  'tick an item': ({ world, caller, id, known, which }) =>
    world.app.useCases.editChecklistItem(caller, id, pick(known.items, which) as never, { done: true }),
  'offer a turn for it': async ({ world, caller, id }) => {
    const { rows } = await world.app.useCases.listOccurrences(caller, EVERYTHING, ALL);
    const own = rows.find(({ title }) => title === 'Kept');
    return own && world.app.useCases.requestSwap(caller, own.id, id);
  },
  'offer its turn': async ({ world, caller, id }) => {
    const { rows } = await world.app.useCases.listOccurrences(caller, EVERYTHING, ALL);
    const own = rows.find(({ title }) => title === 'Kept');
    return own && world.app.useCases.requestSwap(caller, id, own.id);
  },
  'attach a file': ({ world, caller, id }) => attachFile(world.app, caller, id),
  'list files': ({ world, caller, id }) => world.app.useCases.listAttachments(caller, id, ALL),
  'find a file': ({ world, caller, known, which }) =>
    world.app.useCases.findAttachment(caller, pick(known.files, which) as never),
  'remove a file': ({ world, caller, known, which }) =>
    world.app.useCases.removeAttachment(caller, pick(known.files, which) as never),
  'read a series': ({ world, caller, known, which }) =>
    world.app.useCases.getSeries(caller, pick(known.series, which) as never),
  'read the history of a series': ({ world, caller, known, which }) =>
    world.app.useCases.listSeriesHistory(caller, pick(known.series, which) as never, ALL),
  'edit a series': ({ world, caller, known, which }) =>
    world.app.useCases.editSeries(caller, pick(known.series, which) as never, { title: 'Mine' }),
  'delete a series': ({ world, caller, known, which }) =>
    world.app.useCases.deleteSeries(caller, pick(known.series, which) as never),
  'pause a series': ({ world, caller, known, which }) =>
    world.app.useCases.createPause(caller, {
      ...{ from: civilDate('2027-02-01'), to: civilDate('2027-02-07'), mode: 'skip' },
      ...{ seriesIds: [pick(known.series, which) as never], assignTo: null, note: null },
    }),
  'apply a template': async ({ world, caller }) => {
    const { rows } = await world.app.useCases.listTemplates(caller, ALL);
    const [template] = rows;
    return (
      template &&
      world.app.useCases.applyTemplate(caller, template.id, { date: null, responsibleMemberIds: null })
    );
  },
  'read an operation': async ({ world, caller, known, which }) =>
    asAnswered(
      await world.app.useCases.showOperation(caller, pick(known.operations, which) as never),
      caller,
    ),
  'undo an operation': ({ world, caller, known, which }) =>
    undo(world, caller, pick(known.operations, which) as never),
  'undo the newest operation': async ({ world, caller, which }) => {
    const { rows } = await world.app.useCases.listOperations(caller, ALL);
    const one = pick(rows.slice(0, 3), which);
    return one && undo(world, caller, one.id);
  },
  'list operations': async ({ world, caller }) => {
    const { rows } = await world.app.useCases.listOperations(caller, ALL);
    return rows.map((one) => asAnswered(one, caller));
  },
  'read the activity about it': ({ world, caller, id }) =>
    world.app.useCases.listActivity(caller, ALL, { subjectId: id, since: null }),
  'read the activity about a series': ({ world, caller, known, which }) =>
    world.app.useCases.listActivity(caller, ALL, {
      subjectId: pick(known.series, which) as never,
      since: null,
    }),
  'list the activity': ({ world, caller }) => world.app.useCases.listActivity(caller, ALL),
  'list notifications': ({ world, caller }) =>
    world.app.useCases.listNotifications(caller, { unread: false }, ALL),
  'create a task in its category': ({ world, caller, known, which, how }) =>
    runOperation(world.app, caller, () =>
      world.app.useCases.createTask(
        caller,
        aDraft({
          ...{ title: 'New', categoryId: pick(known.categories, which) as never },
          ...(how % 2 === 0 && { date: civilDate('2027-01-05'), recurrence: { frequency: 'weekly' } }),
        }),
      ),
    ).then(({ result }) => result),
  'move an occurrence to its category': ({ world, caller, known, id, which, how }) =>
    world.app.useCases.editOccurrence(
      caller,
      id,
      choose(SCOPES, how),
      { categoryId: pick(known.categories, which) as never },
      {},
    ),
  'rename its category': ({ world, caller, known, which, how }) =>
    runOperation(world.app, caller, () =>
      world.app.useCases.editCategory(caller, pick(known.categories, which) as never, {
        name: `Category ${how}`,
      }),
    ).then(({ result }) => result),
  'delete its category': ({ world, caller, known, which }) =>
    runOperation(world.app, caller, () =>
      world.app.useCases.deleteCategory(caller, pick(known.categories, which) as never),
    ).then(({ result }) => result),
  'shift by days': ({ world, caller, known, which, how }) =>
    runOperation(world.app, caller, () =>
      world.app.useCases.shiftByDays(caller, {
        ...{ days: 1 + (how % 7), from: civilDate('2027-01-10'), oneOff: true },
        what: how % 2 === 0 ? { kind: 'all' } : { kind: 'series', ids: [pick(known.series, which) as never] },
      }),
    ).then(({ result }) => result),
  'read changes': async ({ world }) => world.readChanges(await world.ben()),
  'list what there is': async ({ world, caller }) => [
    await world.app.useCases.listCategories(caller, ALL),
    await world.app.useCases.showStatistics(caller, {}),
    await world.app.useCases.showBalance(caller, {}),
    await world.app.useCases.searchHousehold(caller, 'once', 20),
    await world.app.useCases.listSeenAttachments(caller, ALL),
    await world.app.useCases.listSeries(caller, ALL),
    await world.app.useCases.listOccurrences(caller, EVERYTHING, ALL),
    await world.app.useCases.listTrash(caller, ALL),
    await world.app.useCases.listSwaps(caller, ALL),
    await world.app.useCases.listPauses(caller),
  ],
} as const satisfies Record<string, (asking: Asking) => Promise<unknown>>;

export type RequestName = keyof typeof REQUESTS;
export const REQUEST_NAMES = Object.keys(REQUESTS) as RequestName[];
