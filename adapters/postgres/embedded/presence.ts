import pg from 'pg';

/** Advisory locks of two numbers have a space of their own; the first one spells "EMBD". */
const LOCK = [0x454d4244, 1] as const;

/** A server that is just starting, or just stopping, answers with one of these. */
const NOT_NOW = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03']);

/**
 * One process's share in a running server: a connection that holds a shared advisory lock. The server
 * itself thus knows who uses it, and forgets a process that was killed, since its connection closes.
 */
export class Presence {
  readonly #client: pg.Client;
  /** Resolves when the connection has ended, whoever ended it. */
  readonly ended: Promise<void>;

  private constructor(client: pg.Client) {
    this.#client = client;
    this.ended = new Promise((resolve) => client.once('end', () => resolve()));
  }

  /** Null when the server is not accepting users: it is starting, or its last user is stopping it. */
  static async join(connectionString: string): Promise<Presence | null> {
    const client = new pg.Client({ connectionString, application_name: 'presence', keepAlive: true });
    // Without a listener the end of the server would end this process; leave() notices it anyway.
    client.on('error', () => undefined);
    try {
      await client.connect();
      if (await lock(client, 'pg_try_advisory_lock_shared')) return new Presence(client);
      await client.end();
      return null;
    } catch (error) {
      await client.end();
      if (isNotNow(error)) return null;
      throw error;
    }
  }

  /**
   * Gives the share back and then runs `lastOne` if nobody else has one. Newcomers are refused from
   * then on, so that none adopts a server which is about to stop.
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

export function isNotNow(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return (
    NOT_NOW.has(code ?? '') ||
    /^(Connection terminated|Client has encountered a connection error|Client was closed)/.test(message)
  );
}
