import { fc } from '../property.js';
import { ApplicationError } from '../../../application/shared/errors.js';
import { runOperation } from '../application/run-operation.js';
import { ACTIONS, actorOf, type ActionName } from './actions.js';
import type { Draw } from './actions/action.js';
import { brokenBy, brokenByStep } from './invariants.js';
import { readVillage, type Reading } from './reading.js';
import { bothOf, Copy } from './copies.js';
import type { Village } from './village.js';

type Outcome = { readonly done: unknown } | { readonly refused: string };

/** The same village on one storage, or on several storages that must behave the same. */
export class Villages {
  readonly #villages: readonly Village[];
  readonly #copies = new Map<string, Copy>();
  #reading: Reading | null = null;

  constructor(villages: readonly [Village, ...Village[]]) {
    this.#villages = villages;
  }

  /**
   * Two people read their changes: one reads everything in pages of a random size, and the other stops after
   * one page.
   */
  async #keepUp(number: number, village: Village, reading: Reading, { who, whom, how }: Draw): Promise<void> {
    const [thorough, hasty] = [who + how, whom + how].map((one) => one % village.people.length);
    for (const person of new Set([thorough, hasty])) {
      const { memberId, shown } = reading.people[person ?? 0] ?? {};
      if (memberId === undefined || shown === undefined || shown === null) continue;
      const key = `${number} ${village.householdId} ${memberId}`;
      const copy = this.#copies.get(key) ?? new Copy();
      this.#copies.set(key, copy);
      const caller = await village.member(person ?? 0);
      const limit = 1 + (how % 7) * (how % 5);
      if (person === hasty && hasty !== thorough) await copy.read(village, caller, limit);
      else {
        await copy.readAll(village, caller, limit);
        const { cursor } = copy;
        const personal = reading.people[person ?? 0];
        if (personal !== undefined)
          requireSame(...bothOf(copy, reading, personal), `the copy of ${memberId}`);
        // If nothing was written in between, two reads must return the same cursor.
        await copy.read(village, caller, limit);
        requireSame(cursor, copy.cursor, 'the cursor');
      }
    }
  }

  /** Runs the action in all villages. Throws if the storages differ or a rule is broken. */
  async live(name: ActionName, draw: Draw): Promise<void> {
    const [village] = this.#villages;
    if (village === undefined) return;
    const by = await actorOf(village, name, draw.who);
    const lived = [];
    for (const one of this.#villages) {
      const outcome = await perform(one, name, draw);
      const [reading, remains] = [await readVillage(one), await remnants(one)];
      lived.push({ outcome, reading, remnants: remains, journals: one.app.takeJournals() });
    }
    const [first, ...others] = lived;
    if (first === undefined) return;
    for (const other of others) requireSame(first, other);
    const { outcome, reading } = first;
    const before = this.#reading ?? reading;
    this.#reading = reading;
    for (const [number, one] of this.#villages.entries())
      await this.#keepUp(number, one, lived[number]?.reading ?? reading, draw);
    const broken = [
      ...brokenByStep(before, reading, {
        by,
        changesNothing: 'refused' in outcome || name === 'preview a pause',
      }),
      ...brokenBy(reading, village.app.clock.now()),
      ...first.remnants,
    ];
    if (broken.length > 0) throw new Error(broken.join('\n'));
  }
}

async function perform(village: Village, name: ActionName, draw: Draw): Promise<Outcome> {
  try {
    return { done: await asAct(village, name, draw, () => ACTIONS[name](village, draw)) };
  } catch (error) {
    if (error instanceof ApplicationError)
      return { refused: `${error.code} ${JSON.stringify(error.details)}` };
    throw error;
  }
}

/**
 * Runs the action as the request of a member. Actions of people who are not members run without an operation.
 */
async function asAct(
  village: Village,
  name: ActionName,
  { who }: Draw,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const caller = await actorOf(village, name, who);
  return caller === null ? work() : (await runOperation(village.app, caller, work)).result;
}

/**
 * Runs the jobs and returns the tables that still contain rows of a household that has ended. There should be
 * none.
 */
async function remnants({ app, ended }: Village): Promise<string[]> {
  const found = [];
  if (ended.length > 0) await app.performJobs();
  for (const id of ended)
    found.push(
      ...(await app.storage.remnantsOf(id)).map((table) => `${table} still holds something of ${id}`),
    );
  return found;
}

/**
 * Throws with the first path at which the two values differ. undefined equals a missing property, as in the
 * answers of the API.
 */
function requireSame(one: unknown, other: unknown, path = ''): void {
  if (Object.is(one, other)) return;
  if (!isObject(one) || !isObject(other))
    throw new Error(`the storages differ in ${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`);
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
    requireSame(one[key], other[key], `${path}.${key}`);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

class Step implements fc.AsyncCommand<object, Villages> {
  readonly #name: ActionName;
  readonly #draw: Draw;

  constructor(name: ActionName, draw: Draw) {
    [this.#name, this.#draw] = [name, draw];
  }

  check(): boolean {
    return true;
  }

  run(_model: object, villages: Villages): Promise<void> {
    return villages.live(this.#name, this.#draw);
  }

  toString(): string {
    return `${this.#name} ${JSON.stringify(this.#draw)}`;
  }
}

const number = fc.nat({ max: 59 });
const draws = fc.record({
  // Members of the household (0 to 2) are chosen more often than the person who is not a member at first.
  who: fc.constantFrom(0, 0, 1, 1, 2, 2, 3),
  whom: fc.nat({ max: 3 }),
  which: number,
  other: number,
  how: number,
});
/** Repeated names are chosen more often, because most actions need something to act on. */
const OFTEN: readonly ActionName[] = [
  ...([
    'create a task',
    'create a repeating task',
    'create a repeating task',
    'create a repeating task',
  ] as const),
  ...(['edit following', 'edit all', 'complete', 'complete', 'pause', 'midnight'] as const),
];
const steps = [...(Object.keys(ACTIONS) as ActionName[]), ...OFTEN].map((name) =>
  draws.map((draw) => new Step(name, draw)),
);

/** Tries `runs` random histories. Throws with a minimal history if one of them breaks a rule. */
export async function requireSoundHistories(
  begin: () => Promise<Villages>,
  { runs, seed, length }: { runs: number; seed: number; length: number },
): Promise<void> {
  const histories = fc.commands(steps, { maxCommands: length, size: 'max' });
  const property = fc.asyncProperty(histories, async (history) => {
    const villages = await begin();
    await fc.asyncModelRun(() => ({ model: {}, real: villages }), history);
  });
  await fc.assert(property, { numRuns: runs, seed });
}
