import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { distributeDatabase } from '../../adapters/postgres/citus/distribute.js';
import { EmbeddedPostgres } from '../../adapters/postgres/embedded/embedded-postgres.js';
import { migrateToLatest } from '../../adapters/postgres/migrator.js';
import { joinNodes, nodesOf } from '../support/database/citus.js';

/** A PostgreSQL server on which a benchmark creates its databases. */
export class BenchServer {
  /** The addresses of the nodes. In a cluster the coordinator is the first one. */
  readonly #nodes: readonly string[];
  readonly #stop: () => Promise<void>;
  readonly #databases: string[] = [];

  private constructor(nodes: readonly string[], stop: () => Promise<void>) {
    this.#nodes = nodes;
    this.#stop = stop;
  }

  /**
   * Connects to TEST_CITUS_URL or TEST_DATABASE_URL if one is set. Otherwise starts an embedded server in a
   * temporary folder, with the durability of production.
   */
  static async start(): Promise<BenchServer> {
    const isThere = () => Promise.resolve();
    const { TEST_CITUS_URL: coordinator = '', TEST_DATABASE_URL: given = '' } = process.env;
    if (coordinator !== '') return new BenchServer(await nodesOf(coordinator), isThere);
    if (given !== '') return new BenchServer([given], isThere);
    const dataDir = await mkdtemp(path.join(tmpdir(), 'planner-bench-'));
    // The server may run as another user, who needs access to the folder.
    await chmod(dataDir, 0o755);
    const embedded = await EmbeddedPostgres.start({ dataDir });
    return new BenchServer([embedded.connectionString], async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    });
  }

  /**
   * Creates a database and returns its address. With `template` it is a copy of that database, to which
   * nobody may be connected. Otherwise it is empty; on a cluster it is migrated and distributed.
   */
  async createDatabase(template?: string): Promise<string> {
    const address = await this.createUnspread(template);
    if (this.isCluster && template === undefined) await distributeDatabase(address);
    return address;
  }

  get isCluster(): boolean {
    return this.#nodes.length > 1;
  }

  /**
   * Creates a separate database for the job queue if this is a cluster. Returns null if the queue is in the
   * database of the service.
   */
  async createQueue(): Promise<string | null> {
    return this.isCluster ? this.createPlain() : null;
  }

  /** Creates an empty database on one server. On a cluster that is the coordinator. */
  async createPlain(): Promise<string> {
    const [coordinator = ''] = this.#nodes;
    const name = this.#newName();
    await withClient(coordinator, (client) => client.query(`create database ${name}`));
    return addressOf(coordinator, name);
  }

  /** Like `createDatabase`, but on a cluster all tables are still on the coordinator. */
  async createUnspread(template?: string): Promise<string> {
    const name = this.#newName();
    const source = template === undefined ? 'template1' : new URL(template).pathname.slice(1);
    const addresses = this.#nodes.map((node) => addressOf(node, name));
    for (const node of this.#nodes)
      await withClient(node, async (client) => {
        // A Citus node keeps a background worker connected to each database, which would make the copy fail.
        if (this.isCluster && template !== undefined) await keepOut(client, source);
        await client.query(`create database ${name} template ${source}`);
        if (this.isCluster && template !== undefined)
          await client.query(`alter database ${source} allow_connections true`);
      });
    const [address = ''] = addresses;
    if (this.isCluster && template === undefined) {
      await migrateToLatest(address);
      await joinNodes(addresses);
    }
    return address;
  }

  #newName(): string {
    const name = `planner_bench_${randomBytes(6).toString('hex')}`;
    this.#databases.push(name);
    return name;
  }

  async stop(): Promise<void> {
    try {
      for (const node of this.#nodes)
        await withClient(node, async (client) => {
          for (const name of this.#databases)
            await client.query(`drop database if exists ${name} with (force)`);
        });
    } finally {
      await this.#stop();
    }
  }
}

function addressOf(server: string, database: string): string {
  const address = new URL(server);
  address.pathname = database;
  return address.href;
}

async function keepOut(client: pg.Client, database: string): Promise<void> {
  await client.query(`alter database ${database} allow_connections false`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
}

/** Runs `work` with a server and a folder for files. Both are removed afterwards. */
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
