import type { JobHandlers } from '../../application/shared/job-handlers.js';
import type { Clock, Logger } from '../../application/shared/ports.js';
import type { EnqueueOptions, JobName, JobQueue, Jobs } from '../../application/shared/job-queue.js';

/**
 * How changes of tasks are written to the linked calendars: by jobs (`queue`), by timers in this process (`inline`),
 * or only when a request asks for it (`off`).
 */
export type CalendarSyncMode = 'queue' | 'inline' | 'off';

/**
 * Jobs that synchronise one household's calendar. Jobs that clean up after a removed link stay in the queue, because
 * they must survive a restart.
 */
const OF_HOUSEHOLD = [
  'sweep-household-calendar',
  'pull-household-calendar',
  'synchronise-household-calendar',
] as const;
type Mirror = (typeof OF_HOUSEHOLD)[number];

const MINUTE = 60_000;
const ROUNDS = {
  'sweep-calendars': 10 * MINUTE,
  'pull-calendars': 5 * MINUTE,
  'reconcile-calendars': 360 * MINUTE,
} as const;
type Round = keyof typeof ROUNDS;
const ROUND_NAMES = Object.keys(ROUNDS) as readonly Round[];

/**
 * The shortest delay before the work starts. By then, the transaction that requests the job has normally ended. If it
 * was rolled back, there is nothing to do.
 */
const SOONEST_MS = 1000;
/** The longest delay of a timer in Node. Node runs a timer with a longer delay immediately. */
const MAX_MS = 2 ** 31 - 1;

type Options = {
  readonly mode: CalendarSyncMode;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Runs work outside of the operation of the request that set the timer. Otherwise the work would be recorded as
   * done by the member who sent the request.
   */
  readonly withoutOperation: <T>(work: () => T) => T;
};

/** Runs the synchronisation of calendars by timers instead of jobs if the operator has configured it. */
export class CalendarTimers {
  readonly #options: Options;
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #rounds: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<unknown>>();
  #handlers: JobHandlers | null = null;
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Returns a queue that treats the jobs of the synchronisation by the mode, and passes all others to `queue`: in
   * mode `inline` it starts timers for them, in mode `off` it drops them.
   */
  around(queue: JobQueue): JobQueue {
    if (this.#options.mode === 'queue') return queue;
    return {
      enqueue: (name, payload, options) => {
        if (!isMirror(name)) return queue.enqueue(name, payload, options);
        if (this.#options.mode === 'inline') this.#set(name, payload as Jobs[Mirror], options);
        return Promise.resolve();
      },
    };
  }

  /**
   * Returns the given handlers of all jobs for use with the queue. In the modes `inline` and `off`, the handlers of
   * the calendar synchronisation are replaced by handlers that do nothing, because schedules in the queue may still
   * start these jobs.
   */
  without(handlers: JobHandlers): JobHandlers {
    if (this.#options.mode === 'queue') return handlers;
    const nothing = () => Promise.resolve();
    const none = Object.fromEntries([...OF_HOUSEHOLD, ...ROUND_NAMES].map((name) => [name, nothing]));
    return { ...handlers, ...none };
  }

  /**
   * Lets timers run their work with these handlers. With `withRounds`, this process also checks all households
   * regularly. Does nothing unless the mode is `inline`.
   */
  start(handlers: JobHandlers, { withRounds }: { readonly withRounds: boolean }): void {
    if (this.#options.mode !== 'inline') return;
    this.#handlers = handlers;
    if (!withRounds) return;
    for (const name of ROUND_NAMES)
      this.#rounds.push(
        setInterval(() => {
          this.#run(name, {});
        }, ROUNDS[name]).unref(),
      );
  }

  /**
   * Drops work that has not started, because the next regular check of all households will do it. Waits for running
   * work.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of [...this.#waiting.values(), ...this.#rounds]) clearTimeout(timer);
    this.#waiting.clear();
    await Promise.all(this.#running);
  }

  #set(name: Mirror, payload: Jobs[Mirror], { startAfter, singletonKey }: EnqueueOptions = {}): void {
    const key = `${name} ${singletonKey ?? payload.householdId}`;
    if (this.#stopped || this.#waiting.has(key)) return;
    const delay = (startAfter ?? 0) - this.#options.clock.now();
    const timer = setTimeout(
      () => {
        this.#waiting.delete(key);
        this.#run(name, payload);
      },
      Math.min(Math.max(delay, SOONEST_MS), MAX_MS),
    );
    this.#waiting.set(key, timer.unref());
  }

  #run<Name extends Mirror | Round>(name: Name, payload: Jobs[Name]): void {
    if (this.#handlers === null || this.#stopped) return;
    const handler: (payload: Jobs[Name]) => Promise<unknown> = this.#handlers[name];
    const running = this.#options
      .withoutOperation(() => handler(payload))
      .catch((error: unknown) => {
        this.#options.logger.error('calendar job failed', { job: name, error });
      });
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  }
}

function isMirror(name: JobName): name is Mirror {
  return (OF_HOUSEHOLD as readonly JobName[]).includes(name);
}
