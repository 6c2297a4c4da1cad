import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type {
  AccessEnded,
  EventBus,
  EventListener,
  TopicChanged,
  Logger,
} from '../../../application/shared/ports.js';
import type { Database } from '../database.js';
import { changedLine, endedLine, readPayload, dispatchLine, type NotifyLine, Notifier } from './notifier.js';
import { Socket } from 'node:net';
import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';

const CONNECT_MS = 3_000;
/**
 * The pauses before further tries to connect. The longest is short, because a job that another process adds in the
 * meantime begins only when this process listens again.
 */
const RECONNECT_MS = { first: 50, most: 800 };
/** A dead connection may not be noticed until something is sent over it, so a query is sent at this interval. */
const HEARTBEAT_MS = 10_000;
const HEARTBEAT_ANSWER_MS = 5_000;
/** How long closing the connection waits for the server. */
const FAREWELL_MS = 500;

export type ListenConnectionOptions = {
  readonly connectionString: string;
  readonly channels: readonly string[];
  readonly onPayload: (payload: string, channel: string) => void;
  /** Called whenever a connection begins to listen. Payloads that were sent while there was no connection are lost. */
  readonly onListening: () => void;
  readonly logger: Logger;
};

/** Listens on a connection of its own, and reconnects if it ends. */
export class ListenConnection {
  readonly #options: ListenConnectionOptions;
  readonly #running: Promise<void>;
  #open: { readonly client: pg.Client; readonly socket: Socket } | null = null;
  #failures = 0;
  #closed = false;
  readonly #closing = new AbortController();

  constructor(options: ListenConnectionOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#closing.abort();
    const open = this.#open;
    void open?.client.end().catch((error: unknown) => this.#report(error));
    const farewell = setTimeout(() => open?.socket.destroy(), FAREWELL_MS);
    await this.#running;
    clearTimeout(farewell);
  }

  async #run(): Promise<void> {
    for (;;) {
      try {
        await this.#listen();
      } catch (error) {
        this.#report(error);
      }
      if (this.#closed) return;
      await this.#pause();
    }
  }

  /** Opens the connection and listens. Resolves when the connection ends. Rejects if it cannot be opened. */
  async #listen(): Promise<void> {
    if (this.#closed) return;
    const { connectionString, channels, onPayload, onListening } = this.#options;
    // The driver waits for the server when it closes a connection. A socket that we create ourselves can be closed
    // immediately.
    const socket = new Socket();
    const client = new pg.Client({
      connectionString,
      application_name: 'household-planner events',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: HEARTBEAT_ANSWER_MS,
      keepAlive: true,
      stream: () => socket,
    });
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', (error) => this.#report(error));
    client.on('notification', ({ payload, channel }) => onPayload(payload ?? '', channel));
    this.#open = { client, socket };
    let heartbeat: NodeJS.Timeout | undefined;
    try {
      // If the connection is closed while it connects, `connect()` of the driver never settles.
      const isListening = await Promise.race([
        client
          .connect()
          .then(async () =>
            Boolean(await client.query(channels.map((channel) => `listen ${channel}`).join('; '))),
          ),
        ended.then(() => false),
      ]);
      if (!isListening) return;
      this.#failures = 0;
      onListening();
      heartbeat = setInterval(() => void this.#beat(client, socket), HEARTBEAT_MS).unref();
      await ended;
    } finally {
      clearInterval(heartbeat);
      this.#open = null;
      client.removeAllListeners('error').on('error', () => undefined);
      socket.destroy();
    }
  }

  async #beat(client: pg.Client, socket: Socket): Promise<void> {
    try {
      await client.query('select 1');
    } catch (error) {
      this.#report(error);
      socket.destroy();
    }
  }

  #report(error: unknown): void {
    if (!this.#closed) this.#options.logger.warn('LISTEN connection lost', { error });
  }

  async #pause(): Promise<void> {
    const longest = Math.min(RECONNECT_MS.first * 2 ** this.#failures++, RECONNECT_MS.most);
    const pauseMs = longest * (0.5 + Math.random() / 2);
    await delay(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }
}

const CHANNEL = 'household_events';
/** Notifications on this channel say that a job may be waiting. Listeners for events of households do not need them. */
const JOBS_CHANNEL = 'household_jobs';
/** The text of each notification on JOBS_CHANNEL. */
const WAITING: NotifyLine = 'waiting';

export type PostgresEventBusOptions = {
  readonly db: Database;
  /** The address for the listening connection, which is opened with the first listener. */
  readonly connectionString: string;
  readonly logger: Logger;
};

/**
 * Sends events between the processes of one database by LISTEN and NOTIFY. Listeners in this process are called
 * directly, even while the database is down. The database also sends the messages of this process back to it. They
 * begin with the id of this process (`sender`) and are ignored.
 */
export class PostgresEventBus implements EventBus {
  readonly #options: PostgresEventBusOptions;
  readonly #sender = randomUUID();
  readonly #notifier: Notifier;
  readonly #jobNotifier: Notifier;
  readonly #listeners = new Set<EventListener>();
  readonly #jobListeners = new Set<() => void>();
  readonly #listening = Promise.withResolvers<undefined>();
  #connection: ListenConnection | null = null;
  #closed = false;

  constructor(options: PostgresEventBusOptions) {
    const { db, logger } = options;
    this.#options = options;
    const notifierOn = (channel: string) =>
      new Notifier({ sender: this.#sender, send: (payloads) => notify(db, channel, payloads), logger });
    this.#notifier = notifierOn(CHANNEL);
    this.#jobNotifier = notifierOn(JOBS_CHANNEL);
  }

  publish(changes: readonly TopicChanged[]): void {
    for (const line of changes.map(changedLine)) {
      this.#dispatch(line);
      this.#notifier.sendPaced(line);
    }
  }

  endAccess(ended: readonly AccessEnded[]): void {
    for (const line of ended.map(endedLine)) {
      this.#dispatch(line);
      this.#notifier.sendNow(line);
    }
  }

  /** Tells the other processes that a job may be waiting in the queue, at most every 100 ms. */
  announceJobs(): void {
    this.#jobNotifier.sendPaced(WAITING);
  }

  /** Calls `listener` when another process has announced jobs, and whenever this may have been missed. */
  onJobs(listener: () => void): void {
    this.#jobListeners.add(listener);
    if (!this.#closed) this.#connection ??= this.#connect();
  }

  subscribe(listener: EventListener): () => void {
    const own: EventListener = {
      changed: (change) => listener.changed(change),
      accessEnded: (ended) => listener.accessEnded(ended),
      missed: () => listener.missed(),
    };
    this.#listeners.add(own);
    if (!this.#closed) this.#connection ??= this.#connect();
    return () => void this.#listeners.delete(own);
  }

  /**
   * Resolves when the first listener was registered and the messages of other processes reach this process. Also
   * resolves when the bus is closed.
   */
  async listening(): Promise<void> {
    await this.#listening.promise;
  }

  /**
   * Removes the listeners, sends the messages that are still waiting, and closes the connection. If the database
   * cannot be reached, the messages are lost.
   */
  async close(): Promise<void> {
    this.#closed = true;
    this.#listeners.clear();
    this.#jobListeners.clear();
    await Promise.all([this.#notifier.close(), this.#jobNotifier.close(), this.#connection?.close()]);
    this.#listening.resolve(undefined);
  }

  #connect(): ListenConnection {
    const { connectionString, logger } = this.#options;
    return new ListenConnection({
      connectionString,
      channels: [CHANNEL, JOBS_CHANNEL],
      logger,
      onPayload: (payload, channel) => {
        const { sender, lines } = readPayload(payload);
        if (sender === this.#sender) return;
        if (channel === JOBS_CHANNEL) this.#jobsAnnounced();
        else for (const line of lines) this.#dispatch(line);
      },
      onListening: () => {
        this.#listening.resolve(undefined);
        this.#each((listener) => listener.missed());
        this.#jobsAnnounced();
      },
    });
  }

  #jobsAnnounced(): void {
    for (const listener of this.#jobListeners) listener();
  }

  #dispatch(line: NotifyLine): void {
    this.#each((listener) => dispatchLine(listener, line));
  }

  /**
   * Calls every listener and logs their errors. A publisher has already committed its change, so a failing listener
   * must not fail its request.
   */
  #each(call: (listener: EventListener) => void): void {
    for (const listener of [...this.#listeners]) {
      try {
        call(listener);
      } catch (error) {
        this.#options.logger.error('event listener failed', { error });
      }
    }
  }
}

/**
 * Sends notifications without waiting until they are written to the disk, because a NOTIFY does not survive a
 * crash in any case.
 */
async function notify(db: Database, channel: string, payloads: readonly string[]): Promise<void> {
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, payload)
    from unnest(${payloads}::text[]) payload
  `.execute(db);
}
