import pg from 'pg';

/**
 * The key of an advisory lock. PostgreSQL keeps keys with two parts apart from keys with one number. The first
 * part spells "EMBD" in ASCII.
 */
const LOCK = [0x454d4244, 1] as const;

/** Error codes of a server that is starting or stopping. */
const NOT_NOW = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03']);

/**
 * Registers this process as a user of a running server: it holds a shared advisory lock over a connection. From the
 * lock, other processes see that the server is in use. If this process is killed, its connection closes and
 * PostgreSQL releases the lock.
 */
export class ServerRegistration {
  readonly #client: pg.Client & { readonly processID?: number };
  /** Resolves when the connection has ended, no matter which side closed it. */
  readonly ended: Promise<void>;

  private constructor(client: pg.Client) {
    this.#client = client;
    this.ended = new Promise((resolve) => client.once('end', () => resolve()));
  }

  /**
   * Registers this process. Returns null if that has to be tried again later: the server is starting or stopping, or it
   * still lists the process that served the connection of `former`. If that process was killed, its lock remains until
   * the server notices. `leave` would take this lock for another user and not stop the server.
   *
   * @param former the earlier registration of this process whose connection was lost, or null
   */
  static async join(
    connectionString: string,
    former: ServerRegistration | null,
  ): Promise<ServerRegistration | null> {
    const client = new pg.Client({ connectionString, application_name: 'presence', keepAlive: true });
    // Without a listener, this process would end when the server ends. The error needs no handling here, because
    // `leave` fails on the broken connection.
    client.on('error', () => undefined);
    try {
      await client.connect();
      const isFormerGone = former === null || !(await former.#isListed(client));
      if (isFormerGone && (await lock(client, 'pg_try_advisory_lock_shared')))
        return new ServerRegistration(client);
      await client.end();
      return null;
    } catch (error) {
      await client.end();
      if (isStartingOrStopping(error)) return null;
      throw error;
    }
  }

  /** Returns true if the server still lists the process that serves the connection of this registration. */
  async #isListed(observer: pg.Client): Promise<boolean> {
    const { rows } = await observer.query('select from pg_stat_activity where pid = $1', [
      this.#client.processID,
    ]);
    return rows.length > 0;
  }

  /**
   * Releases the shared lock. If no other process holds it, takes the exclusive lock and runs `lastOne`, which stops
   * the server. The exclusive lock refuses new users, so no process can join a server that is about to stop.
   */
  async leave(lastOne: () => Promise<void>): Promise<void> {
    try {
      await lock(this.#client, 'pg_advisory_unlock_shared');
      if (await lock(this.#client, 'pg_try_advisory_lock')) await lastOne();
    } finally {
      await this.#client.end();
    }
  }
}

async function lock(client: pg.Client, call: string): Promise<boolean> {
  const { rows } = await client.query<{ done: boolean }>(`select ${call}($1, $2) as done`, [...LOCK]);
  return rows[0]?.done === true;
}

/** Returns true if the error means that the server is just starting or stopping. */
export function isStartingOrStopping(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return (
    NOT_NOW.has(code ?? '') ||
    /^(Connection terminated|Client has encountered a connection error|Client was closed)/.test(message)
  );
}
