import { setTimeout as delay } from 'node:timers/promises';

/** How one try of a request ended; status 0: without an answer. */
export type Try = {
  readonly kind: 'create' | 'list';
  readonly status: number;
  /** Of the envelope, or without an answer, of the connection's failure. */
  readonly code: string | null;
  readonly retryAfter: string | null;
  /** In the clock of this process. */
  readonly startedAt: number;
  readonly endedAt: number;
};

export type PatientClientsOptions = {
  /** Asked in turn: any of them answers for the same service. */
  readonly urls: readonly string[];
  readonly home: string;
  readonly token: string;
  /** More of what is created; the title is the idempotency key. */
  readonly task?: () => object;
  readonly pauseMs?: number;
};

/** Error codes of a connection to a process that has died, or dies during the request. */
const NO_CONNECTION = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];
const RETRY_MS = 100;
const ANSWER_MS = 15_000;

/**
 * Clients that create tasks and read lists without an end. What finds nobody, or is refused for now, they send again,
 * under the same Idempotency-Key and to the next address, as a phone does that lost its network.
 */
export class PatientClients {
  readonly tries: Try[] = [];
  /** Key to the id that a 201 gave. */
  readonly acknowledged = new Map<string, string>();
  /** Tasks that were given up without an answer for good. */
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

  /** Begins nothing new; what has no answer yet is tried again until it has one, or with `giveUp` is let be. */
  async stop({ giveUp = false } = {}): Promise<void> {
    this.#stopping = true;
    this.#givingUp = giveUp;
    await Promise.all(this.#running);
  }

  /** Answers to requests that began after `since`. */
  since(since: number): Try[] {
    return this.tries.filter(({ startedAt }) => startedAt >= since);
  }

  /** Neither done nor refused for now. */
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
