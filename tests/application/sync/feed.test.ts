import { describe, expect, test } from '@jest/globals';
import { readChanges, type Changes } from '../../../application/sync/changes.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { ApplicationError } from '../../../application/shared/errors.js';
import type { StoreScope } from '../../../application/shared/unit-of-work.js';
import {
  commit,
  createStore,
  draftStore,
  toKey,
  type Store,
  type StoredEntry,
  type StoredHead,
} from '../../../adapters/memory/store.js';
import { inMemoryReaders, InMemoryUnitOfWork } from '../../../adapters/memory/unit-of-work.js';
import type { MemberId, OccurrenceId } from '../../../domain/shared/ids.js';
import { isVisibleTo, mutated, type Occurrence } from '../../../domain/tasks/occurrence.js';
import { cursorText, readCursor } from '../../../domain/sync/cursor.js';
import { anAccount } from '../../builders/account.js';
import { aHousehold, aMember } from '../../builders/household.js';
import { NOON } from '../../builders/instants.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { fc } from '../../support/property.js';
import { seedOf } from '../../support/seed.js';

/*
 * The properties of the feed over rows and streams alone: histories are short and many, so that each way in which
 * visibility, the trash and pages meet comes up.
 */

const RUNS = Number(process.env['FEED_RUNS'] ?? 200);
const seed = seedOf('FEED_SEED');

const PEOPLE = 2;
const ACTS = ['create', 'edit', 'flip', 'trash', 'restore', 'purge', 'read', 'stop'] as const;
type Act = {
  readonly act: (typeof ACTS)[number];
  readonly who: number;
  readonly which: number;
  readonly isPersonal: boolean;
  readonly limit: number;
};
const acts = fc.array(
  fc.record({
    act: fc.constantFrom(...ACTS),
    who: fc.nat({ max: PEOPLE - 1 }),
    which: fc.nat({ max: 2 }),
    isPersonal: fc.boolean(),
    limit: fc.integer({ min: 1, max: 4 }),
  }),
  { maxLength: 30, size: 'max' },
);

/** A household with one place for each of six occurrences, so that what is taken out of a history moves nothing else. */
class World {
  readonly store: Store = createStore();
  readonly household = aHousehold();
  readonly people: readonly MemberId[];
  readonly #unitOfWork = new InMemoryUnitOfWork(this.store);
  readonly #now = NOON;
  readonly #stamp = () => ({ now: this.#now, by: null });

  constructor() {
    const draft = draftStore(this.store);
    const accounts = Array.from({ length: PEOPLE }, () => anAccount());
    this.people = accounts.map(({ id }) => id);
    draft.households.set(this.household.id, this.household);
    for (const account of accounts) {
      draft.accounts.set(account.id, account);
      draft.members.set(
        JSON.stringify([this.household.id, account.id]),
        aMember({ householdId: this.household.id, id: account.id }),
      );
    }
    commit(draft);
  }

  caller(who: number): MemberCaller {
    const [userId, household] = [this.people[who] as MemberId, this.household];
    return { account: { locale: 'en' }, userId, household, role: 'MEMBER' } as MemberCaller;
  }

  idOf(which: number): OccurrenceId {
    return `01900000-0000-7000-8000-00000000000${which}` as OccurrenceId;
  }

  find(which: number): Occurrence | undefined {
    return this.store.occurrences.get(JSON.stringify([this.household.id, this.idOf(which)]));
  }

  /** Does what is asked where it can be done; a personal row is its author's. */
  async do({ act, who, which, isPersonal }: Act): Promise<void> {
    const found = this.find(which);
    const caller = this.caller(who);
    const visibility = isPersonal ? 'PERSONAL' : 'SHARED';
    if (found !== undefined && !isVisibleTo(found, caller.userId)) return;
    await this.#commit(async ({ occurrences }) => {
      if (act === 'create' && found === undefined)
        await occurrences.insertTask(
          anOccurrence({
            id: this.idOf(which),
            householdId: this.household.id,
            createdBy: caller.userId,
            visibility,
          }),
        );
      if (found === undefined) return;
      const isGone = found.deletedAt !== null;
      if (act === 'edit' && !isGone)
        await occurrences.save(mutated(found, { title: 'other' }, this.#stamp()));
      if (act === 'flip' && !isGone && found.createdBy === caller.userId)
        await occurrences.save(
          mutated(
            found,
            { visibility: found.visibility === 'SHARED' ? 'PERSONAL' : 'SHARED' },
            this.#stamp(),
          ),
        );
      if (act === 'trash' && !isGone)
        await occurrences.save(mutated(found, { deletedAt: this.#now }, this.#stamp()));
      if (act === 'restore' && isGone)
        await occurrences.save(mutated(found, { deletedAt: null }, this.#stamp()));
      if (act === 'purge' && isGone) await occurrences.removeAll(this.household.id, [found.id]);
    });
  }

  #commit(work: (scope: StoreScope) => Promise<void>): Promise<void> {
    return this.#unitOfWork.run(async (scope) => {
      await work(scope);
      const entries = scope.journal.entries();
      if (entries.length > 0) await scope.changes.write(entries, null);
    });
  }

  read(who: number, since: string | null, limit: number, store = this.store): Promise<Changes> {
    const { changeFeed } = inMemoryReaders(store);
    return readChanges({ changeFeed, clock: { now: () => this.#now } })(this.caller(who), {
      ...{ since, limit },
      historyDays: 30,
    });
  }

  lists(who: number): Occurrence[] {
    return this.store.occurrences
      .filter((one) => one.deletedAt === null && isVisibleTo(one, this.people[who] as MemberId))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }
}

class Reader {
  cursor: string | null = null;
  #rows = new Map<string, Occurrence>();
  #coming: Map<string, Occurrence> | null = null;
  isUpToDate = false;

  async read(world: World, who: number, limit: number, store = world.store): Promise<Changes> {
    const page = await world.read(who, this.cursor, limit, store);
    if (page.snapshot) this.#coming ??= new Map();
    else if (this.#coming !== null) [this.#rows, this.#coming] = [this.#coming, null];
    const into = this.#coming ?? this.#rows;
    for (const row of page.changed.occurrence ?? []) into.set(row.id, row);
    for (const id of page.removed.occurrence ?? []) into.delete(id);
    [this.cursor, this.isUpToDate] = [page.cursor, !page.hasMore];
    return page;
  }

  async readAll(world: World, who: number, limit: number, store = world.store): Promise<void> {
    do await this.read(world, who, limit, store);
    while (!this.isUpToDate);
  }

  rows(): Occurrence[] {
    return [...this.#rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

/** Lives a history with a reader each, who reads when it says so, and gives what they were answered. */
async function live(world: World, history: readonly Act[]): Promise<Changes[][]> {
  const readers = world.people.map(() => new Reader());
  const answers: Changes[][] = world.people.map(() => []);
  for (const act of history) {
    if (act.act === 'read') answers[act.who]?.push(await readers[act.who]!.read(world, act.who, act.limit));
    else if (act.act === 'stop') readers[act.who] = new Reader();
    else await world.do(act);
  }
  for (const [who, reader] of readers.entries()) {
    await reader.readAll(world, who, 1 + who);
    expect(reader.rows()).toEqual(world.lists(who));
    const { cursor } = reader;
    // F5: twice without a write, the second says that there is nothing.
    await reader.read(world, who, 1);
    expect(reader.cursor).toBe(cursor);
  }
  return answers;
}

describe(`the feed, over ${RUNS} histories, FEED_SEED=${seed}`, () => {
  const holds = (property: fc.IAsyncProperty<unknown>) => fc.assert(property, { numRuns: RUNS, seed });

  test(
    'F1 F5 converges, wherever readers stop and whatever the size of their pages',
    () =>
      holds(
        fc.asyncProperty(acts, async (history) => {
          await live(new World(), history);
        }),
      ),
    120_000,
  );

  test(
    'F3 tells nothing of what is personal to others, not by a number either',
    () =>
      holds(
        fc.asyncProperty(acts, async (history) => {
          // What the first does is never shared, but in places that the second has nothing to do with: all of it can go.
          const [mine, theirs] = [0, 1];
          const told = history.map((act) =>
            act.who === mine ? { ...act, act: act.act === 'flip' ? 'edit' : act.act, isPersonal: true } : act,
          ) as Act[];
          const apart = told.map((act) => ({ ...act, which: act.which + 3 * act.who }));
          const answersOf = async (acts: readonly Act[]) => {
            const world = new World();
            const answers = (await live(world, acts))[theirs] ?? [];
            // Another world has other ids of people, which stand in each cursor.
            return answers.map((one) => {
              const { everyone, own } = readCursor(one.cursor)!;
              const ids = (one.changed.occurrence ?? []).map(({ id, version }) => [id, version]);
              return {
                everyone,
                own,
                ids,
                removed: one.removed,
                hasMore: one.hasMore,
                snapshot: one.snapshot,
              };
            });
          };
          const without = apart.filter(({ who, act }) => who === theirs || act === 'read' || act === 'stop');
          expect(await answersOf(apart)).toEqual(await answersOf(without));
        }),
      ),
    120_000,
  );

  test(
    'F4 is the same from a copy of the database that lags, and never goes back behind a cursor',
    () =>
      holds(
        fc.asyncProperty(acts, fc.array(fc.boolean()), async (history, lags) => {
          const world = new World();
          let replica = structuredCopy(world.store);
          const reader = new Reader();
          for (const [i, act] of history.entries()) {
            if (act.act === 'read') {
              const before = reader.cursor === null ? null : readCursor(reader.cursor);
              await reader.read(
                world,
                0,
                act.limit,
                lags[i % Math.max(1, lags.length)] ? replica : world.store,
              );
              const after = readCursor(reader.cursor!)!;
              if (before !== null && before.snapshot === null) {
                expect(after.everyone.seq).toBeGreaterThanOrEqual(before.everyone.seq);
                expect(after.own.seq).toBeGreaterThanOrEqual(before.own.seq);
              }
            } else if (act.act !== 'stop') await world.do(act);
            if (act.which === 0) replica = structuredCopy(world.store);
          }
          await reader.readAll(world, 0, 2);
          expect(reader.rows()).toEqual(world.lists(0));
        }),
      ),
    120_000,
  );

  test('a cursor is read as it was written, and whatever else is no cursor', async () => {
    const world = new World();
    const { cursor } = await world.read(0, null, 1);
    expect(cursorText(readCursor(cursor)!)).toBe(cursor);
    expect(cursor.length).toBeLessThan(240);
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 260 }), fc.nat(), async (text, at) => {
        const cut = cursor.slice(0, at % cursor.length);
        for (const wrong of [text, cut, `${cursor}A`]) {
          const answer = await world.read(0, wrong, 1).catch((error: unknown) => error);
          expect(answer).toBeInstanceOf(ApplicationError);
          expect((answer as ApplicationError).details).toEqual({ reason: 'UNREADABLE' });
        }
      }),
      { numRuns: RUNS, seed },
    );
  });
});

function structuredCopy(store: Store): Store {
  const copy = createStore();
  for (const row of store.households.filter(() => true)) copy.households.set(row.id, row);
  for (const row of store.accounts.filter(() => true)) copy.accounts.set(row.id, row);
  for (const row of store.members.filter(() => true)) copy.members.set(toKey(row.householdId, row.id), row);
  for (const row of store.occurrences.filter(() => true))
    copy.occurrences.set(toKey(row.householdId, row.id), row);
  const stream = (row: StoredHead | StoredEntry) => toKey(row.householdId, row.audience ?? '');
  for (const row of store.changeHeads.filter(() => true)) copy.changeHeads.set(stream(row), row);
  for (const row of store.changeEntries.filter(() => true))
    copy.changeEntries.set(toKey(stream(row), row.kind, row.id), row);
  return copy;
}
