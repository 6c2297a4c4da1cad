import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { JobCounts } from '../../application/shared/job-queue.js';
import type { Metrics } from '../../application/shared/ports.js';
import { withTimeout } from '../../application/shared/with-timeout.js';

/** Functions that read current values. They are called only when somebody requests the metrics. */
export type MetricSources = {
  /** The connections in the pool of this process. */
  readonly connections: () => { readonly open: number; readonly idle: number; readonly waiting: number };
  readonly openStreams: () => number;
  /** Counts the jobs of the queue. null means that this process has no queue. */
  readonly jobs: (() => Promise<readonly JobCounts[]>) | null;
};

export type MetricsOptions = {
  /** Called with the error if the jobs could not be counted. The other metrics are served nevertheless. */
  readonly onError: (error: unknown) => void;
};

/** How long a request for the metrics waits for an answer of the queue's database. */
const MAX_LOOK_MS = 1_000;
const TOO_LATE = `The queue did not answer within ${MAX_LOOK_MS} ms`;
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300];
const JOB_STATES = ['waiting', 'deferred', 'active', 'failed'] as const;

/**
 * The metrics of this process in the Prometheus format. Labels contain only names from the code, such as the pattern
 * of a route, and never ids, addresses or user input.
 */
export class ServiceMetrics implements Metrics {
  readonly #registry = new Registry();
  readonly #registers = [this.#registry];
  readonly #onError: (error: unknown) => void;
  readonly #requests = new Histogram({
    name: 'planner_http_request_duration_seconds',
    help: 'Requests by declared route, method and status. Live streams are counted only if they were refused',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_SECONDS,
    registers: this.#registers,
  });
  readonly #jobs = new Histogram({
    name: 'planner_job_duration_seconds',
    help: 'Runs of jobs in this process, by outcome',
    labelNames: ['job', 'outcome'],
    buckets: JOB_SECONDS,
    registers: this.#registers,
  });
  readonly #calendarCalls = this.#counter('planner_calendar_calls', 'Requests to the calendar provider', [
    'call',
    'outcome',
  ]);
  readonly #savedCalls = this.#counter(
    'planner_calendar_calls_saved',
    'Changes that needed no request, because the calendar already shows them',
    [],
  );
  readonly #retries = this.#counter(
    'planner_transactions_retried',
    'Transactions that were run again after a conflict with another one. Deadlocks should not occur',
    ['reason'],
  );
  readonly #mails = this.#counter('planner_mails', 'Mails that were sent to the mail server', [
    'mail',
    'outcome',
  ]);
  readonly #dayFetches = this.#counter('planner_day_calendar_fetches', 'Fetches of day calendars', [
    'outcome',
  ]);
  readonly #pushes = this.#counter(
    'planner_pushes',
    'Pushes to devices. The outcome gone means that the device is no longer registered',
    ['platform', 'outcome'],
  );

  constructor({ onError }: MetricsOptions) {
    this.#onError = onError;
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: 20 });
  }

  /** Adds the metrics whose values are read on request. It must be called only once. */
  watch({ connections, openStreams, jobs }: MetricSources): void {
    this.#gauge(
      'planner_database_connections',
      'Open connections of the database pool',
      () => connections().open,
    );
    this.#gauge(
      'planner_database_connections_idle',
      'Idle connections of the database pool',
      () => connections().idle,
    );
    this.#gauge(
      'planner_database_waiting',
      'Requests that wait for a database connection',
      () => connections().waiting,
    );
    this.#gauge('planner_streams_open', 'Open live streams', openStreams);
    if (jobs !== null) this.#watchJobs(jobs);
  }

  /** Counts a request with its duration. `route` is null if no route matched. */
  served(route: string | null, method: string, status: number, seconds: number): void {
    this.#requests.labels(route ?? 'none', method, String(status)).observe(seconds);
  }

  ran(job: string, outcome: string, seconds: number): void {
    this.#jobs.labels(job, outcome).observe(seconds);
  }

  calendarCalled(call: string, outcome: string): void {
    this.#calendarCalls.inc({ call, outcome });
  }

  calendarCallSaved(): void {
    this.#savedCalls.inc();
  }

  retried(reason: string): void {
    this.#retries.inc({ reason });
  }

  mailed(mail: string, outcome: 'accepted' | 'refused' | 'failed'): void {
    this.#mails.inc({ mail, outcome });
  }

  pushed(platform: string, outcome: string): void {
    this.#pushes.inc({ platform, outcome });
  }

  daysFetched(outcome: string): void {
    this.#dayFetches.inc({ outcome });
  }

  /** Returns all metrics with their current values. */
  async page(): Promise<{ readonly type: string; readonly text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name: `${name}_total`, help, labelNames, registers: this.#registers });
  }

  #gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: this.#registers,
      collect() {
        this.set(read());
      },
    });
  }

  /** Adds the number of jobs. All processes report the same numbers, because they are counted in the database. */
  #watchJobs(read: () => Promise<readonly JobCounts[]>): void {
    const onError = this.#onError;
    new Gauge({
      name: 'planner_jobs',
      help: 'Jobs in the queue, counted by the workers within the last 30 seconds',
      labelNames: ['job', 'state'],
      registers: this.#registers,
      async collect() {
        this.reset();
        try {
          for (const counts of await withTimeout(MAX_LOOK_MS, read, TOO_LATE))
            for (const state of JOB_STATES) this.set({ job: counts.job, state }, counts[state]);
        } catch (error) {
          onError(error);
        }
      },
    });
  }
}
