import type { MemberCaller } from '../../../application/shared/caller.js';
import { ApplicationError } from '../../../application/shared/errors.js';
import { readChanges } from '../../../application/sync/changes.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { Operation } from '../../../domain/operations/operation.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../application/run-operation.js';
import { attachFile } from '../application/attach-file.js';
import { ALL, EVERYTHING } from '../application/home.js';
import { inMemoryApplication } from '../application/in-memory.js';
import { ACTIONS, actorOf, type ActionName } from '../model/actions.js';
import { choose, pick, type Draw } from '../model/actions/action.js';
import { Village } from '../model/village.js';

/** The index of Ana. Nothing that the others read may depend on her secrets. */
const AUTHOR = 0;
/** The indexes of Ben, Cleo and Dan. Dan is a guest. */
const OTHERS = [1, 2, 3];
const GUEST = 3;

/** Actions of Ana on tasks that only she can see. Nobody else may notice them. */
export const SECRET_ACTS = {
  'create a personal task': async (life, { which, how }) => {
    const [calendar] = await life.app.useCases.listDayCalendars(life.author);
    return life.app.useCases.createTask(
      life.author,
      aDraft({
        ...(calendar !== undefined &&
          how % 4 === 1 && {
            shift: { calendarIds: [calendar.id], when: 'onDay', then: 'nextFree', restDays: [] } as never,
          }),
        ...{ title: `Secret ${which}`, notes: 'Secret', visibility: 'PERSONAL' },
        date: choose(
          [null, civilDate('2026-11-21'), civilDate('2026-11-27'), civilDate('2026-12-04')],
          which,
        ),
        recurrence: choose(
          [
            null,
            { frequency: 'weekly' },
            { frequency: 'daily' },
            { kind: 'afterCompletion', every: 2, unit: 'day' },
          ],
          how,
        ),
        categoryId: pick(life.categories, which)?.id ?? null,
        checklist: [{ title: 'Secret' }],
        reminders: [0],
      }),
    );
  },
  'edit something personal': onSecret((life, { id }, { how, other }) =>
    life.app.useCases.editOccurrence(
      life.author,
      id,
      choose(['this', 'following', 'all'], how),
      choose<object>(
        [
          { title: `Secret ${other}` },
          { notes: 'More' },
          { date: civilDate('2026-12-01') },
          { categoryId: pick(life.categories, other)?.id ?? null },
          { recurrence: { frequency: 'daily' } },
        ],
        other,
      ),
      {},
    ),
  ),
  'finish something personal': onSecret((life, { id }, { how }) => {
    const { completeOccurrence, skipOccurrence, reopenOccurrence } = life.app.useCases;
    if (how % 3 === 0) return skipOccurrence(life.author, id);
    if (how % 3 === 1) return reopenOccurrence(life.author, id);
    return completeOccurrence(life.author, id, { for: null, at: null });
  }),
  'delete something personal': onSecret((life, { id }, { how }) =>
    life.app.useCases.deleteOccurrence(life.author, id, choose(['this', 'following', 'all'], how), {}),
  ),
  'restore something personal': async (life, { which }) => {
    const { rows } = await life.app.useCases.listTrash(life.author, ALL);
    const row = pick(rows.filter(isPersonal), which);
    return row && life.app.useCases.restoreOccurrence(life.author, row.id);
  },
  'attach a file to something personal': onSecret((life, { id }) => attachFile(life.app, life.author, id)),
  'tick an item of something personal': onSecret((life, { id, checklist: [item] }) =>
    item === undefined
      ? life.app.useCases.addChecklistItem(life.author, id, 'Secret')
      : life.app.useCases.editChecklistItem(life.author, id, item.id, { done: !item.done }),
  ),
  'pause something personal': async (life, { which, other }) => {
    const { rows } = await life.app.useCases.listSeries(life.author, ALL);
    const series = pick(
      rows.filter(({ series: { template } }) => template.visibility === 'PERSONAL'),
      which,
    );
    if (series === undefined) return undefined;
    return life.app.useCases.createPause(life.author, {
      ...{ from: civilDate('2026-12-20'), to: civilDate('2026-12-27'), seriesIds: [series.series.id] },
      ...{ mode: choose(['skip', 'later'], other), assignTo: null, note: 'Secret' },
    });
  },
  'undo something personal': async (life, { which }) => {
    const { rows } = await life.app.useCases.listOperations(life.author, ALL);
    const own = rows.filter(({ onlyFor, kind }) => onlyFor !== null && kind !== 'UNDONE');
    const visible = life.hides;
    const one = pick(
      own.filter(({ id }) => !visible.has(id)),
      which,
    );
    return one && life.app.useCases.undoOperation(life.author, one.id);
  },
} as const satisfies Record<string, (life: Life, draw: Draw) => Promise<unknown>>;

/** Actions of Ana that everybody sees. Some of them also affect her personal tasks. */
export const OPEN_ACTS = {
  'shift everything': (life, { which }) =>
    life.app.useCases.shiftByDays(life.author, {
      ...{
        days: choose([1, 7, 3], which),
        from: civilDate('2026-11-22'),
        what: { kind: 'all' },
        oneOff: true,
      },
    }),
  'pause everything': (life, { which, how }) =>
    life.app.useCases.createPause(life.author, {
      ...{ from: civilDate('2026-11-28'), to: civilDate('2026-12-06'), seriesIds: null },
      ...{ mode: choose(['skip', 'later'], how), assignTo: null, note: `Holidays ${which}` },
    }),
  'share a task from the beginning': (life, { which, how }) =>
    life.app.useCases.createTask(
      life.author,
      aDraft({
        ...{ title: `Open ${which}`, date: civilDate('2026-11-24') },
        recurrence: choose([null, { frequency: 'weekly' }], how),
      }),
    ),
  'hide a task': async (life, { which, how }) => {
    const row = await life.openRow(which);
    return (
      row &&
      life.app.useCases.editOccurrence(
        life.author,
        row.id,
        row.seriesId === null ? 'this' : choose(['following', 'all'], how),
        { title: 'Secret', visibility: 'PERSONAL', responsibleMemberIds: [] },
        {},
      )
    );
  },
  'undo something open': async (life, { which }) => {
    const { rows } = await life.app.useCases.listOperations(await life.member(1), ALL);
    const one = pick(rows.slice(0, 8), which);
    return one && life.app.useCases.undoOperation(life.author, one.id);
  },
} as const satisfies Record<string, (life: Life, draw: Draw) => Promise<unknown>>;

export type SecretAct = keyof typeof SECRET_ACTS;
export type OpenAct = keyof typeof OPEN_ACTS;

export type Deed =
  | { readonly kind: 'secret'; readonly name: SecretAct; readonly draw: Draw }
  | { readonly kind: 'open'; readonly name: OpenAct; readonly draw: Draw }
  /** An action of another member, or the passing of time. */
  | { readonly kind: 'others'; readonly name: ActionName; readonly draw: Draw };

function onSecret(
  act: (life: Life, row: Occurrence, draw: Draw) => Promise<unknown>,
): (life: Life, draw: Draw) => Promise<unknown> {
  return async (life, draw) => {
    const { rows } = await life.app.useCases.listOccurrences(life.author, EVERYTHING, ALL);
    const row = pick(rows.filter(isPersonal), draw.which);
    return row && act(life, row, draw);
  };
}

const isPersonal = ({ visibility }: Pick<Occurrence, 'visibility'>): boolean => visibility === 'PERSONAL';

const TIME_OF_A_DEED_MS = 1_000;
const NOBODY_IN_PARTICULAR = { who: 0, whom: 0, which: 0, other: 0, how: 0 };

/** A household in memory, in which Ana has secrets or has none. */
export class Life {
  readonly village: Village;
  author: MemberCaller;
  /** The operations with which Ana hid a task that others had seen. */
  readonly hides = new Set<string>();
  categories: readonly { readonly id: never }[] = [];
  readonly #transcript: string[] = [];
  readonly #cursors = new Map<number, string | null>();
  /** The tokens of the calendar feeds of the others, by the index of the member. */
  readonly #feeds = new Map<number, string>();

  private constructor(village: Village, author: MemberCaller) {
    [this.village, this.author] = [village, author];
  }

  static async begin(): Promise<Life> {
    const village = await Village.found(inMemoryApplication());
    await village.app.performJobs();
    const life = new Life(village, await village.member(AUTHOR));
    await life.#furnish();
    return life;
  }

  /** Adds a guest with an account, a linked calendar, and a calendar feed for each of the others. */
  async #furnish(): Promise<void> {
    const { useCases } = this.app;
    const asked = { email: null, expiresInDays: 1, maxUses: 1 };
    const { token } = await useCases.createInvitation(this.author, asked);
    const { memberId } = await useCases.acceptInvitation(this.village.person(GUEST), token);
    this.village.becomes(GUEST, memberId);
    await useCases.editMember(this.author, memberId, { group: 'GUEST' });
    for (const who of OTHERS) {
      const caller = await this.member(who);
      const feed = { householdId: this.village.householdId, personal: true };
      this.#feeds.set(who, (await useCases.createFeed(caller, feed)).token);
    }
    await ACTIONS['connect a calendar'](this.village, { ...NOBODY_IN_PARTICULAR, who: 1 });
    await ACTIONS['link a calendar'](this.village, { ...NOBODY_IN_PARTICULAR, who: 1 });
    await this.app.performJobs();
  }

  /**
   * Lets the same time pass as an action takes, without an action. The others could notice a difference in
   * times.
   */
  async wait(): Promise<void> {
    this.app.clock.advance(TIME_OF_A_DEED_MS);
    await this.app.performJobs();
  }

  get app() {
    return this.village.app as ReturnType<typeof inMemoryApplication>;
  }

  member(who: number): Promise<MemberCaller> {
    return this.village.member(who);
  }

  /** Returns a shared task that Ana created, as the others see it. */
  async openRow(which: number): Promise<Occurrence | undefined> {
    const ben = await this.member(1);
    const { rows } = await this.app.useCases.listOccurrences(ben, EVERYTHING, ALL);
    return pick(
      rows.filter(({ createdBy }) => createdBy === this.author.memberId),
      which,
    );
  }

  async do(deed: Deed): Promise<void> {
    this.app.clock.advance(TIME_OF_A_DEED_MS);
    this.author = await this.member(AUTHOR);
    this.categories = (await this.app.useCases.listCategories(this.author, ALL)).rows as never;
    const before = this.#secrets();
    const outcome = await this.#outcomeOf(deed);
    if (deed.kind === 'others') {
      this.#transcript.push(`${deed.name}: ${outcome}`);
      this.#requireUntouched(before, deed.name);
    }
    await this.app.performJobs();
  }

  async #outcomeOf(deed: Deed): Promise<string> {
    try {
      if (deed.kind === 'others') {
        const caller = await actorOf(this.village, deed.name, deed.draw.who);
        const work = () => ACTIONS[deed.name](this.village, deed.draw) as Promise<unknown>;
        // The amount of work that the service did is not visible to anybody.
        if (caller === null) return await work().then(() => 'done');
        const { result } = await runOperation(this.app, caller, work);
        return JSON.stringify(isOperation(result) ? asAnswered(result, caller) : (result ?? null));
      }
      const act = deed.kind === 'secret' ? SECRET_ACTS[deed.name] : OPEN_ACTS[deed.name];
      const { operationId } = await runOperation(this.app, this.author, () => act(this, deed.draw));
      if (deed.kind === 'open' && operationId !== null) this.hides.add(operationId);
      return 'done';
    } catch (error) {
      if (!(error instanceof ApplicationError)) throw error;
      return `${error.code} ${error.message} ${JSON.stringify(error.details ?? null)}`;
    }
  }

  /** Returns the content of Ana's personal rows by id. */
  #secrets(): ReadonlyMap<string, string> {
    const own = this.app.store.occurrences.filter(
      (row) => isPersonal(row) && row.createdBy === this.author.memberId,
    );
    return new Map(
      own.map(({ id, title, notes, status, date, checklist, visibility, deletedAt }) => [
        id,
        JSON.stringify({ title, notes, status, date, checklist, visibility, deletedAt }),
      ]),
    );
  }

  /** Throws if an action of somebody else has changed a row that only Ana can see. */
  #requireUntouched(before: ReadonlyMap<string, string>, name: ActionName): void {
    if (TIME_PASSES.has(name)) return;
    const now = this.#secrets();
    for (const [id, row] of before)
      if (now.get(id) !== row) throw new Error(`"${name}" of somebody else changed ${row} to ${now.get(id)}`);
  }

  /**
   * Returns everything that the others can read now, and the answers and messages that they have got since
   * the last call.
   */
  async read(): Promise<readonly string[]> {
    for (const who of OTHERS) {
      const caller = await this.member(who).catch(() => null);
      if (caller !== null) await this.#readAs(who, caller);
    }
    for (const token of this.village.displays) {
      const display = await this.village.display(token);
      if (display !== null) await this.#readOn(display);
    }
    const received = this.app.received.all
      .splice(0)
      .filter((one) => !('changed' in one) || one.changed.onlyFor !== this.author.memberId);
    this.#note('streams', [...new Set(received.map((one) => JSON.stringify(one)))].toSorted());
    return this.#transcript.splice(0);
  }

  async #readAs(who: number, caller: MemberCaller): Promise<void> {
    const { useCases } = this.app;
    const list = async (name: string, work: () => Promise<unknown>) =>
      this.#note(`${who} ${name}`, await work());
    await list('occurrences', () => useCases.listOccurrences(caller, EVERYTHING, ALL));
    await list('trash', () => useCases.listTrash(caller, ALL));
    await list('series', () => useCases.listSeries(caller, ALL));
    await list('swaps', () => useCases.listSwaps(caller, ALL));
    await list('activity', () => useCases.listActivity(caller, ALL));
    const { rows: operations } = await useCases.listOperations(caller, ALL);
    this.#note(
      `${who} operations`,
      operations.map((one) => asAnswered(one, caller)),
    );
    await list('notifications', () => useCases.listNotifications(caller, { unread: false }, ALL));
    await list('statistics', () => useCases.showStatistics(caller, {}));
    await list('balance', () => useCases.showBalance(caller, {}));
    await list('categories', () => useCases.listCategories(caller, ALL));
    await list('pauses', async () =>
      // The stored pause contains the one-off tasks that it moved, but no answer shows them.
      (await useCases.listPauses(caller)).map((pause) => ({ ...pause, tasks: null })),
    );
    await list('shopping', () => useCases.listAllShoppingItems(caller, ALL));
    await list('files', () => useCases.listSeenAttachments(caller, ALL));
    await list('search', () => useCases.searchHousehold(caller, 'secret', 20));
    await list('pause preview', () =>
      useCases
        .previewPause(caller, {
          ...{ from: civilDate('2027-01-10'), to: civilDate('2027-01-17'), seriesIds: null },
          ...{ mode: 'skip', assignTo: null, note: null },
        })
        .catch(String),
    );
    await list('shift preview', () =>
      useCases
        .previewShift(caller, {
          ...{ days: 2, from: civilDate('2027-01-10'), what: { kind: 'all' }, oneOff: true },
        })
        .catch(String),
    );
    await list('own feeds', () => useCases.listFeeds(caller, ALL));
    await list('feed', () => this.#readFeed(this.#feeds.get(who) ?? ''));
    await list('link', () => useCases.showCalendarLink(caller));
    await this.#readChanges(who, caller);
  }

  /** Reads a subscribed calendar. The revision is the ETag of the answer. */
  async #readFeed(token: string): Promise<unknown> {
    const feed = await this.app.useCases.readFeed(token).catch(String);
    if (typeof feed === 'string') return feed;
    const pages: unknown[] = [];
    for await (const page of feed.pages()) pages.push(page);
    return [feed.revision, pages];
  }

  async #readOn(caller: MemberCaller): Promise<void> {
    const { useCases } = this.app;
    const list = async (name: string, work: () => Promise<unknown>) =>
      this.#note(`display ${name}`, await work().catch(String));
    await list('occurrences', () => useCases.listOccurrences(caller, EVERYTHING, ALL));
    await list('series', () => useCases.listSeries(caller, ALL));
    await list('trash', () => useCases.listTrash(caller, ALL));
    await list('activity', () => useCases.listActivity(caller, ALL));
    await list('categories', () => useCases.listCategories(caller, ALL));
    await list('pauses', async () =>
      (await useCases.listPauses(caller)).map((pause) => ({ ...pause, tasks: null })),
    );
    await list('shopping', () => useCases.listAllShoppingItems(caller, ALL));
    await list('files', () => useCases.listSeenAttachments(caller, ALL));
    await list('statistics', () => useCases.showStatistics(caller, {}));
    await list('balance', () => useCases.showBalance(caller, {}));
    await list('search', () => useCases.searchHousehold(caller, 'secret', 20));
  }

  async #readChanges(who: number, caller: MemberCaller): Promise<void> {
    const { changeFeed, households } = this.app.storage.readers;
    const read = readChanges({ changeFeed, households, clock: this.app.clock });
    const since = this.#cursors.get(who) ?? null;
    const changes = await read(caller, { since, limit: 500, historyDays: 20 }).catch((error: unknown) => {
      if (error instanceof ApplicationError) return null;
      throw error;
    });
    this.#cursors.set(who, changes?.cursor ?? null);
    this.#note(`${who} changes`, changes);
  }

  #note(what: string, value: unknown): void {
    this.#transcript.push(`${what}: ${JSON.stringify(value)}`);
  }
}

const isOperation = (result: unknown): result is Operation =>
  typeof result === 'object' && result !== null && 'inverse' in result && 'counts' in result;

/**
 * Returns an operation as the API shows it to a member: only the counts of what the member may see, and
 * without the inverse.
 */
export function asAnswered<Answered extends Pick<Operation, 'counts'>>(
  operation: Answered,
  { memberId }: MemberCaller,
): Omit<Answered, 'inverse'> {
  const counts = operation.counts.filter(({ audience }) => audience === null || audience === memberId);
  return { ...operation, counts, ...('inverse' in operation && { inverse: null }) };
}

/** Actions of the service itself: it skips missed occurrences, extends series and empties the trash. */
const TIME_PASSES: ReadonlySet<ActionName> = new Set<ActionName>(['do the jobs', 'midnight', 'a week later']);

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Replaces ids by numbers in the order in which they appear, because a secret row changes the ids of all
 * later rows.
 */
export class Renaming {
  readonly #names = new Map<string, string>();

  apply(text: string): string {
    return text.replaceAll(ID, (id) => {
      const name = this.#names.get(id) ?? `id ${this.#names.size}`;
      this.#names.set(id, name);
      return name;
    });
  }
}
