import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Store } from '../memory/store.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { ApplicationError } from '../../../application/shared/errors.js';
import type { OperationId } from '../../../domain/shared/ids.js';
import type { SyncedRows } from '../../../domain/sync/journal.js';
import type { Database } from '../../../adapters/postgres/database.js';
import type { Table } from '../memory/table.js';
import type { Application } from '../application/application.js';
import { runOperation } from '../application/run-operation.js';
import { fc } from '../property.js';
import { ACTIONS, actorOf, type ActionName } from './actions.js';
import type { Draw } from './actions/action.js';
import { DISPLAY_ACTIONS } from './actions/displays.js';
import { brokenBy } from './invariants.js';
import { readVillage } from './reading.js';
import { Village } from './village.js';

export type Step = { readonly name: ActionName; readonly draw: Draw };

/** The steps before the operation, the operation, and the steps between it and the undo. */
export type History = {
  readonly before: readonly Step[];
  /** The first of these steps that can be undone is the one to undo. */
  readonly acts: readonly Step[];
  /** The steps of the others before the undo. If there are none, only days pass. */
  readonly since: readonly Step[];
  readonly days: number;
};

type Kind = Exclude<keyof SyncedRows, 'notification' | 'swap'>;
type Row = Readonly<Record<string, unknown>>;
/** The rows by kind and id. */
type Rows = ReadonlyMap<string, Row>;

const DAY_MS = 86_400_000;

/** Reads everything that is stored. */
type Looks = {
  /** The rows by table, with the field names of the domain. */
  readonly rows: () => Promise<Readonly<Record<Kind, readonly Row[]>>>;
  readonly whole: () => Promise<unknown>;
};

/** A village whose storage can be read directly. */
export class UndoVillage {
  readonly village: Village;
  readonly #looks: Looks;

  private constructor(village: Village, looks: Looks) {
    [this.village, this.#looks] = [village, looks];
  }

  static async inMemory(app: Application & { readonly store: Store }): Promise<UndoVillage> {
    return new UndoVillage(await Village.found(app), looksInto(app.store));
  }

  static async onPostgres(app: Application & { readonly db: Database }): Promise<UndoVillage> {
    return new UndoVillage(await Village.found(app), looksIntoDatabase(app.db));
  }

  /**
   * Runs a step as a request. Returns the operation, or null if the step changed nothing, was refused, or is
   * not a request of a member.
   */
  async act({ name, draw }: Step): Promise<OperationId | null> {
    const caller = await actorOf(this.village, name, draw.who);
    const work = () => ACTIONS[name](this.village, draw);
    try {
      if (caller !== null) return (await runOperation(this.village.app, caller, work)).operationId;
      await work();
      return null;
    } catch (error) {
      if (error instanceof ApplicationError) return null;
      throw error;
    }
  }

  member(who: number): Promise<MemberCaller | null> {
    return this.village.member(who).catch(() => null);
  }

  async passDays(days: number): Promise<void> {
    const { app } = this.village;
    for (let day = 0; day < days; day += 1) {
      app.clock.advance(DAY_MS);
      await app.useCases.skipMissed();
      await app.useCases.extendHorizons();
      await app.useCases.drawTurns();
      await app.useCases.sendReminders();
    }
    await app.useCases.extendHorizons();
    await app.performJobs();
  }

  /** Undoes the operation. Returns the new operation, or the error if the undo is blocked. */
  async undo(
    caller: MemberCaller,
    id: OperationId,
  ): Promise<{ readonly operationId: OperationId | null } | ApplicationError> {
    const { app } = this.village;
    try {
      return await runOperation(app, caller, () => app.useCases.undoOperation(caller, id));
    } catch (error) {
      if (error instanceof ApplicationError) return error;
      throw error;
    }
  }

  async rows(): Promise<Rows> {
    const tables = await this.#looks.rows();
    return new Map(
      Object.entries(tables).flatMap(([kind, rows]) =>
        rows.map((row): [string, Row] => [`${kind} ${String(row['id'])}`, row]),
      ),
    );
  }

  /** Returns everything that is stored. */
  whole(): Promise<unknown> {
    return this.#looks.whole();
  }

  async broken(): Promise<readonly string[]> {
    return brokenBy(await readVillage(this.village), this.village.app.clock.now());
  }
}

function looksInto(store: Store): Looks {
  const {
    households,
    members,
    categories,
    occurrences,
    series,
    shoppingItems,
    shoppingLists,
    taskTemplates,
    dayCalendars,
    pauses,
  } = store;
  const tables = {
    household: households,
    member: members,
    category: categories,
    occurrence: occurrences,
    series,
    shoppingItem: shoppingItems,
    shoppingList: shoppingLists,
    template: taskTemplates,
    dayCalendar: dayCalendars,
    pause: pauses,
  };
  const all = (of: object): Record<string, readonly Row[]> =>
    Object.fromEntries(
      Object.entries(of).map(([name, table]) => [name, (table as Table<Row>).filter(() => true)]),
    );
  return {
    rows: () => Promise.resolve(all(tables) as Record<Kind, readonly Row[]>),
    whole: () => Promise.resolve(all(store)),
  };
}

const TABLES: Readonly<Record<Kind, string>> = {
  household: 'households',
  member: 'members',
  category: 'categories',
  occurrence: 'occurrences',
  series: 'series',
  shoppingItem: 'shopping_items',
  shoppingList: 'shopping_lists',
  template: 'task_templates',
  dayCalendar: 'day_calendars',
  pause: 'pauses',
};

function looksIntoDatabase(db: Database): Looks {
  const all = async (table: string): Promise<readonly Row[]> => {
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(t) as row from ${sql.table(table)} t order by to_jsonb(t)::text`.execute(db);
    return rows.map(({ row }) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [fieldOf(column), value])),
    );
  };
  const allOf = async (names: readonly (readonly [string, string])[]) => {
    const found: Record<string, readonly Row[]> = {};
    for (const [name, table] of names) found[name] = await all(table);
    return found;
  };
  return {
    rows: async () => (await allOf(Object.entries(TABLES))) as Record<Kind, readonly Row[]>,
    whole: async () => {
      const { rows } = await sql<{ name: string }>`
        select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db);
      return allOf(rows.map(({ name }) => [name, name]));
    },
  };
}

const fieldOf = (column: string): string =>
  column.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** Fields that change with every write: versions, times and who wrote last. They are not compared. */
const COUNTED = new Set([
  'updatedBy',
  'tickedAt',
  'version',
  'syncVersion',
  'syncedVersion',
  'googleSyncStatus',
  'updatedAt',
  'statusAt',
  'createdAt',
  'endedAt',
]);

/**
 * Returns the rows without the fields that change with every write. Rows that were created ahead in the
 * meantime have different ids, so their key is the date instead.
 */
export function comparable(rows: Rows, known: ReadonlySet<string>): Rows {
  return new Map(
    [...rows].map(([key, row]) => {
      const place =
        row['originalDate'] === undefined || row['seriesId'] === null || known.has(key)
          ? key
          : `${JSON.stringify([row['seriesId'], row['originalDate']])} ${row['deletedAt'] === null ? 'live' : 'trash'}`;
      const content = Object.fromEntries(
        Object.entries(row)
          .filter(([field]) => !COUNTED.has(field) && (known.has(key) || field !== 'id'))
          .map(([field, value]) => [field, field === 'checklist' ? withoutIds(value) : value]),
      );
      return [place, content];
    }),
  );
}

function withoutIds(items: unknown): unknown {
  return Array.isArray(items)
    ? items.map((item: unknown) => (typeof item === 'object' ? { ...item, id: null, tickedAt: null } : item))
    : items;
}

/** Returns the differences between two states, each as a sentence. */
export function differences(is: Rows, shouldBe: Rows): string[] {
  return [...new Set([...is.keys(), ...shouldBe.keys()])].flatMap((key) => {
    const [one, other] = [is.get(key), shouldBe.get(key)];
    if (isDeepStrictEqual(one, other)) return [];
    if (one === undefined) return [`${key} is missing: ${JSON.stringify(other)}`];
    if (other === undefined) return [`${key} is too many: ${JSON.stringify(one)}`];
    if (isOpenAgain(one, other)) return [];
    return Object.keys({ ...one, ...other })
      .filter((field) => !isDeepStrictEqual(one[field], other[field]))
      .map(
        (field) =>
          `${key} ${JSON.stringify(other['title'] ?? null)}: ${field} is ${JSON.stringify(one[field])} instead of ${JSON.stringify(other[field])}`,
      );
  });
}

/**
 * Returns true if the rows differ only because one was reopened and the other was skipped as missed. A
 * reopened occurrence stays open until a newer one is due.
 */
function isOpenAgain(one: Row, other: Row): boolean {
  const bare = (row: Row) => ({ ...row, status: null, skippedReason: null, finishedPrivately: null });
  return (
    one['status'] === 'TODO' &&
    other['skippedReason'] === 'MISSED' &&
    isDeepStrictEqual(bare(one), bare(other))
  );
}

/**
 * Returns the changes that others made between the first two states and that the undo has removed, each as a
 * sentence.
 */
export function lostOf(states: Readonly<Record<'atFirst' | 'afterOthers' | 'held' | 'now', Rows>>): string[] {
  const { atFirst, afterOthers, held, now } = states;
  return [...new Set([...atFirst.keys(), ...afterOthers.keys()])].flatMap((key) => {
    const [was, made] = [atFirst.get(key), afterOthers.get(key)];
    if (isDeepStrictEqual(was, made)) return [];
    const [kept, is] = [held.get(key), now.get(key)];
    if (made === undefined) return is === undefined ? [] : [`${key}, which was removed, is back`];
    if (kept === undefined) return [];
    // The operation created this row. Others have not changed it, so its removal loses nothing.
    if (is === undefined && was !== undefined && !isChanged(was, made)) return [];
    if (is === undefined) return [`${key}, which somebody has ${was ? 'changed' : 'created'}, is gone`];
    return Object.keys(made)
      .filter((field) => !COUNTED.has(field) && !GROWING.has(field) && !isPlanned(kept, field))
      .filter((field) => !isDeepStrictEqual(was?.[field], made[field]))
      .filter((field) => !isDeepStrictEqual(kept[field], is[field]))
      .map(
        (field) => `${key}: ${field} was ${JSON.stringify(kept[field])} and is ${JSON.stringify(is[field])}`,
      );
  });
}

function isChanged(one: Row, other: Row): boolean {
  return Object.keys(other).some(
    (field) =>
      !COUNTED.has(field) &&
      field !== 'pauses' &&
      !isPlanned(other, field) &&
      !isDeepStrictEqual(one[field], other[field]),
  );
}

/**
 * Fields that several operations add to. An undo removes what its own operation added: the undo of a pause, for example,
 * also removes it from a series that was created later.
 */
const GROWING = new Set(['horizon', 'nextIndex', 'excludedDates', 'checklist', 'pauses']);

const OF_TURN = ['responsibleMemberIds', 'turnReason', 'turnOf'];
const OF_DATE = ['date', 'dateReason', 'originalDate', 'originalTime', 'seriesIndex'];

/**
 * Returns true if the service plans this field of a row that nobody changed on its own: from the series,
 * absences, pauses and day calendars.
 */
function isPlanned({ turnReason, isException, seriesId, status }: Row, field: string): boolean {
  if (isException !== false) return false;
  if (OF_DATE.includes(field)) return seriesId !== null && status === 'TODO';
  return OF_TURN.includes(field) && ['ROTATION', 'AWAY', 'PAUSE'].includes(String(turnReason));
}

const TIME_AND_PEOPLE: readonly ActionName[] = [
  'join',
  'start a new household',
  'do the jobs',
  'midnight',
  'a week later',
  'connect a calendar',
];
/** Frequent actions, so that the others have something to act on. */
const OFTEN: readonly ActionName[] = ['create a task', 'create a repeating task', 'edit all', 'complete'];

const number = fc.nat({ max: 59 });
const member = fc.nat({ max: 2 });
const draw = fc.record({ who: member, whom: member, which: number, other: number, how: number });
const names = Object.keys(ACTIONS) as ActionName[];
const step = (from: readonly ActionName[]) =>
  fc.record({ name: fc.constantFrom(...from, ...OFTEN), draw }) satisfies fc.Arbitrary<Step>;
const acts = names.filter((name) => !TIME_AND_PEOPLE.includes(name));

export const histories = (length: number): fc.Arbitrary<History> =>
  fc.record({
    before: fc.array(step(names), { maxLength: length, size: 'max' }),
    acts: fc.array(step(acts), { minLength: 1, maxLength: 4, size: 'max' }),
    since: fc.oneof(fc.constant([]), fc.array(step(acts), { minLength: 1, maxLength: 3, size: 'max' })),
    days: fc.nat({ max: 6 }),
  });

/** Returns steps of one member that can be undone. No time passes between them. */
export const steps = (length: number): fc.Arbitrary<readonly Step[]> =>
  stepsOfOne(step(acts.filter((name) => !NOT_WALKED.has(name))), length);

/** Returns {@link steps} that create, move and finish occurrences of series, and attach files to them. */
export const stepsWithFiles = (length: number): fc.Arbitrary<readonly Step[]> =>
  stepsOfOne(fc.record({ name: fc.constantFrom(...WITH_FILES), draw }), length);

const stepsOfOne = (each: fc.Arbitrary<Step>, length: number): fc.Arbitrary<readonly Step[]> =>
  fc.array(
    each.map(({ name, draw: drawn }) => ({ name, draw: { ...drawn, who: 0 } })),
    { minLength: length, maxLength: length, size: 'max' },
  );

const WITH_FILES: readonly ActionName[] = [
  ...(['create a repeating task', 'attach a file', 'edit all', 'edit following', 'complete'] as const),
  ...(['skip', 'shift by days', 'pause', 'edit one', 'delete following'] as const),
];

/** Actions that are not an operation or can never be undone, actions on a display, and undo itself. */
const NOT_WALKED: ReadonlySet<ActionName> = new Set<ActionName>([
  ...(['undo', 'leave', 'remove a member', 'change a role', 'change a group', 'invite'] as const),
  ...(['give their place to an account', 'ask to swap', 'answer a swap', 'put a staple off'] as const),
  ...(Object.keys(DISPLAY_ACTIONS) as (keyof typeof DISPLAY_ACTIONS)[]),
  ...(['open a feed', 'connect a calendar', 'link a calendar', 'unlink the calendar'] as const),
]);
