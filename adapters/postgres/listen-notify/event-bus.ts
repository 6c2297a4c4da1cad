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
import { ListenConnection } from './listen-connection.js';
import { changedLine, endedLine, readPayload, tell, type Line, Notifier } from './notifier.js';

const CHANNEL = 'household_events';

export type PostgresEventBusOptions = {
  readonly db: Database;
  /** For the connection that listens, which is made with the first listener. */
  readonly connectionString: string;
  readonly logger: Logger;
};

/**
 * The bus between the processes of one database, by LISTEN and NOTIFY. Listeners of this process are told directly,
 * also while the database is away; what comes back of it from the database is recognised by its sender.
 */
export class PostgresEventBus implements EventBus {
  readonly #options: PostgresEventBusOptions;
  readonly #sender = randomUUID();
  readonly #notifier: Notifier;
  readonly #listeners = new Set<EventListener>();
  readonly #listening = Promise.withResolvers<undefined>();
  #connection: ListenConnection | null = null;
  #closed = false;

  constructor(options: PostgresEventBusOptions) {
    const { db, logger } = options;
    this.#options = options;
    this.#notifier = new Notifier({
      sender: this.#sender,
      send: (payloads) => notify(db, payloads),
      logger,
    });
  }

  publish(changes: readonly TopicChanged[]): void {
    for (const line of changes.map(changedLine)) {
      this.#tell(line);
      this.#notifier.sendPaced(line);
    }
  }

  endAccess(ended: readonly AccessEnded[]): void {
    for (const line of ended.map(endedLine)) {
      this.#tell(line);
      this.#notifier.sendNow(line);
    }
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

  /** Resolves when messages of other processes arrive, after the first listener has come. */
  async listening(): Promise<void> {
    await this.#listening.promise;
  }

  /** Sends what waits to be sent. The database has to be there still. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#listeners.clear();
    await Promise.all([this.#notifier.close(), this.#connection?.close()]);
    this.#listening.resolve(undefined);
  }

  #connect(): ListenConnection {
    const { connectionString, logger } = this.#options;
    return new ListenConnection({
      connectionString,
      channel: CHANNEL,
      logger,
      onPayload: (payload) => {
        const { sender, lines } = readPayload(payload);
        if (sender !== this.#sender) for (const line of lines) this.#tell(line);
      },
      onListening: () => {
        this.#listening.resolve(undefined);
        this.#each((listener) => listener.missed());
      },
    });
  }

  #tell(line: Line): void {
    this.#each((listener) => tell(listener, line));
  }

  /** Whoever publishes has committed: what a listener makes of it is not their concern. */
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

/** A NOTIFY has nothing to survive a crash with, so its commit waits for no disk. */
async function notify(db: Database, payloads: readonly string[]): Promise<void> {
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, payload)
    from unnest(${payloads}::text[]) payload
  `.execute(db);
}
