import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { findPostmaster } from '../../../adapters/postgres/embedded/postmaster.js';
import { until } from '../until.js';

/** A node of a Citus cluster on this machine. A test can crash it and start it again. */
export class ClusterNode {
  readonly address: string;
  readonly #dataFolder: string;
  /** The command line with which the node was started: the program, then its arguments. */
  readonly #command: readonly string[];

  private constructor(address: string, dataFolder: string, command: readonly string[]) {
    this.address = address;
    this.#dataFolder = dataFolder;
    this.#command = command;
  }

  static async at(address: string): Promise<ClusterNode> {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    await client.end();
    const folder = rows[0]?.data_directory ?? '';
    if ((await findPostmaster(folder)) === null) throw new Error(`${address} does not run on this machine`);
    const [program = '', ...args] = (await readFile(path.join(folder, 'postmaster.opts'), 'utf8'))
      .trim()
      .split(' ');
    return new ClusterNode(address, folder, [program, ...args.map((arg) => arg.replaceAll('"', ''))]);
  }

  /** Shuts the node down immediately: connections are cut, and the next start runs recovery. */
  async crash(): Promise<void> {
    const running = await findPostmaster(this.#dataFolder);
    if (running === null) return;
    process.kill(running.pid, 'SIGQUIT');
    await until(
      async () => (await findPostmaster(this.#dataFolder)) === null,
      `the cluster node in ${this.#dataFolder} has ended`,
    );
  }

  /** Starts the node and resolves when it accepts connections. */
  async start(): Promise<void> {
    if ((await findPostmaster(this.#dataFolder)) !== null) return;
    const [program = '', ...args] = this.#command;
    const { uid, gid } = await stat(this.#dataFolder);
    const server = spawn(program, args, {
      uid,
      gid,
      cwd: this.#dataFolder,
      detached: true,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'] },
    });
    server.unref();
    await until(async () => {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
      return (await findPostmaster(this.#dataFolder))?.ready === true;
    }, `the cluster node in ${this.#dataFolder} accepts connections`);
  }
}
