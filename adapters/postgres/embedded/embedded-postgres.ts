import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../../../application/shared/operator-error.js';
import { findBinaries } from './binaries.js';
import { openCluster, type Cluster } from './cluster.js';
import { launch, POLL_MS } from './launch.js';
import { findPostmaster, type Postmaster } from './postmaster.js';
import { isStartingOrStopping, ServerRegistration } from './server-registration.js';
import { findServerUser } from './server-user.js';

/**
 * How long a start may take. Recovery after a crash can take long if much was written, and waiting for it is not
 * an error.
 */
const START_LIMIT_MS = 120_000;
/**
 * How long a fast shutdown may take. It rolls back transactions and writes a checkpoint. If it takes longer, the
 * server is stopped without a checkpoint, and the next start recovers.
 */
const STOP_LIMIT_MS = 5_000;

export interface EmbeddedPostgresOptions {
  /** The server keeps its data in `postgres/` below this folder, which is created if it is missing. */
  readonly dataDir: string;
  /** false makes the server faster, but a power cut can lose data. Only tests use it. */
  readonly durable?: boolean;
  /** Called when the server has stopped unexpectedly and runs again. */
  readonly onRestart?: () => void;
  /**
   * Called when the server has stopped and cannot be started again on the same port. The process cannot go on without
   * it.
   */
  readonly onLost?: (error: unknown) => void;
}

type Started = {
  readonly cluster: Cluster;
  readonly connectionString: string;
  readonly presence: ServerRegistration;
  /**
   * Registers this process with the running server. If no server runs, it first starts one on this port. null means
   * any free port. `former` is the earlier registration of this process, if its connection was lost.
   */
  readonly join: (
    port: number | null,
    former: ServerRegistration | null,
  ) => Promise<{ presence: ServerRegistration; connectionString: string }>;
};

/**
 * A PostgreSQL server that belongs to a data folder and not to one process. Several processes can share it. The last
 * process that stops also stops the server. A server left behind by a killed process is used again.
 */
export class EmbeddedPostgres {
  readonly connectionString: string;
  readonly #cluster: Cluster;
  readonly #join: Started['join'];
  #presence: ServerRegistration;
  #watching: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  private constructor({ cluster, connectionString, presence, join }: Started) {
    this.#cluster = cluster;
    this.connectionString = connectionString;
    this.#presence = presence;
    this.#join = join;
  }

  /**
   * Starts the server of `dataDir`, or joins it if it is running. The server accepts connections when this returns.
   */
  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const { dataDir, durable = true } = options;
    const binaries = findBinaries();
    const folder = path.resolve(dataDir, 'postgres');
    await mkdir(path.dirname(folder), { recursive: true });
    const user = await findServerUser(folder, binaries.postgres);
    const cluster = await openCluster(folder, binaries, user);
    const join: Started['join'] = async (port, former) => {
      const deadline = Date.now() + START_LIMIT_MS;
      while (Date.now() < deadline) {
        const running = await findPostmaster(cluster.dataFolder);
        if (running === null) {
          await launch(cluster, binaries.postgres, user, { durable, port });
        } else if (running.ready) {
          const connectionString = toAddress(cluster, running);
          const presence = await ServerRegistration.join(connectionString, former);
          if (presence !== null) return { presence, connectionString };
        }
        await delay(POLL_MS);
      }
      throw new OperatorError(
        `The embedded PostgreSQL was not ready within 120 s; its log is ${cluster.logFile}.`,
      );
    };
    const embedded = new EmbeddedPostgres({ cluster, join, ...(await join(null, null)) });
    embedded.#watching = embedded.#watch(options);
    return embedded;
  }

  /**
   * Restarts the server on the same port if something else has stopped it, because the processes that use it have
   * its address.
   */
  async #watch({ onRestart, onLost }: EmbeddedPostgresOptions): Promise<void> {
    try {
      for (;;) {
        await this.#presence.ended;
        if (this.#isStopped()) return;
        const port = Number(new URL(this.connectionString).port);
        const { presence, connectionString } = await this.#join(port, this.#presence);
        if (this.#isStopped()) {
          await presence.leave(() => shutDown(this.#cluster));
          return;
        }
        this.#presence = presence;
        if (connectionString !== this.connectionString)
          throw new OperatorError('The embedded PostgreSQL was restarted on another port.');
        onRestart?.();
      }
    } catch (error) {
      if (!this.#isStopped()) onLost?.(error);
    }
  }

  #isStopped(): boolean {
    return this.#stopped !== undefined;
  }

  /**
   * Stops using the server. If no other process uses it, the server is shut down. A second call waits for the
   * first.
   */
  async stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #stop(): Promise<void> {
    try {
      await this.#presence.leave(() => shutDown(this.#cluster));
    } catch (error) {
      if (!isStartingOrStopping(error)) throw error;
      await this.#stopAfterLostConnection();
    }
    // If `#watch` is just restarting the server, it notices `#stopped` and stops using the server itself.
    await this.#watching;
  }

  /**
   * Handles a connection that is lost during `stop`, because the server has stopped, restarts or recovers. If the
   * server runs again, this process may be its last user and then has to stop it.
   */
  async #stopAfterLostConnection(): Promise<void> {
    const deadline = Date.now() + START_LIMIT_MS;
    while (Date.now() < deadline) {
      const running = await findPostmaster(this.#cluster.dataFolder);
      if (running === null) return;
      const presence = running.ready
        ? await ServerRegistration.join(toAddress(this.#cluster, running), this.#presence)
        : null;
      if (presence !== null) return presence.leave(() => shutDown(this.#cluster));
      await delay(POLL_MS);
    }
  }
}

function toAddress(cluster: Cluster, { port }: Postmaster): string {
  return `postgres://postgres:${cluster.password}@127.0.0.1:${port}/postgres`;
}

/**
 * Shuts the server down. It asks for a fast shutdown (SIGINT). If the server still runs after STOP_LIMIT_MS, it asks
 * for an immediate shutdown without a checkpoint (SIGQUIT).
 */
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
