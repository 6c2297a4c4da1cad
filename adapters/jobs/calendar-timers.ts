import type { JobHandlers } from '../../application/shared/job-handlers.js';
import type { Clock, Logger } from '../../application/shared/ports.js';
import type { EnqueueOptions, JobName, JobQueue, Jobs } from '../../application/shared/job-queue.js';

/** queue: by jobs. inline: by timers of this process alone. off: only when somebody asks for it. */
export type CalendarSyncMode = 'queue' | 'inline' | 'off';

/** The work of one household's mirror. What cleans up after a link stays in the queue: it must outlive the process. */
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

/** The transaction that asks for a job has ended by then; one that was rolled back costs a look at nothing. */
const SOONEST_MS = 1000;
/** Longer ones end at once in Node. */
const MAX_MS = 2 ** 31 - 1;

type Options = {
  readonly mode: CalendarSyncMode;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A timer is set during a request. It has to run its work outside the act of the member who sent that request. */
  readonly withoutAct: <T>(work: () => T) => T;
};

/** Keeps the mirror's own work out of the queue where the operator wants it so. */
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

  /** `queue` without what is not for it. */
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

  /** What the queue's jobs do: those of the mirror that still come from it, by its schedules, nothing. */
  without(handlers: JobHandlers): JobHandlers {
    if (this.#options.mode === 'queue') return handlers;
    const nothing = () => Promise.resolve();
    const none = Object.fromEntries([...OF_HOUSEHOLD, ...ROUND_NAMES].map((name) => [name, nothing]));
    return { ...handlers, ...none };
  }

  /** `withRounds`: this process also looks at all households from time to time. */
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

  /** What waits is dropped, since nothing but time is lost; what runs is waited for. */
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
      .withoutAct(() => handler(payload))
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
