import type { BulkLine } from '../../../application/bulk/bulk-line.js';
import type { HouseholdId, UserId } from '../../../domain/shared/ids.js';
import { ApplicationError } from '../../../application/shared/errors.js';

export type TurnstileLimits = {
  /** How many of one key are at work at a time. */
  readonly atWork: number;
  /** How many more of it may wait for that. */
  readonly waiting: number;
  readonly waitMs: number;
};

type Line = { atWork: number; readonly waiting: Set<() => void> };

const RETRY_IN_MS = 1_000;

/** Lets so many of each key at work at a time, and the others in one after the other, in the order in which they came. */
export class Turnstile {
  readonly #limits: TurnstileLimits;
  readonly #lines = new Map<string, Line>();

  constructor(limits: TurnstileLimits) {
    this.#limits = limits;
  }

  /** RATE_LIMITED where too many wait already, or when it has waited too long; whoever is let in must `leave`. */
  async enter(key: string): Promise<void> {
    const { atWork, waiting, waitMs } = this.#limits;
    const line = this.#findLine(key);
    if (line.atWork === atWork && line.waiting.size === waiting) throw tooMany();
    await this.#letIn(line, waitMs);
  }

  /** As `enter`, for one that was let in before and had left for a while: it is not refused. */
  async enterAgain(key: string): Promise<void> {
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
  return new ApplicationError('RATE_LIMITED', 'Too many requests at a time; see Retry-After', details);
}

type Place = { readonly turnstile: Turnstile; readonly key: string };

/** The places that one request holds among those at work; none until it takes some. */
export class Turn {
  readonly #places: Place[] = [];
  #isHeld = true;
  #leaveLine: (() => void) | null = null;

  async take(turnstile: Turnstile, key: string): Promise<void> {
    await turnstile.enter(key);
    this.#places.push({ turnstile, key });
  }

  /** Waits in a line without holding any places, so that others of the same user and household can work meanwhile. */
  async waitInLine(enter: () => Promise<() => void>): Promise<void> {
    this.pause();
    this.#leaveLine = await enter();
    await this.resume();
  }

  /** Lets others work while this one waits for its client. The place in a line is given up for good. */
  pause(): void {
    this.#leaveLine?.();
    this.#leaveLine = null;
    if (!this.#isHeld) return;
    this.#isHeld = false;
    for (const { turnstile, key } of this.#places) turnstile.leave(key);
  }

  /** In the order in which the places were taken: no two requests wait for each other. */
  async resume(): Promise<void> {
    if (this.#isHeld) return;
    for (const { turnstile, key } of this.#places) await turnstile.enterAgain(key);
    this.#isHeld = true;
  }

  /** Takes the places again for each piece that is made, and not while the client takes it. */
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
    this.#places.length = 0;
  }
}

export type AdmissionLimits = {
  readonly user: TurnstileLimits;
  readonly household: TurnstileLimits;
  /** Reads of calendar addresses of one household, and of all households together. */
  readonly feedsOfHousehold: TurnstileLimits;
  readonly feeds: TurnstileLimits;
};

/**
 * Of a process with ten connections to the database, one user takes three at most and one household five. What comes
 * at once beyond that waits: a client that writes fifty things side by side is served, one that writes hundreds is not.
 */
const LIMITS: AdmissionLimits = {
  user: { atWork: 3, waiting: 60, waitMs: 5_000 },
  household: { atWork: 5, waiting: 60, waitMs: 5_000 },
  feedsOfHousehold: { atWork: 1, waiting: 20, waitMs: 5_000 },
  feeds: { atWork: 2, waiting: 60, waitMs: 5_000 },
};

const ALL_FEEDS = 'all';

/**
 * The door in front of all work for a session: what one user, or one household, sends at once never keeps the others
 * from theirs. The user comes first, before the database is asked anything; the household when it is known to be theirs.
 */
export class Admission {
  readonly #users: Turnstile;
  readonly #households: Turnstile;
  readonly #feedsOfHousehold: Turnstile;
  readonly #feeds: Turnstile;
  readonly #bulkLine: BulkLine;

  constructor(bulkLine: BulkLine, limits: Partial<AdmissionLimits> = {}) {
    this.#bulkLine = bulkLine;
    this.#users = new Turnstile(limits.user ?? LIMITS.user);
    this.#households = new Turnstile(limits.household ?? LIMITS.household);
    this.#feedsOfHousehold = new Turnstile(limits.feedsOfHousehold ?? LIMITS.feedsOfHousehold);
    this.#feeds = new Turnstile(limits.feeds ?? LIMITS.feeds);
  }

  admitUser(turn: Turn, userId: UserId): Promise<void> {
    return turn.take(this.#users, userId);
  }

  admitMember(turn: Turn, householdId: HouseholdId): Promise<void> {
    return turn.take(this.#households, householdId);
  }

  /**
   * Lets a read of a calendar address in. The household comes first: those that wait for their household hold no place
   * that another household could use.
   */
  async admitFeed(turn: Turn, householdId: HouseholdId): Promise<void> {
    await turn.take(this.#feedsOfHousehold, householdId);
    await turn.take(this.#feeds, ALL_FEEDS);
  }

  /** Waits for the turn of work on whole households, see {@link BulkLine}; holds no other place meanwhile. */
  admitBulk(turn: Turn, userId: UserId, cost: number): Promise<void> {
    return turn.waitInLine(() => this.#bulkLine.enter(userId, cost));
  }
}
