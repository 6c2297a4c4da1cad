import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../../../application/shared/operator-error.js';
import { findBinaries } from './binaries.js';
import { openCluster, type Cluster } from './cluster.js';
import { launch, POLL_MS } from './launch.js';
import { findPostmaster, type Postmaster } from './postmaster.js';
import { isNotNow, Presence } from './presence.js';
import { findServerUser } from './server-user.js';

/** Replaying the log after a crash takes long when much was written; making a server wait is no fault. */
const START_LIMIT_MS = 120_000;
/** A fast shutdown rolls back and writes a checkpoint; past this the next start recovers instead. */
const STOP_LIMIT_MS = 5_000;

export interface EmbeddedPostgresOptions {
  /** The server's data goes to `postgres/` below it; made when absent. */
  readonly dataDir: string;
  /** False gives up surviving a power cut for speed: for tests only. */
  readonly durable?: boolean;
  /** Told when the server went away and has come back. */
  readonly onRestart?: () => void;
  /** Told when it went away and does not come back: whoever uses it can do nothing more. */
  readonly onLost?: (error: unknown) => void;
}

type Started = {
  readonly cluster: Cluster;
  readonly connectionString: string;
  readonly presence: Presence;
  /** Joins the server, at that port or at any; started first where none runs. */
  readonly join: (port: number | null) => Promise<{ presence: Presence; connectionString: string }>;
};

/**
 * A real PostgreSQL that belongs to a data folder, not to a process: several processes share it, the
 * last one to stop stops it, and one that was left running by a killed process is taken over.
 */
export class EmbeddedPostgres {
  readonly connectionString: string;
  readonly #cluster: Cluster;
  readonly #join: Started['join'];
  #presence: Presence;
  #watching: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  private constructor({ cluster, connectionString, presence, join }: Started) {
    this.#cluster = cluster;
    this.connectionString = connectionString;
    this.#presence = presence;
    this.#join = join;
  }

  /** Starts the server of `dataDir`, or joins the one that runs; it accepts connections on return. */
  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const { dataDir, durable = true } = options;
    const binaries = findBinaries();
    const folder = path.resolve(dataDir, 'postgres');
    await mkdir(path.dirname(folder), { recursive: true });
    const user = await findServerUser(folder, binaries.postgres);
    const cluster = await openCluster(folder, binaries, user);
    const join: Started['join'] = async (port) => {
      const deadline = Date.now() + START_LIMIT_MS;
      while (Date.now() < deadline) {
        const running = await findPostmaster(cluster.dataFolder);
        if (running === null) {
          await launch(cluster, binaries.postgres, user, { durable, port });
        } else if (running.ready) {
          const connectionString = toAddress(cluster, running);
          const presence = await Presence.join(connectionString);
          if (presence !== null) return { presence, connectionString };
        }
        await delay(POLL_MS);
      }
      throw new OperatorError(
        `The embedded PostgreSQL was not ready within 120 s; its log is ${cluster.logFile}.`,
      );
    };
    const embedded = new EmbeddedPostgres({ cluster, join, ...(await join(null)) });
    embedded.#watching = embedded.#watch(options);
    return embedded;
  }

  /** A server that was ended from outside is started again where it was: those who use it know its address. */
  async #watch({ onRestart, onLost }: EmbeddedPostgresOptions): Promise<void> {
    try {
      for (;;) {
        await this.#presence.ended;
        if (this.#isStopped()) return;
        const { presence, connectionString } = await this.#join(Number(new URL(this.connectionString).port));
        if (this.#isStopped()) {
          await presence.leave(() => shutDown(this.#cluster));
          return;
        }
        this.#presence = presence;
        if (connectionString !== this.connectionString)
          throw new OperatorError('The embedded PostgreSQL was restarted at another port.');
        onRestart?.();
      }
    } catch (error) {
      if (!this.#isStopped()) onLost?.(error);
    }
  }

  #isStopped(): boolean {
    return this.#stopped !== undefined;
  }

  /** Gives up this use; the server stops when it was the last. Calling it again waits for the first. */
  async stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    try {
      await this.#presence.leave(() => shutDown(this.#cluster));
    } catch (error) {
      if (!isNotNow(error)) throw error;
      await this.#stopAfterLostConnection();
    }
    // One that was just being started again is stopped by whoever started it.
    await this.#watching;
  }

  /** The server went away, restarts or recovers under us; what runs then may have nobody left but us. */
  async #stopAfterLostConnection(): Promise<void> {
    const deadline = Date.now() + START_LIMIT_MS;
    while (Date.now() < deadline) {
      const running = await findPostmaster(this.#cluster.dataFolder);
      if (running === null) return;
      const presence = running.ready ? await Presence.join(toAddress(this.#cluster, running)) : null;
      if (presence !== null) return presence.leave(() => shutDown(this.#cluster));
      await delay(POLL_MS);
    }
  }
}

function toAddress(cluster: Cluster, { port }: Postmaster): string {
  return `postgres://postgres:${cluster.password}@127.0.0.1:${port}/postgres`;
}

/** First politely (fast shutdown), then without a checkpoint (immediate shutdown). */
async function shutDown(cluster: Cluster): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const running = await findPostmaster(cluster.dataFolder);
    if (running === null) return;
    process.kill(running.pid, signal);
    const deadline = Date.now() + STOP_LIMIT_MS;
    while (Date.now() < deadline) {
      if ((await findPostmaster(cluster.dataFolder))?.pid !== running.pid) return;
      await delay(POLL_MS);
    }
  }
}
