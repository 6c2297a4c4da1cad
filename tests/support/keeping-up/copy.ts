import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../until.js';
import { fateOf, headersOf, request, type Network } from './network.js';

export type Row = Readonly<Record<string, any>>;
/** The rows by kind, then by id. */
export type Rows = Record<string, Record<string, Row>>;

const PAGE_SIZES = [1, 3, 10, 40, 200, 500, 1_000];
const HISTORY_DAYS = [0, 7, 30, 60];

/**
 * The local copy of a client that applies what the change feed says and knows no other rule of the service.
 * Its requests fail at random.
 */
export class FeedCopy {
  rows: Rows = {};
  /** The date from which the last snapshot contains history. */
  historyFrom = '';
  /** How many requests had which result. For status 410, the reasons are counted too. */
  readonly counts: Record<string, number> = {};
  readonly #network: Network;
  readonly #path: string;
  readonly #token: string;
  readonly #random: () => number;
  readonly #pauseMs: number;
  readonly #hear: (text: string) => void;
  #cursor: string | null = null;
  #coming: { rows: Rows; historyFrom: string } | null = null;
  #running: Promise<void> = Promise.resolve();
  #stopping = true;

  constructor(options: {
    network: Network;
    /** The path of the household. */
    path: string;
    token: string;
    random: () => number;
    /** The longest pause between two requests, in milliseconds. */
    pauseMs: number;
    /** Called with every answer as text. */
    hear: (text: string) => void;
  }) {
    this.#network = options.network;
    this.#path = options.path;
    this.#token = options.token;
    this.#random = options.random;
    this.#pauseMs = options.pauseMs;
    this.#hear = options.hear;
  }

  /** Reads from the feed at random intervals until `stop`. */
  start(): void {
    this.#stopping = false;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  /** Reads until there is nothing new, and repeats requests that fail. */
  async catchUp(): Promise<void> {
    await until(async () => (await this.#readOn()) === 'UP_TO_DATE', 'the copy has read all changes');
  }

  /** Reads once and returns true if there was nothing new. */
  async isUpToDate(): Promise<boolean> {
    let came = 'NO_ANSWER';
    await until(async () => {
      came = await this.#readOn();
      return came !== 'NO_ANSWER';
    }, 'the service answers a request of the copy');
    return came === 'UP_TO_DATE';
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const came = await this.#readOn();
      if (came !== 'MORE') await delay(this.#random() * this.#pauseMs);
    }
  }

  async #readOn(): Promise<'MORE' | 'NEWS' | 'UP_TO_DATE' | 'NO_ANSWER'> {
    const cursor = this.#cursor;
    const limit = this.#draw(PAGE_SIZES);
    const query =
      cursor === null ? `historyDays=${this.#draw(HISTORY_DAYS)}` : `since=${encodeURIComponent(cursor)}`;
    const fate = fateOf(this.#random);
    const answer = await request(this.#network, `${this.#path}/changes?limit=${limit}&${query}`, {
      headers: { ...headersOf(this.#token), ...(cursor !== null && { 'if-none-match': `W/"${cursor}"` }) },
      fate,
      random: this.#random,
    });
    this.#count(answer === null ? fate : String(answer.status));
    if (answer === null) return 'NO_ANSWER';
    this.#hear(answer.text);
    if (answer.status === 304) return 'UP_TO_DATE';
    if (answer.status === 410) return this.#beginAnew(JSON.parse(answer.text).error.details.reason);
    // The member has left the household for some time, or the service is shutting down. The copy stays
    // unchanged.
    if (answer.status !== 200) return 'NO_ANSWER';
    const page = JSON.parse(answer.text);
    this.#apply(page);
    return page.hasMore ? 'MORE' : 'NEWS';
  }

  #beginAnew(reason: string): 'MORE' {
    this.#count(reason);
    [this.rows, this.#coming, this.#cursor] = [{}, null, null];
    return 'MORE';
  }

  #apply({ cursor, snapshot, historyFrom, changed: { household, ...lists }, removed }: Row): void {
    if (snapshot) this.#coming ??= { rows: {}, historyFrom };
    else if (this.#coming !== null) {
      ({ rows: this.rows, historyFrom: this.historyFrom } = this.#coming);
      this.#coming = null;
    }
    const into = this.#coming?.rows ?? this.rows;
    const put = (kind: string, row: Row) => ((into[kind] ??= {})[row['id']] = row);
    if (household !== undefined) put('household', household);
    for (const [kind, rows] of Object.entries<Row[]>(lists)) for (const row of rows) put(kind, row);
    for (const [kind, ids] of Object.entries<string[]>(removed))
      for (const id of ids) delete into[kind]?.[id];
    this.#cursor = cursor;
  }

  #draw<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#random() * choices.length)]!;
  }

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}
