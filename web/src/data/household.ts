import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { api, everyPage, serverNow, value, type Dto } from '../api/client.ts';
import { ApiError, passes } from '../api/errors.ts';
import { addDays, civilDate } from '../i18n/formats.ts';
import { Live } from './live.ts';
import { act, flush, patchesOn, undo } from './outbox.ts';
import type { Act, Refusal } from './outbox-rules.ts';
import { Replica, type Page } from './replica.ts';
import { takeEarlyPage } from './boot-requests.ts';
import { compareCodeUnits } from './order.ts';
import { forgetCopy, loadCopy, saveCopy, savePage, saveRows } from './store.ts';
import { WorkUnderWay } from './work-under-way.ts';

export type Occurrence = Dto['OccurrenceDto'];
export type Member = Dto['MemberDto'];

/** What was done within these days is in the copy: as the feed has it where nothing else is asked for. */
export const HISTORY_DAYS = 30;

/** The longest wait before a household that could not be loaded is asked for again. */
const LONGEST_PAUSE = 30_000;

/** The minute by the service's clock; what is late or today follows from it. */
export const now = signal(serverNow());
const turn = () => (now.value = serverNow());
setInterval(turn, 20_000);
document.addEventListener('visibilitychange', turn);

/** One household: its copy, kept up to date, and what can be done in it. */
export class HouseholdData {
  readonly id: string;
  readonly replica: Replica;
  readonly live: Live;
  readonly work: WorkUnderWay;
  /** The copy could not be loaded, and there is none from before. */
  readonly failure = signal<unknown>(null);
  /** When the copy was brought up to date last, in this session; null: not yet. */
  readonly freshAt = signal<Date | null>(null);
  /** The household is not to be seen any more: one has left, or it is gone. */
  readonly isGone = signal(false);

  readonly household: ReadonlySignal<Dto['HouseholdDto'] | null>;
  readonly zone: ReadonlySignal<string>;
  /** The household's civil date of now: `YYYY-MM-DD`. */
  readonly today: ReadonlySignal<string>;
  /** Who lives here now, longest first. */
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
        // A display is not told since when they are there.
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

  /** Shows what is kept, brings it up to date, and keeps it so. */
  async start(): Promise<void> {
    this.#early = takeEarlyPage(this.id);
    // Where it was asked for, nothing is kept.
    const kept = this.#early === null ? await loadCopy(this.id).catch(() => null) : null;
    if (kept !== null) this.replica.restore(kept.copy, kept.cursor);
    this.#lacksUnkept = kept !== null;
    this.live.start();
    await this.load();
  }

  /** Again, after it failed. */
  async load(): Promise<void> {
    this.failure.value = null;
    await this.#loadUntilWhole();
  }

  /**
   * Tries again after a pause that grows, because nobody stands at a tablet on the wall to press "Try again". The failure
   * stays on the page meanwhile.
   */
  async #loadUntilWhole(failures = 0): Promise<void> {
    clearTimeout(this.#nextLoad);
    try {
      await this.readOn();
    } catch (error) {
      if (this.replica.isWhole.value || this.#isStopped) return;
      this.failure.value = error;
      if (!passes(error)) return;
      const pause = Math.min(LONGEST_PAUSE, 1000 * 2 ** failures) * (0.75 + Math.random() / 2);
      this.#nextLoad = setTimeout(() => void this.#loadUntilWhole(failures + 1), pause);
    }
  }

  /**
   * What the copy on the device is without: notifications, and the member's own tasks unless they are asked for. It comes before the feed,
   * which tells what has gone since.
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
    // Who asks for it may do so before these are here.
    await saveRows(this.id, 'occurrences', personal).catch(() => undefined);
  }

  /** The copy is the device's own, and the service has not told yet what that is without. */
  #lacksUnkept = false;
  #early: Promise<Page | null> | null = null;
  #nextLoad: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  #reading: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  /** Brings the copy up to what the service has now. Calls while one is under way share the next one. */
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

  /** After a write. That one is done whether or not this can be read now: the feed brings it once there is a network again. */
  async catchUp(): Promise<void> {
    await this.readOn().catch(() => undefined);
  }

  async #takeEarly(): Promise<Page | null> {
    const early = this.#early;
    this.#early = null;
    return early;
  }

  /** What follows on a cursor; null: nothing. */
  async #ask(since: string | null): Promise<Page | null> {
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
        if (error instanceof ApiError && error.code === 'RESYNC_REQUIRED') this.replica.beginAnew();
        else if (error instanceof ApiError && error.code === 'HOUSEHOLD_NOT_FOUND') return this.forget();
        else throw error;
      }
    }
    this.failure.value = null;
    this.freshAt.value = new Date();
  }

  /** Deletes the copy of a household that one is not in any more. */
  async forget(): Promise<void> {
    this.isGone.value = true;
    this.stop();
    this.replica.clear();
    await forgetCopy(this.id).catch(() => undefined);
  }

  /** Shown at once, sent when it can be: see `outbox.ts`. */
  act(what: Act, takeBack?: (refusal: Refusal) => boolean): string | null {
    return act(this.id, what, takeBack);
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

/** What was changed is on the screen; in a tab that nobody sees, after a moment. */
const afterPaint = async (): Promise<void> => {
  const painted = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  await Promise.race([painted, new Promise((resolve) => setTimeout(resolve, 100))]);
};

const open = new Map<string, HouseholdData>();

/** The data of a household; begins to load it when it is first asked for. */
export function householdData(id: string): HouseholdData {
  let data = open.get(id);
  if (data === undefined) {
    data = new HouseholdData(id);
    open.set(id, data);
    void data.start();
  }
  return data;
}

/** Brings the rows of a household, if it is open here. */
export const bringRows = (id: string): Promise<void> => open.get(id)?.readOn() ?? Promise.resolve();

/** Shows lines of a shopping list that the service has answered with, if the household is open here. */
export const showItems = (id: string, items: readonly Dto['ShoppingItemDto'][]): void =>
  open.get(id)?.replica.put('shoppingItems', items);

/** Nothing of any household is left in memory. */
export function closeHouseholds(): void {
  for (const data of open.values()) {
    data.stop();
    data.replica.clear();
  }
  open.clear();
}

/** The household whose page this is. A closure given to a lazy route would keep the first one: so it comes by context. */
export const HouseholdContext = createContext<HouseholdData | null>(null);

export function useHousehold(): HouseholdData {
  const data = useContext(HouseholdContext);
  if (data === null) throw new Error('This page has no household');
  return data;
}
