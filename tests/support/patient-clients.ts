import { setTimeout as delay } from 'node:timers/promises';

/** How one attempt of a request ended. Status 0 means that no answer came. */
export type Try = {
  readonly kind: 'create' | 'list';
  readonly status: number;
  /** The error code of the answer, or that of the connection if no answer came. */
  readonly code: string | null;
  readonly retryAfter: string | null;
  /** Milliseconds by the clock of this process. */
  readonly startedAt: number;
  readonly endedAt: number;
};

export type PatientClientsOptions = {
  /** The clients use these addresses in turn. All belong to the same service. */
  readonly urls: readonly string[];
  readonly home: string;
  readonly token: string;
  /** Further fields of the tasks that are created. The title is the idempotency key. */
  readonly task?: () => object;
  readonly pauseMs?: number;
};

/** Error codes of a connection to a process that is dead or dies during the request. */
const NO_CONNECTION = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];
const RETRY_MS = 100;
const ANSWER_MS = 15_000;

/**
 * Clients that create tasks and read lists until they are stopped. They repeat a request that gets no answer
 * or is refused for the moment, with the same Idempotency-Key and at the next address, like a phone that has
 * lost its network.
 */
export class PatientClients {
  readonly tries: Try[] = [];
  /** The id of each acknowledged task (status 201) by its idempotency key. */
  readonly acknowledged = new Map<string, string>();
  /** The number of tasks for which the clients gave up without an answer. */
  givenUp = 0;
  readonly #options: PatientClientsOptions;
  readonly #running: Promise<void>[] = [];
  #turn = 0;
  #stopping = false;
  #givingUp = false;

  constructor(options: PatientClientsOptions) {
    this.#options = options;
  }

  start(count: number): this {
    for (let i = 0; i < count; i++) this.#running.push(this.#run());
    return this;
  }

  /**
   * Starts no new requests. Unanswered requests are repeated until they get an answer; with `giveUp` they are
   * not.
   */
  async stop({ giveUp = false } = {}): Promise<void> {
    this.#stopping = true;
    this.#givingUp = giveUp;
    await Promise.all(this.#running);
  }

  /** Returns the attempts that started at or after `since`. */
  since(since: number): Try[] {
    return this.tries.filter(({ startedAt }) => startedAt >= since);
  }

  /** Returns the attempts that neither succeeded nor failed temporarily. */
  get unexpected(): Try[] {
    return this.tries.filter((one) => !isDone(one) && !isPassing(one));
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      await this.#create(crypto.randomUUID());
      await this.#try('list', '/occurrences?limit=20');
      if (this.#options.pauseMs !== undefined) await delay(this.#options.pauseMs);
    }
  }

  async #create(key: string): Promise<void> {
    const body = JSON.stringify({ ...this.#options.task?.(), title: key });
    do {
      const init = { method: 'POST', body, headers: { 'idempotency-key': key } };
      const { ended, answer } = await this.#try('create', '/tasks', init);
      if (ended.status === 201) this.acknowledged.set(key, (answer as { id: string }).id);
      if (!isPassing(ended)) return;
      await delay(RETRY_MS);
    } while (!this.#givingUp);
    this.givenUp++;
  }

  async #try(kind: Try['kind'], path: string, init: RequestInit = {}) {
    const { urls, home, token } = this.#options;
    const url = urls[this.#turn++ % urls.length] ?? '';
    const startedAt = performance.now();
    try {
      const response = await fetch(`${url}${home}${path}`, {
        ...init,
        headers: {
          ...(init.headers as Record<string, string> | undefined),
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-requested-with': 'app',
        },
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const answer = (await response.json()) as { error?: { code: string } };
      const { status, headers } = response;
      const code = answer.error?.code ?? null;
      return { answer, ended: this.#record({ kind, status, code }, headers.get('retry-after'), startedAt) };
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      const code = cause?.code ?? String(error);
      return { answer: null, ended: this.#record({ kind, status: 0, code }, null, startedAt) };
    }
  }

  #record(ended: Pick<Try, 'kind' | 'status' | 'code'>, retryAfter: string | null, startedAt: number): Try {
    const one = { ...ended, retryAfter, startedAt, endedAt: performance.now() };
    this.tries.push(one);
    return one;
  }
}

const isDone = ({ status }: Try) => status >= 200 && status < 300;

/** Returns true for a temporary failure, so that the client repeats the request. */
function isPassing({ status, code }: Try): boolean {
  if (status === 0) return NO_CONNECTION.includes(code ?? '');
  return status === 503 || (status === 409 && code === 'IDEMPOTENCY_IN_PROGRESS');
}
