import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { PgBossJobs } from '../../../adapters/jobs/pg-boss-jobs.js';
import { distributeDatabase } from '../../../adapters/postgres/citus/distribute.js';
import { migrateToLatest } from '../../../adapters/postgres/migrator.js';
import { RecordingLogger } from '../recording-logger.js';
import { joinNodes, nodesOf } from './citus.js';
import { queueAt } from '../queue-database.js';

/** One run of the tests. The names of all its databases begin with the name of the template. */
export interface Run {
  /** The addresses of the nodes of the cluster, the coordinator first, or of the one server. */
  readonly nodes: readonly string[];
  readonly template: string;
}

export interface TestDatabase {
  readonly connectionString: string;
  /** Closes the remaining connections and drops the database. */
  drop(): Promise<void>;
}

const NODES = 'PLANNER_TEST_NODES';
const TEMPLATE = 'PLANNER_TEST_TEMPLATE';
/**
 * PostgreSQL refuses to copy a database while another session copies it, so copies wait for this advisory
 * lock.
 */
const COPY_LOCK = 7_526_114;

export async function createTemplate(server: string, isCluster: boolean): Promise<Run> {
  const template = `planner_${randomBytes(4).toString('hex')}`;
  const nodes = isCluster ? await nodesOf(server) : [server];
  await onEach(nodes, (client) => client.query(`create database ${template}`));
  const address = addressOf(server, template);
  await migrateToLatest(address);
  if (isCluster) {
    await joinNodes(nodes.map((node) => addressOf(node, template)));
    await distributeDatabase(address);
  }
  await installQueue(address);
  // A connection to the template would make every copy fail, so nobody may connect to it.
  await onEach(nodes, async (client) => {
    await client.query(`alter database ${template} allow_connections false`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      template,
    ]);
  });
  process.env[NODES] = nodes.join(' ');
  process.env[TEMPLATE] = template;
  return { nodes, template };
}

/** Creates the tables of the job queue in the template, so that not every test has to create them. */
async function installQueue(connectionString: string): Promise<void> {
  const jobs = new PgBossJobs({
    openDatabase: queueAt(connectionString),
    ...{ logger: new RecordingLogger(), handlers: null },
  });
  await jobs.start();
  await jobs.stop();
}

/**
 * Creates a database for one test file: migrated and empty.
 *
 * @param bare never migrated, and on one server even if there is a cluster
 * @param unspread never migrated, on all nodes of the cluster
 */
export async function createTestDatabase({ bare = false, unspread = false } = {}): Promise<TestDatabase> {
  const all = process.env[NODES]?.split(' ');
  const [server] = all ?? [];
  const template = process.env[TEMPLATE];
  if (all === undefined || server === undefined || template === undefined) {
    throw new Error('Tests with a database belong to the jest project "database", see jest.config.js.');
  }
  const nodes = bare ? [server] : all;
  const source = bare || unspread ? 'template0' : template;
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await asAdmin(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [COPY_LOCK]);
    await onEach(nodes, (node) =>
      node.query(`create database ${name} template ${source} strategy file_copy`),
    );
  });
  if (unspread) await joinNodes(nodes.map((node) => addressOf(node, name)));
  const database = { connectionString: addressOf(server, name) };
  return {
    ...database,
    drop: async () => {
      await disconnect(database.connectionString);
      await onEach(nodes, (client) => drop(client, name));
    },
  };
}

/** Drops all databases of the run, including those that test files forgot to drop. */
export async function dropRun({ nodes, template }: Run): Promise<void> {
  await onEach(nodes, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [template],
    );
    for (const { datname } of rows) await drop(client, datname);
  });
}

/** Connections are kept, because opening one takes thirty times as long as a statement. */
const connections = new Map<string, pg.Pool>();

/**
 * Runs a statement that does not go through the service. All statements for a database use the same
 * connection, so they see the settings and the open transaction of earlier ones. The connection stays open
 * until the database is dropped.
 */
export async function query(
  { connectionString }: Pick<TestDatabase, 'connectionString'>,
  text: string,
): Promise<Record<string, unknown>[]> {
  let connection = connections.get(connectionString);
  if (connection === undefined) {
    connection = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    // An idle connection broke. The next statement opens a new one.
    connection.on('error', () => undefined);
    connections.set(connectionString, connection);
  }
  return (await connection.query<Record<string, unknown>>(text)).rows;
}

async function disconnect(connectionString: string): Promise<void> {
  await connections.get(connectionString)?.end();
  connections.delete(connectionString);
}

/**
 * Drops a database. A Citus node keeps a background worker in each database, which may have restarted just
 * now, so it tries again if the database is in use.
 */
async function drop(client: pg.Client, name: string): Promise<void> {
  const IN_USE = '55006';
  for (let tries = 1; ; tries++)
    try {
      await client.query(`drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== IN_USE || tries === 20) throw error;
      await setTimeout(100);
    }
}

function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function onEach(
  nodes: readonly string[],
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  for (const node of nodes) await asAdmin(node, work);
}

async function asAdmin(server: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
