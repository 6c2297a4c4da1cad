import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { findBinaries } from '../../../adapters/postgres/embedded/binaries.js';
import { openCluster, type Cluster } from '../../../adapters/postgres/embedded/cluster.js';
import { findPostmaster } from '../../../adapters/postgres/embedded/postmaster.js';
import { findServerUser, type ServerUser } from '../../../adapters/postgres/embedded/server-user.js';
import { scratchFolder } from '../scratch-folder.js';
import { until } from '../until.js';
import type { TestDatabase } from './test-database.js';

/** A PostgreSQL server for a single test, which can crash it and start it again at the same address. */
export class OwnServer implements TestDatabase {
  readonly connectionString: string;
  readonly #folder: string;
  readonly #cluster: Cluster;
  readonly #user: ServerUser;
  readonly #port: number;

  private constructor(folder: string, cluster: Cluster, user: ServerUser, port: number) {
    this.#folder = folder;
    this.#cluster = cluster;
    this.#user = user;
    this.#port = port;
    this.connectionString = `postgres://postgres:${cluster.password}@127.0.0.1:${port}/postgres`;
  }

  static async create(): Promise<OwnServer> {
    const folder = await mkdtemp(path.join(await scratchFolder(), 'planner-own-'));
    await chmod(folder, 0o755);
    const binaries = findBinaries();
    const user = await findServerUser(path.join(folder, 'postgres'), binaries.postgres);
    const cluster = await openCluster(path.join(folder, 'postgres'), binaries, user);
    const server = new OwnServer(folder, cluster, user, await freePort());
    await server.start();
    return server;
  }

  /** Starts the server and resolves when it accepts connections. */
  async start(): Promise<void> {
    const { file, args, options } = this.#user.command(findBinaries().postgres, [
      ...['-D', this.#cluster.dataFolder, '-p', String(this.#port)],
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...['-c', 'timezone=UTC', '-c', 'max_connections=200'],
    ]);
    const server = spawn(file, args, { ...options, detached: true, stdio: 'ignore' });
    server.unref();
    await until(async () => {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
      return (await findPostmaster(this.#cluster.dataFolder))?.ready === true;
    }, `PostgreSQL accepts connections on port ${this.#port}`);
  }

  /**
   * Shuts the server down immediately: connections are cut, open transactions are lost, and the next start
   * runs recovery.
   */
  async crash(): Promise<void> {
    const running = await findPostmaster(this.#cluster.dataFolder);
    if (running === null) return;
    process.kill(running.pid, 'SIGQUIT');
    await until(
      async () => (await findPostmaster(this.#cluster.dataFolder)) === null,
      `PostgreSQL on port ${this.#port} has ended`,
    );
  }

  async drop(): Promise<void> {
    await this.crash();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
