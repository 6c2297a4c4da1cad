import { expect, test } from '@jest/globals';
import type { AskedCommand } from '../../../application/commands/run-commands.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { CommandAct } from '../../../domain/commands/command.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, EVERYTHING, type homeIn } from './home.js';

type Home = Awaited<ReturnType<typeof homeIn>>;

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

type Draw = (below: number) => number;
function drawing(seed: number): Draw {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

type Kitchen = {
  readonly home: Home;
  readonly tasks: readonly Occurrence[];
  readonly lines: readonly string[];
};
async function furnished(home: Home): Promise<Kitchen> {
  const tasks = [];
  for (const title of ['Bins', 'Dishes'])
    tasks.push(
      await home.useCases.createTask(
        home.ana,
        aDraft({ title, checklist: [{ title: 'a' }, { title: 'b' }] }),
      ),
    );
  const names = ['milk', 'bread'].map((name) => ({
    name,
    quantity: 1,
    unit: null,
    note: null,
    section: null,
  }));
  const lines = (await home.useCases.addShoppingItems(home.ana, names)).map(({ id }) => id);
  home.app.clock.advance(120 * MINUTE);
  return { home, tasks, lines };
}

/**
 * A change that a client made offline, with the time of the change in minutes before now. Times within a
 * history are unique.
 */
type Timed = { readonly act: CommandAct; readonly ago: number; readonly key: string };
const uuid = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** The shopping line as the client saw it before anything was added to it. */
const SEEN = { quantity: 1, unit: null, note: null };

const TITLES = ['Bins', 'Dishes', 'Plants'];

/**
 * Returns random changes to statuses, checklist items and shopping lines. With `all`, they include additions,
 * removals and edits.
 */
function history(draw: Draw, { tasks, lines }: Kitchen, length: number, all: boolean): Timed[] {
  const times = Array.from({ length }, (_, i) => i + 1).sort(() => draw(3) - 1);
  return times.map((ago, i) => {
    const { id: occurrenceId, checklist } = tasks[draw(tasks.length)]!;
    const itemId = checklist[draw(2)]!.id;
    const line = lines[draw(lines.length)]! as never;
    const choices: CommandAct[] = [
      { type: 'occurrence.complete', occurrenceId, completedFor: null },
      { type: 'occurrence.reopen', occurrenceId, completedFor: null },
      { type: 'occurrence.skip', occurrenceId },
      { type: 'checklist.set', occurrenceId, itemId, edit: { done: draw(2) === 0 } },
      { type: 'shopping.set', itemId: line, edit: { checked: draw(2) === 0 }, seen: SEEN },
      { type: 'shopping.remove', itemId: line, seenAt: null },
      { type: 'checklist.remove', occurrenceId, itemId },
      { type: 'occurrence.delete', occurrenceId, scope: 'this', version: null },
      { type: 'occurrence.restore', occurrenceId },
      {
        type: 'shopping.add',
        listId: null,
        itemId: uuid(50_000 + i) as never,
        line: { name: ['milk', 'salt'][draw(2)]!, quantity: 1, unit: null, note: null, section: null },
      },
      // The base title equals the current title in some examples and differs in others, so some edits
      // conflict.
      {
        ...{ type: 'occurrence.set', occurrenceId, scope: 'this', version: null },
        base: { title: TITLES[draw(3)]! },
        set: { title: TITLES[draw(3)]! },
      },
    ];
    return { act: choices[draw(all ? choices.length : 5)]!, ago, key: uuid(1_000 + i) };
  });
}

/**
 * Sends the changes as one batch. `off` is how far the clock of the client is ahead of ours, in milliseconds.
 */
async function send({ home }: Kitchen, by: MemberCaller, acts: readonly Timed[], off = 0): Promise<void> {
  const sentAt = home.app.clock.now() + off;
  const commands = acts.map(({ act, ago, key }): AskedCommand => ({
    kind: 'read',
    command: { ...act, id: key, at: sentAt - ago * MINUTE },
    fingerprint: JSON.stringify(act),
  }));
  const results = await home.useCases.runCommands(by, { sentAt, commands });
  expect(results.filter(({ status }) => status === 'REFUSED' || status === 'NOT_RUN')).toEqual([]);
}

async function stateOf({ home }: Kitchen) {
  const { rows } = await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL);
  const trash = await home.useCases.listTrash(home.ana, ALL);
  const items = await home.useCases.listShoppingItems(home.ana, ALL);
  return {
    tasks: [...rows, ...trash.rows]
      .map(({ id, title, status, checklist }) => ({
        ...{ id, title, status },
        done: checklist.map((item) => [item.id, item.done]),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    items: items.rows.map(({ id, quantity, checked }) => ({ id, quantity, checked })),
  };
}

/**
 * Returns the state with null for ids that differ between two homes: those of lines that the service created
 * itself.
 */
async function comparableOf(kitchen: Kitchen) {
  const { tasks, items } = await stateOf(kitchen);
  const isGiven = (id: string) => kitchen.lines.includes(id) || id.startsWith(uuid(0).slice(0, 30));
  return { tasks, items: items.map(({ id, ...item }) => ({ id: isGiven(id) ? id : null, ...item })) };
}

/**
 * Declares the properties of commands that clients send after they were offline, with random batches of two
 * clients.
 * Each history runs in one home or in two equal homes, in which the same things have the same ids.
 * `aHomeAt(0)` creates the first home, `aHomeAt(1)` the second.
 *
 * @param runs how many histories each property tries
 * @param seed the seed of the first history; the others have the seeds that follow it
 */
export function declareCommandProperties(
  runs: number,
  seed: number,
  aHomeAt: (place: 0 | 1) => Promise<Home>,
): void {
  const timeout = 20_000 + runs * 2_000;
  const aKitchen = async (place: 0 | 1) => furnished(await aHomeAt(place));

  async function everyHistory(
    all: boolean,
    play: (draw: Draw, first: Kitchen) => Promise<void>,
  ): Promise<void> {
    for (let i = seed; i < seed + runs; i++)
      try {
        await play(drawing(i + Number(all)), await aKitchen(0));
      } catch (error) {
        throw new Error(`COMMAND_SEED=${i}`, { cause: error });
      }
  }

  test(
    'batches of commands keep the latest change of each row, in whatever order two clients send their batches [C1] [C4]',
    async () => {
      await everyHistory(false, async (draw, one) => {
        const acts = history(draw, one, 12, false);
        const other = await aKitchen(1);
        const [mine, theirs] = [acts.slice(0, 6), acts.slice(6)];
        await send(one, one.home.ana, mine);
        await send(one, one.home.ben, theirs);
        await send(other, other.home.ben, theirs);
        await send(other, other.home.ana, mine);
        const state = await stateOf(one);
        expect(await stateOf(other)).toEqual(state);
        const latestFirst = acts.toSorted((a, b) => a.ago - b.ago);
        for (const { id, status } of state.tasks) {
          const last = latestFirst.find(
            ({ act }) =>
              act.type.startsWith('occurrence.') && 'occurrenceId' in act && act.occurrenceId === id,
          );
          const after = {
            'occurrence.complete': 'DONE',
            'occurrence.reopen': 'TODO',
            'occurrence.skip': 'SKIPPED',
          };
          expect(status).toBe(last === undefined ? 'TODO' : after[last.act.type as keyof typeof after]);
        }
        for (const { id, checked } of state.items) {
          const last = latestFirst.find(({ act }) => act.type === 'shopping.set' && act.itemId === id)?.act;
          expect(checked).toBe(last?.type === 'shopping.set' ? last.edit.checked : false);
        }
      });
    },
    timeout,
  );

  test(
    'a batch of commands gives the same result when a part is sent first and the whole batch is sent twice [C2]',
    async () => {
      await everyHistory(true, async (draw, once) => {
        const acts = history(draw, once, 14, true).sort((a, b) => b.ago - a.ago);
        const cut = await aKitchen(1);
        await send(once, once.home.ana, acts);
        await send(cut, cut.home.ana, acts.slice(0, draw(acts.length)));
        await send(cut, cut.home.ana, acts);
        await send(cut, cut.home.ana, acts);
        expect(await comparableOf(cut)).toEqual(await comparableOf(once));
      });
    },
    timeout,
  );

  test(
    'commands of two clients that change different fields of a task keep both edits [C3]',
    async () => {
      await everyHistory(false, async (draw, kitchen) => {
        const [task] = kitchen.tasks as [Occurrence];
        const fields = [
          { title: 'x' },
          { notes: 'x' },
          { priority: 'HIGH' as const },
          { durationMinutes: 7 },
        ];
        const at = draw(fields.length);
        const mine = fields[at]!;
        const theirs = fields[(at + 1 + draw(3)) % fields.length]!;
        const edit = (set: object, key: number): Timed => ({
          act: {
            type: 'occurrence.set',
            occurrenceId: task.id,
            set,
            base: task,
            scope: 'this',
            version: null,
          },
          ago: key,
          key: uuid(key),
        });
        await send(kitchen, kitchen.home.ana, [edit(mine, 1)]);
        await send(kitchen, kitchen.home.ben, [edit(theirs, 2)]);
        expect(await kitchen.home.useCases.getOccurrence(kitchen.home.ana, task.id)).toMatchObject({
          ...mine,
          ...theirs,
        });
      });
    },
    timeout,
  );

  test(
    'commands never bring back a removed task, checklist item or shopping item [C5]',
    async () => {
      await everyHistory(true, async (draw, kitchen) => {
        const acts = history(draw, kitchen, 14, true).filter(({ act }) => act.type !== 'occurrence.restore');
        const seen = new Set<string>();
        for (const one of acts) {
          await send(kitchen, draw(2) === 0 ? kitchen.home.ana : kitchen.home.ben, [one]);
          const { tasks, items } = await stateOf(kitchen);
          const there = [
            ...items.map(({ id }) => id),
            ...tasks.filter(({ status }) => status !== 'CANCELLED').map(({ id }) => id),
            ...tasks.flatMap(({ done }) => done.map(([id]) => String(id))),
          ];
          expect(there.filter((id) => seen.has(`gone ${id}`))).toEqual([]);
          for (const id of seen) if (!there.includes(id) && !id.startsWith('gone ')) seen.add(`gone ${id}`);
          for (const id of there) seen.add(id);
        }
      });
    },
    timeout,
  );

  test(
    'commands give the same result when the clock of a client is wrong by up to a day [C6]',
    async () => {
      await everyHistory(false, async (draw, right) => {
        const acts = history(draw, right, 12, true);
        const wrong = await aKitchen(1);
        const off = (draw(2) === 0 ? 1 : -1) * (3 * MINUTE + draw(DAY - 3 * MINUTE));
        for (const [kitchen, ahead] of [
          [right, 0],
          [wrong, off],
        ] as const) {
          await send(kitchen, kitchen.home.ana, acts.slice(0, 6), ahead);
          await send(kitchen, kitchen.home.ben, acts.slice(6));
        }
        expect(await comparableOf(wrong)).toEqual(await comparableOf(right));
      });
    },
    timeout,
  );
}
