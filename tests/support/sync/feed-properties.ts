import { describe, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { ApplicationError } from '../../../application/shared/errors.js';
import type { Readers } from '../../../application/composition/readers.js';
import type { Transactions } from '../../../application/shared/transactions.js';
import type { StoreScope } from '../../../application/composition/unit-of-work.js';
import { readChanges, type Changes } from '../../../application/sync/changes.js';
import type { ChangeFeed } from '../../../application/sync/ports.js';
import type { Household } from '../../../domain/households/household.js';
import type { MemberId, OccurrenceId } from '../../../domain/shared/ids.js';
import { cursorText, readCursor, type Cursor, type Position } from '../../../domain/sync/cursor.js';
import { kindNumber } from '../../../domain/sync/cursor.js';
import { compareSortKeys } from '../../../domain/shared/page.js';
import { isVisibleTo, withMutation, type Occurrence } from '../../../domain/tasks/occurrence.js';
import { NO_FILTER } from '../../../domain/tasks/views.js';
import { anAccount } from '../../builders/account.js';
import { aHousehold, aMember } from '../../builders/household.js';
import { NOON } from '../../builders/instants.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { fc } from '../property.js';

/*
 * Properties of the change feed, tested with rows and streams alone. The histories are short and many, so
 * that all combinations of visibility, trash and pages occur.
 */

/** The stores that the feed reads and writes. */
export type FeedPlace = {
  readonly unitOfWork: Transactions<StoreScope>;
  readonly readers: Pick<Readers, 'changeFeed' | 'occurrences'>;
  /** Returns a feed on a snapshot of the database. The snapshot stays unchanged until the next call. */
  readonly copy: () => Promise<ChangeFeed>;
};

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

const byId = (one: { readonly id: string }, other: { readonly id: string }) => (one.id < other.id ? -1 : 1);

/**
 * A household in which each of up to six occurrences has a fixed id, so that leaving out a step of a history
 * changes no other step.
 */
class World {
  readonly #place: FeedPlace;
  readonly #household = aHousehold();
  readonly #accounts = Array.from({ length: PEOPLE }, () => anAccount());
  readonly people: readonly MemberId[] = this.#accounts.map(({ id }) => id);
  readonly #now = NOON;
  readonly #stamp = () => ({ now: this.#now, by: null });

  constructor(place: FeedPlace) {
    this.#place = place;
  }

  async begin(): Promise<this> {
    await this.#place.unitOfWork.run(async ({ accounts, households }) => {
      await households.insert(this.#household);
      for (const account of this.#accounts) {
        await accounts.insert(account);
        await households.insertMember(aMember({ householdId: this.#household.id, id: account.id }));
      }
    });
    return this;
  }

  #caller(who: number): MemberCaller {
    return memberOf(this.#household, this.people[who] as MemberId);
  }

  /** Does the step if it is possible. Only the author can change a personal row. */
  async do({ act, who, which, isPersonal }: Act): Promise<void> {
    const id = `01900000-0000-7000-8000-00000000000${which}` as OccurrenceId;
    const { memberId } = this.#caller(who);
    await this.#place.unitOfWork.run(async (scope) => {
      const { occurrences } = scope;
      let found: Occurrence | null = null;
      for (const viewer of this.people)
        found ??= await occurrences.findForUpdate(this.#household.id, id, viewer);
      if (found !== null && !isVisibleTo(found, memberId)) return;
      await this.#change(scope, act, found, () =>
        anOccurrence({
          ...{ id, householdId: this.#household.id, createdBy: memberId },
          visibility: isPersonal ? 'PERSONAL' : 'SHARED',
        }),
      );
      const entries = scope.journal.entries();
      if (entries.length > 0) await scope.changes.write(entries, null);
    });
  }

  async #change(
    { occurrences, tasks }: StoreScope,
    act: Act['act'],
    found: Occurrence | null,
    made: () => Occurrence,
  ): Promise<void> {
    if (act === 'create' && found === null) await occurrences.insertTask(made());
    if (found === null) return;
    const isGone = found.deletedAt !== null;
    const save = (change: Partial<Occurrence>) =>
      occurrences.save(withMutation(found, change, this.#stamp()));
    if (act === 'edit' && !isGone) await save({ title: 'other' });
    if (act === 'flip' && !isGone && found.createdBy === this.#caller(0).memberId) {
      const visibility = found.visibility === 'SHARED' ? 'PERSONAL' : 'SHARED';
      await tasks.seriesForUpdate(this.#household.id, found.taskId);
      await save({ visibility });
      await tasks.saveVisibility(this.#household.id, found.taskId, visibility);
    }
    if (act === 'trash' && !isGone) await save({ deletedAt: this.#now });
    if (act === 'restore' && isGone) await save({ deletedAt: null });
    if (act === 'purge' && isGone) {
      await occurrences.removeAll(this.#household.id, [found.id]);
      await tasks.removeEmpty(this.#household.id, [found.taskId]);
    }
  }

  read(
    who: number,
    since: string | null,
    limit: number,
    changeFeed = this.#place.readers.changeFeed,
  ): Promise<Changes> {
    return readFrom(changeFeed, this.#caller(who), since, limit);
  }

  copy(): Promise<ChangeFeed> {
    return this.#place.copy();
  }

  async lists(who: number): Promise<Occurrence[]> {
    const now = { date: '2026-03-01', time: '12:00' };
    const query = { ...NO_FILTER, view: 'all', viewer: this.people[who] as MemberId, now } as never;
    const { rows } = await this.#place.readers.occurrences.list(this.#household.id, query, {
      ...{ limit: 100, after: null },
    });
    return rows.toSorted(byId);
  }
}

/** Returns a member with the few fields that the feed reads. */
export function memberOf(household: Household, memberId: MemberId): MemberCaller {
  return { account: { locale: 'en' }, memberId, household, role: 'MEMBER' } as MemberCaller;
}

/** The feed uses this port only for displays, and these tests have none. */
const ASKED_BY_DISPLAYS = undefined as never;

export function readFrom(
  changeFeed: ChangeFeed,
  caller: MemberCaller,
  since: string | null,
  limit: number,
): Promise<Changes> {
  const request = { since, limit, historyDays: 30 };
  return readChanges({ changeFeed, households: ASKED_BY_DISPLAYS, clock: { now: () => NOON } })(
    caller,
    request,
  );
}

/** A copy of the occurrences that is built only from the change feed. */
export class Reader {
  cursor: string | null = null;
  isUpToDate = false;
  #rows = new Map<string, Occurrence>();
  #coming: Map<string, Occurrence> | null = null;

  take(page: Changes): Changes {
    if (page.snapshot) this.#coming ??= new Map();
    else if (this.#coming !== null) [this.#rows, this.#coming] = [this.#coming, null];
    const into = this.#coming ?? this.#rows;
    for (const row of page.changed.occurrence ?? []) into.set(row.id, row);
    for (const id of page.removed.occurrence ?? []) into.delete(id);
    [this.cursor, this.isUpToDate] = [page.cursor, !page.hasMore];
    return page;
  }

  rows(): Occurrence[] {
    return [...this.#rows.values()].sort(byId);
  }
}

/** Returns true if the first position in a stream comes before the second. */
function isBehind(one: Position, other: Position): boolean {
  const key = ({ seq, amid }: Position) => [
    seq,
    amid === null ? 1 : 0,
    amid === null ? 0 : kindNumber(amid.kind),
    amid?.id ?? '',
  ];
  return compareSortKeys(key(one), key(other)) < 0;
}

/**
 * Returns true if a reader's next cursor is behind the previous one. During a snapshot a position may go back
 * without loss.
 */
export function goesBack(before: string | null, after: string): boolean {
  if (before === null) return false;
  const [was, is] = [readCursor(before), readCursor(after)] as [Cursor, Cursor];
  if (was.snapshot !== null) return false;
  return isBehind(is.everyone, was.everyone) || isBehind(is.own, was.own);
}

/** Declares the properties. `found` returns a place without households, or with other ones only. */
export function declareFeedProperties(runs: number, seed: number, found: () => FeedPlace): void {
  const aWorld = () => new World(found()).begin();

  async function readAll(world: World, reader: Reader, who: number, limit: number): Promise<void> {
    do reader.take(await world.read(who, reader.cursor, limit));
    while (!reader.isUpToDate);
  }

  /**
   * Runs a history with one reader per person, who reads when the history says so. Returns the answers that
   * each person got.
   */
  async function live(world: World, history: readonly Act[]): Promise<Changes[][]> {
    const readers = world.people.map(() => new Reader());
    const answers: Changes[][] = world.people.map(() => []);
    for (const act of history) {
      const reader = readers[act.who]!;
      if (act.act === 'read')
        answers[act.who]?.push(reader.take(await world.read(act.who, reader.cursor, act.limit)));
      else if (act.act === 'stop') readers[act.who] = new Reader();
      else await world.do(act);
    }
    for (const [who, reader] of readers.entries()) {
      await readAll(world, reader, who, 1 + who);
      expect(reader.rows()).toEqual(await world.lists(who));
      const { cursor } = reader;
      // F5: if nothing was written in between, the second read returns the same cursor.
      reader.take(await world.read(who, cursor, 1));
      expect(reader.cursor).toBe(cursor);
    }
    return answers;
  }

  describe(`the change feed in ${runs} histories (FEED_SEED=${seed})`, () => {
    const holds = (property: fc.IAsyncProperty<unknown>) => fc.assert(property, { numRuns: runs, seed });

    test(
      'keeps every copy equal to the lists, wherever readers stop and whatever the page size [F1] [F5]',
      () =>
        holds(
          fc.asyncProperty(acts, async (history) => {
            await live(await aWorld(), history);
          }),
        ),
      600_000,
    );

    test(
      'reveals nothing about personal tasks of other members, not even by its sequence numbers [F3]',
      () =>
        holds(
          fc.asyncProperty(acts, async (history) => {
            // The first person's tasks are never shared and have places of their own. So without them the
            // second person must get the same answers.
            const [mine, theirs] = [0, 1];
            const unshared = history.map((act) =>
              act.who === mine
                ? { ...act, act: act.act === 'flip' ? 'edit' : act.act, isPersonal: true }
                : act,
            ) as Act[];
            const apart = unshared.map((act) => ({ ...act, which: act.which + 3 * act.who }));
            const answersOf = async (acts: readonly Act[]) => {
              const answers = (await live(await aWorld(), acts))[theirs] ?? [];
              // The cursor contains the member id, which differs between the worlds.
              return answers.map((one) => {
                const { everyone, own } = readCursor(one.cursor)!;
                const ids = (one.changed.occurrence ?? []).map(({ id, version }) => [id, version]);
                return {
                  ...{ everyone, own, ids, removed: one.removed },
                  ...{ hasMore: one.hasMore, snapshot: one.snapshot },
                };
              });
            };
            const without = apart.filter(
              ({ who, act }) => who === theirs || act === 'read' || act === 'stop',
            );
            expect(await answersOf(apart)).toEqual(await answersOf(without));
          }),
        ),
      600_000,
    );

    test(
      'gives the same result from a replica that lags, and never goes back behind a cursor [F4]',
      () =>
        holds(
          fc.asyncProperty(acts, fc.array(fc.boolean()), async (history, lags) => {
            const world = await aWorld();
            let copy = await world.copy();
            const reader = new Reader();
            for (const [i, act] of history.entries()) {
              if (act.act === 'read') {
                const before = reader.cursor;
                const from = lags[i % Math.max(1, lags.length)] === true ? copy : undefined;
                const { cursor } = reader.take(await world.read(0, before, act.limit, from));
                expect(goesBack(before, cursor)).toBe(false);
              } else if (act.act !== 'stop') await world.do(act);
              if (act.which === 0) copy = await world.copy();
            }
            await readAll(world, reader, 0, 2);
            expect(reader.rows()).toEqual(await world.lists(0));
          }),
        ),
      600_000,
    );

    test('reads its own cursors and rejects every other text as a cursor', async () => {
      const world = await aWorld();
      const { cursor } = await world.read(0, null, 1);
      expect(cursorText(readCursor(cursor)!)).toBe(cursor);
      expect(cursor.length).toBeLessThan(200);
      await fc.assert(
        fc.asyncProperty(fc.string({ maxLength: 260 }), fc.nat(), async (text, at) => {
          const cut = cursor.slice(0, at % cursor.length);
          for (const wrong of [text, cut, `${cursor}A`]) {
            const answer = await world.read(0, wrong, 1).catch((error: unknown) => error);
            expect(answer).toBeInstanceOf(ApplicationError);
            expect((answer as ApplicationError).details).toEqual({ reason: 'UNREADABLE' });
          }
        }),
        { numRuns: runs, seed },
      );
    });
  });
}
