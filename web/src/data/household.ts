import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { api, everyPage, serverNow, value, type Dto } from '../api/client.ts';
import { ApiError, isRetryable } from '../api/errors.ts';
import { addDays, civilDate } from '../i18n/formats.ts';
import { Live } from './live.ts';
import { act, flush, patchesOn, undo } from './outbox.ts';
import type { Act, Refusal } from './outbox-rules.ts';
import { Replica, type FeedPage } from './replica.ts';
import { takeEarlyPage } from './boot-requests.ts';
import { compareCodeUnits } from './order.ts';
import { forgetCopy, loadCopy, saveCopy, savePage, saveRows } from './store.ts';
import { WorkUnderWay } from './work-under-way.ts';

export type Occurrence = Dto['OccurrenceDto'];
export type Member = Dto['MemberDto'];

/**
 * This client's copy of a household contains the completed tasks of this many past days. The change feed sends as
 * many days if the request does not ask for others.
 */
export const HISTORY_DAYS = 30;

/**
 * The longest delay between two attempts to load the household, in milliseconds, before it is varied by up to a
 * quarter.
 */
const LONGEST_PAUSE = 30_000;

/**
 * The current time by the service's clock, updated every 20 seconds. What is overdue or due today depends on
 * it.
 */
export const now = signal(serverNow());
const turn = () => (now.value = serverNow());
setInterval(turn, 20_000);
document.addEventListener('visibilitychange', turn);

/** One household: this client's copy of its data, which is kept up to date, and the actions on it. */
export class HouseholdData {
  readonly id: string;
  readonly replica: Replica;
  readonly live: Live;
  readonly work: WorkUnderWay;
  /** The error of the first load. null while it is being repeated, and once there is a copy. */
  readonly failure = signal<unknown>(null);
  /** When this client's copy was last brought up to date in this session. null means not yet. */
  readonly freshAt = signal<Date | null>(null);
  /** True if the caller can no longer see the household: they left it or were removed, or it was deleted. */
  readonly isGone = signal(false);

  readonly household: ReadonlySignal<Dto['HouseholdDto'] | null>;
  readonly zone: ReadonlySignal<string>;
  /** Today's date in the household's time zone: `YYYY-MM-DD`. */
  readonly today: ReadonlySignal<string>;
  /** The current members, sorted by when they joined. */
  readonly members: ReadonlySignal<readonly Member[]>;
  readonly occurrences: ReadonlySignal<readonly Occurrence[]>;

  constructor(id: string) {
    this.id = id;
    this.replica = new Replica(patchesOn(id));
    this.work = new WorkUnderWay(id);
    this.live = new Live(id, {
      wake: (cursor) => {
        if (cursor === null || cursor !== this.replica.cursor) void this.catchUp();
        void flush();
      },
      gone: (status) => {
        if (status === 404) void this.forget();
      },
    });
    this.household = this.replica.household;
    this.zone = computed(() => this.household.value?.timeZone ?? 'UTC');
    this.today = computed(() => civilDate(now.value, this.zone.value));
    this.members = computed(() =>
      [...this.replica.all('members').values()]
        .filter(({ leftAt }) => leftAt === null)
        // Displays do not receive `joinedAt`. On a display, the members are sorted by name instead.
        .sort(
          (a, b) => compareCodeUnits(a.joinedAt, b.joinedAt) || a.displayName.localeCompare(b.displayName),
        ),
    );
    this.occurrences = computed(() => [...this.replica.all('occurrences').values()]);
  }

  member(id: string): Member | undefined {
    return this.replica.all('members').get(id);
  }

  category(id: string | null): Dto['CategoryDto'] | undefined {
    return id === null ? undefined : this.replica.all('categories').get(id);
  }

  occurrence(id: string): Occurrence | undefined {
    return this.replica.all('occurrences').get(id);
  }

  /** Shows the stored copy, brings it up to date, and keeps it up to date. */
  async start(): Promise<void> {
    this.#early = takeEarlyPage(this.id);
    // If the first page may still arrive from the requests of `boot.ts`, no stored copy is loaded: `boot.ts` requests
    // the page only if the device has none.
    const kept = this.#early === null ? await loadCopy(this.id).catch(() => null) : null;
    if (kept !== null) this.replica.restore(kept.copy, kept.cursor);
    this.#lacksUnkept = kept !== null;
    this.live.start();
    await this.load();
  }

  /** Loads the household. Called at the start, and by the user after a failure. */
  async load(): Promise<void> {
    this.failure.value = null;
    await this.#loadUntilWhole();
  }

  /**
   * Loads the household, and tries again with exponential backoff after temporary failures, because nobody is at a
   * tablet on the wall to click "Try again". The page shows the error until an attempt succeeds.
   */
  async #loadUntilWhole(failures = 0): Promise<void> {
    clearTimeout(this.#nextLoad);
    try {
      await this.readOn();
    } catch (error) {
      if (this.replica.isWhole.value || this.#isStopped) return;
      this.failure.value = error;
      if (!isRetryable(error)) return;
      const pause = Math.min(LONGEST_PAUSE, 1000 * 2 ** failures) * (0.75 + Math.random() / 2);
      this.#nextLoad = setTimeout(() => void this.#loadUntilWhole(failures + 1), pause);
    }
  }

  /**
   * Fetches the rows that the stored copy may lack: notifications, which are never stored, and the user's personal
   * tasks, which are stored only if the user allows it. They are fetched before the change feed is read. Rows that
   * are deleted in the meantime are then in the feed, and disappear when it is read.
   */
  async #fetchUnkept(): Promise<void> {
    if (!this.#lacksUnkept) return;
    const path = { householdId: this.id };
    const tasks = (which: { status: 'TODO' } | { from: string }) =>
      everyPage((page) =>
        api.GET('/v1/households/{householdId}/occurrences', {
          params: {
            path,
            query: { visibility: 'PERSONAL', view: 'all', limit: 100, ...which, ...page },
          },
        }),
      );
    const notifications = (page: { unread?: 'true'; limit: number; cursor?: string }) =>
      api.GET('/v1/households/{householdId}/notifications', { params: { path, query: page } });
    const [open, since, unread, newest] = await Promise.all([
      tasks({ status: 'TODO' }),
      tasks({ from: addDays(this.today.value, -HISTORY_DAYS) }),
      everyPage((page) => notifications({ unread: 'true', limit: 100, ...page })),
      value(notifications({ limit: 50 })),
    ]);
    const personal = [...open, ...since];
    this.replica.put('occurrences', personal);
    this.replica.put('notifications', [...unread, ...newest]);
    this.#lacksUnkept = false;
    // The user may have allowed storing personal tasks while they were being fetched. If they are not allowed,
    // `saveRows` stores nothing.
    await saveRows(this.id, 'occurrences', personal).catch(() => undefined);
  }

  /**
   * True if the shown copy was stored on this device, and the personal tasks and notifications that it lacks
   * are not fetched yet.
   */
  #lacksUnkept = false;
  #early: Promise<FeedPage | null> | null = null;
  #nextLoad: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  #reading: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  /**
   * Brings this client's copy up to date with the service. If the change feed is already being read, all
   * callers wait for one more read that begins afterwards.
   */
  readOn(): Promise<void> {
    if (this.#reading === null) {
      this.#reading = this.#read().finally(() => (this.#reading = null));
      return this.#reading;
    }
    this.#next ??= this.#reading
      .catch(() => undefined)
      .then(() => {
        this.#next = null;
        return this.readOn();
      });
    return this.#next;
  }

  /**
   * Brings this client's copy up to date after a write. Never rejects: the service has saved the write
   * already, and the change feed delivers it once the network is back.
   */
  async catchUp(): Promise<void> {
    await this.readOn().catch(() => undefined);
  }

  async #takeEarly(): Promise<FeedPage | null> {
    const early = this.#early;
    this.#early = null;
    return early;
  }

  /** Returns the page of the change feed after a cursor. null means nothing has changed. */
  async #ask(since: string | null): Promise<FeedPage | null> {
    const answer = await api.GET('/v1/households/{householdId}/changes', {
      params: { path: { householdId: this.id }, query: since === null ? {} : { since } },
      ...(since !== null && { headers: { 'If-None-Match': `W/"${since}"` } }),
    });
    return answer.response.status === 304 ? null : value(Promise.resolve(answer));
  }

  async #read(): Promise<void> {
    for (let hasMore = true; hasMore;) {
      const since = this.replica.cursor;
      try {
        await this.#fetchUnkept();
        const data = (since === null ? await this.#takeEarly() : null) ?? (await this.#ask(since));
        if (data === null) break;
        const wholeNow = !this.replica.isWhole.value;
        const ended = this.replica.apply(data);
        if (!data.snapshot)
          this.work.suspect(data.changed.occurrences.length + data.removed.occurrences.length);
        hasMore = data.hasMore;
        const { household } = this.replica.truth;
        if (household === null || data.snapshot) continue;
        if (ended || wholeNow) {
          await afterPaint();
          await saveCopy(this.replica.truth, data.cursor).catch(() => undefined);
        } else await savePage(data, household).catch(() => undefined);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'RESYNC_REQUIRED') this.replica.restart();
        else if (error instanceof ApiError && error.code === 'HOUSEHOLD_NOT_FOUND') return this.forget();
        else throw error;
      }
    }
    this.failure.value = null;
    this.freshAt.value = new Date();
  }

  /** Deletes this client's copy of the household: it was deleted, or the caller is no longer a member. */
  async forget(): Promise<void> {
    this.isGone.value = true;
    this.stop();
    this.replica.clear();
    await forgetCopy(this.id).catch(() => undefined);
  }

  /** Performs an action: it is shown immediately and sent as soon as possible (see `outbox.ts`). */
  act(what: Act, onRefused?: (refusal: Refusal) => boolean): string | null {
    return act(this.id, what, onRefused);
  }

  undo(actId: string): Promise<void> {
    return undo(actId);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#nextLoad);
    this.live.stop();
    this.work.stop();
  }
}

/**
 * Resolves after the browser has painted the change. Hidden tabs do not paint, so it waits at most 100 ms.
 */
const afterPaint = async (): Promise<void> => {
  const painted = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  await Promise.race([painted, new Promise((resolve) => setTimeout(resolve, 100))]);
};

const open = new Map<string, HouseholdData>();

/** Returns the data of a household. The first call for a household starts loading it. */
export function householdData(id: string): HouseholdData {
  let data = open.get(id);
  if (data === undefined) {
    data = new HouseholdData(id);
    open.set(id, data);
    void data.start();
  }
  return data;
}

/** Brings the rows of a household up to date if it is open in this tab. */
export const bringRows = (id: string): Promise<void> => open.get(id)?.readOn() ?? Promise.resolve();

/** Shows the shopping items from an answer of the service if the household is open in this tab. */
export const showItems = (id: string, items: readonly Dto['ShoppingItemDto'][]): void =>
  open.get(id)?.replica.put('shoppingItems', items);

/** Removes the data of all households from memory. */
export function closeHouseholds(): void {
  for (const data of open.values()) {
    data.stop();
    data.replica.clear();
  }
  open.clear();
}

/**
 * The household of the current page. It is a context and not a property of the page, because a lazily loaded page
 * would keep the household with which it was rendered first.
 */
export const HouseholdContext = createContext<HouseholdData | null>(null);

export function useHousehold(): HouseholdData {
  const data = useContext(HouseholdContext);
  if (data === null) throw new Error('This page has no household');
  return data;
}
