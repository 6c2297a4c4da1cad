import { ApplicationError } from '../shared/errors.js';

export type BulkLimits = {
  /** The maximum cost of the work that one account has running and waiting, in open occurrences. */
  readonly accountCost: number;
  /** The maximum cost of the work that the whole process has running and waiting, in open occurrences. */
  readonly processCost: number;
  /** The longest time that a request waits before it is rejected. */
  readonly waitMs: number;
};

/**
 * The largest household costs about 50,000 open occurrences. So the work of one account that runs or waits may affect
 * two households of that size, and the work of all accounts eight.
 */
const LIMITS: BulkLimits = { accountCost: 100_000, processCost: 400_000, waitMs: 20_000 };

const RETRY_IN_MS = 5_000;

/**
 * The key under which all background jobs wait in the queue, as if one account had sent them. So they get one turn in
 * each round of the waiting accounts. Unlike requests, jobs are never refused and do not time out.
 */
const JOBS = 'jobs';

type Waiting = { readonly start: () => void };

/**
 * A queue that runs the bulk work of this process one at a time. Bulk work, for example a pause or a departure, reads
 * and writes most of a household, so two at once could need more memory than the process has.
 *
 * Work is admitted by its cost before it begins. The waiting accounts take turns: between two requests of one account,
 * each other account gets at most one turn. So an account with many requests does not hold up the others.
 */
export class BulkLine {
  readonly #limits: BulkLimits;
  readonly #costs = new Map<string, number>();
  /** The accounts in the order in which they are served. The account that was served last is at the end. */
  readonly #waiting = new Map<string, Waiting[]>();
  #isBusy = false;

  constructor(limits: Partial<BulkLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /**
   * Waits for the turn of this account. Call the returned function when the work is done.
   *
   * @param cost how many open occurrences the work may touch.
   * @throws RATE_LIMITED if too much cost is running and waiting already, or if the turn does not come in time.
   */
  async enter(account: string, cost: number): Promise<() => void> {
    const { accountCost, processCost, waitMs } = this.#limits;
    const ofAccount = this.#costs.get(account) ?? 0;
    const ofProcess = [...this.#costs.values()].reduce((sum, one) => sum + one, 0);
    // The limit of the account applies only if the account has other work, and that of the process only if the
    // process has other work. Otherwise a household that costs more than a limit could never be changed.
    if (
      (ofAccount > 0 && ofAccount + cost > accountCost) ||
      (ofProcess > 0 && ofProcess + cost > processCost)
    )
      throw tooMuch();
    return this.#wait(account, cost, waitMs);
  }

  /** Runs a job's bulk work when its turn comes. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.#wait(JOBS, 0, null);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  async #wait(account: string, cost: number, waitMs: number | null): Promise<() => void> {
    this.#addCost(account, cost);
    if (this.#isBusy)
      await this.#queue(account, waitMs).catch((error: unknown) => {
        this.#addCost(account, -cost);
        throw error;
      });
    this.#isBusy = true;
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      this.#addCost(account, -cost);
      this.#startNext();
    };
  }

  #queue(account: string, waitMs: number | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiting = { start };
      const giveUp = () => {
        this.#drop(account, waiting);
        reject(tooMuch());
      };
      const timer = waitMs === null ? undefined : setTimeout(giveUp, waitMs);
      this.#waiting.set(account, [...(this.#waiting.get(account) ?? []), waiting]);
    });
  }

  #startNext(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#isBusy = false;
      return;
    }
    const [account, [next, ...others]] = first;
    this.#waiting.delete(account);
    if (others.length > 0) this.#waiting.set(account, others);
    next?.start();
  }

  #drop(account: string, waiting: Waiting): void {
    const left = (this.#waiting.get(account) ?? []).filter((one) => one !== waiting);
    if (left.length > 0) this.#waiting.set(account, left);
    else this.#waiting.delete(account);
  }

  #addCost(account: string, cost: number): void {
    const sum = (this.#costs.get(account) ?? 0) + cost;
    if (sum > 0) this.#costs.set(account, sum);
    else this.#costs.delete(account);
  }
}

function tooMuch(): ApplicationError {
  return new ApplicationError(
    'RATE_LIMITED',
    'The service is busy with other large changes. Repeat the request after Retry-After',
    { retryInMs: RETRY_IN_MS },
  );
}
