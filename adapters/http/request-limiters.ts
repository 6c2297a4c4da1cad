import type { BulkLine } from '../../application/bulk/bulk-line.js';
import type { HouseholdId, UserId } from '../../domain/shared/ids.js';
import { ApplicationError } from '../../application/shared/errors.js';

export type LimiterSettings = {
  /** How many requests with the same key may run at the same time. */
  readonly atWork: number;
  /** How many more requests with that key may wait. */
  readonly waiting: number;
  readonly waitMs: number;
};

type Line = { atWork: number; readonly waiting: Set<() => void> };

const RETRY_IN_MS = 1_000;

/**
 * Limits how many requests with the same key run at the same time. Further requests wait and are admitted in the
 * order of their arrival.
 */
export class ConcurrencyLimiter {
  readonly #limits: LimiterSettings;
  readonly #lines = new Map<string, Line>();

  constructor(limits: LimiterSettings) {
    this.#limits = limits;
  }

  /**
   * Waits for a slot. Throws RATE_LIMITED if too many requests wait already or the wait is too long. The
   * caller must call `leave` afterwards.
   */
  async enter(key: string): Promise<void> {
    const { atWork, waiting, waitMs } = this.#limits;
    const line = this.#findLine(key);
    if (line.atWork === atWork && line.waiting.size === waiting) throw tooMany();
    await this.#letIn(line, waitMs);
  }

  /** Works like `enter`, for a request that has given up its slot for a while. Such a request is never refused. */
  async reenter(key: string): Promise<void> {
    await this.#letIn(this.#findLine(key), null);
  }

  leave(key: string): void {
    const line = this.#findLine(key);
    const [next] = line.waiting;
    if (next !== undefined) next();
    else if (--line.atWork === 0) this.#lines.delete(key);
  }

  #letIn(line: Line, waitMs: number | null): Promise<void> {
    if (line.atWork < this.#limits.atWork) {
      line.atWork++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        line.waiting.delete(enter);
        resolve();
      };
      const giveUp = () => {
        line.waiting.delete(enter);
        reject(tooMany());
      };
      const timer = waitMs === null ? undefined : setTimeout(giveUp, waitMs);
      line.waiting.add(enter);
    });
  }

  #findLine(key: string): Line {
    let line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, (line = { atWork: 0, waiting: new Set() }));
    return line;
  }
}

function tooMany(): ApplicationError {
  const details = { retryInMs: RETRY_IN_MS };
  return new ApplicationError(
    'RATE_LIMITED',
    'Too many requests at the same time. Repeat the request after Retry-After',
    details,
  );
}

type Slot = { readonly limiter: ConcurrencyLimiter; readonly key: string };

/** The slots of concurrency limiters that one request holds while it runs. A new request holds none. */
export class RequestSlots {
  readonly #slots: Slot[] = [];
  #isHeld = true;
  #leaveLine: (() => void) | null = null;

  async take(limiter: ConcurrencyLimiter, key: string): Promise<void> {
    await limiter.enter(key);
    this.#slots.push({ limiter, key });
  }

  /**
   * Lets the request wait in a queue without holding slots, so that other requests of the same user and household
   * can run.
   */
  async waitInLine(enter: () => Promise<() => void>): Promise<void> {
    this.pause();
    this.#leaveLine = await enter();
    await this.resume();
  }

  /**
   * Gives up the slots while the request waits for its client. If the request has a place in the bulk queue, it
   * does not get that place back.
   */
  pause(): void {
    this.#leaveLine?.();
    this.#leaveLine = null;
    if (!this.#isHeld) return;
    this.#isHeld = false;
    for (const { limiter, key } of this.#slots) limiter.leave(key);
  }

  /** Takes the slots again, always in the same order, so that two requests never wait for each other. */
  async resume(): Promise<void> {
    if (this.#isHeld) return;
    for (const { limiter, key } of this.#slots) await limiter.reenter(key);
    this.#isHeld = true;
  }

  /** Holds the slots while a piece is created, and gives them up while the client reads the piece. */
  async *each<Piece>(pieces: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
    try {
      for (;;) {
        await this.resume();
        const next = await pieces.next().finally(() => this.pause());
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await pieces.return(undefined);
    }
  }

  end(): void {
    this.pause();
    this.#slots.length = 0;
  }
}

export type RequestLimits = {
  readonly user: LimiterSettings;
  readonly household: LimiterSettings;
  /** Limits for reads of calendar feeds: of one household, and of all households together. */
  readonly feedsOfHousehold: LimiterSettings;
  readonly feeds: LimiterSettings;
};

/**
 * By default, a process has ten database connections. One user gets at most three of them, one household at most
 * five. Further requests wait up to a limit: a client that sends fifty requests at once is served, a client that
 * sends hundreds is refused.
 */
const LIMITS: RequestLimits = {
  user: { atWork: 3, waiting: 60, waitMs: 5_000 },
  household: { atWork: 5, waiting: 60, waitMs: 5_000 },
  feedsOfHousehold: { atWork: 1, waiting: 20, waitMs: 5_000 },
  feeds: { atWork: 2, waiting: 60, waitMs: 5_000 },
};

const ALL_FEEDS = 'all';

/**
 * Limits the concurrent requests of each user and household, so that nobody can block the others. The slot of the
 * user is taken first, before any query. The slot of the household is taken when the membership is known.
 */
export class RequestLimiters {
  readonly #users: ConcurrencyLimiter;
  readonly #households: ConcurrencyLimiter;
  readonly #feedsOfHousehold: ConcurrencyLimiter;
  readonly #feeds: ConcurrencyLimiter;
  readonly #bulkLine: BulkLine;

  constructor(bulkLine: BulkLine, limits: Partial<RequestLimits> = {}) {
    this.#bulkLine = bulkLine;
    this.#users = new ConcurrencyLimiter(limits.user ?? LIMITS.user);
    this.#households = new ConcurrencyLimiter(limits.household ?? LIMITS.household);
    this.#feedsOfHousehold = new ConcurrencyLimiter(limits.feedsOfHousehold ?? LIMITS.feedsOfHousehold);
    this.#feeds = new ConcurrencyLimiter(limits.feeds ?? LIMITS.feeds);
  }

  admitUser(slots: RequestSlots, userId: UserId): Promise<void> {
    return slots.take(this.#users, userId);
  }

  admitMember(slots: RequestSlots, householdId: HouseholdId): Promise<void> {
    return slots.take(this.#households, householdId);
  }

  /**
   * Takes the slots for reading a calendar feed. The slot of the household is taken first, so that a request that
   * waits for its household does not hold a slot that another household could use.
   */
  async admitFeed(slots: RequestSlots, householdId: HouseholdId): Promise<void> {
    await slots.take(this.#feedsOfHousehold, householdId);
    await slots.take(this.#feeds, ALL_FEEDS);
  }

  /**
   * Lets the request wait in the queue for changes of whole households (see {@link BulkLine}). It holds no other
   * slots while it waits.
   */
  admitBulk(slots: RequestSlots, userId: UserId, cost: number): Promise<void> {
    return slots.waitInLine(() => this.#bulkLine.enter(userId, cost));
  }
}
