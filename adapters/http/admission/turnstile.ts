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
