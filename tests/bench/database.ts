import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { EmbeddedPostgres } from '../../adapters/postgres/embedded/embedded-postgres.js';

/** A PostgreSQL in which a benchmark makes databases of its own. */
export class BenchServer {
  readonly #address: string;
  readonly #stop: () => Promise<void>;
  readonly #databases: string[] = [];

  private constructor(address: string, stop: () => Promise<void>) {
    this.#address = address;
    this.#stop = stop;
  }

  /** TEST_DATABASE_URL if set, else an embedded server in a temporary folder, as durable as in production. */
  static async start(): Promise<BenchServer> {
    const given = process.env['TEST_DATABASE_URL'];
    if (given !== undefined && given !== '') return new BenchServer(given, () => Promise.resolve());
    const dataDir = await mkdtemp(path.join(tmpdir(), 'planner-bench-'));
    // The server may run as another user than we do, who has to get into the folder.
    await chmod(dataDir, 0o755);
    const embedded = await EmbeddedPostgres.start({ dataDir });
    return new BenchServer(embedded.connectionString, async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    });
  }

  /** An empty database, or a copy of one that nobody is connected to; the answer is its address. */
  async createDatabase(template?: string): Promise<string> {
    const name = `planner_bench_${randomBytes(6).toString('hex')}`;
    const source = template === undefined ? '' : ` template ${new URL(template).pathname.slice(1)}`;
    await withClient(this.#address, (client) => client.query(`create database ${name}${source}`));
    this.#databases.push(name);
    const address = new URL(this.#address);
    address.pathname = name;
    return address.href;
  }

  async stop(): Promise<void> {
    try {
      await withClient(this.#address, async (client) => {
        for (const name of this.#databases)
          await client.query(`drop database if exists ${name} with (force)`);
      });
    } finally {
      await this.#stop();
    }
  }
}

/** A server and a folder for files, both gone when `work` has ended. */
export async function onBenchServer(
  work: (server: BenchServer, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'planner-bench-files-'));
  try {
    const server = await BenchServer.start();
    try {
      await work(server, folder);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
