import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { PgBossJobs } from '../../../adapters/jobs/pg-boss-jobs.js';
import { distributeDatabase } from '../../../adapters/postgres/citus/distribute.js';
import { migrateToLatest } from '../../../adapters/postgres/migrator.js';
import { RecordingLogger } from '../recording-logger.js';
import { joinNodes, nodesOf } from './citus.js';

/** All databases of one run of the tests begin with the name of its template. */
export interface Run {
  /** All nodes of a cluster, its coordinator first; else one server. */
  readonly nodes: readonly string[];
  readonly template: string;
}

export interface TestDatabase {
  readonly connectionString: string;
  /** Closes all remaining connections. */
  drop(): Promise<void>;
}

const NODES = 'PLANNER_TEST_NODES';
const TEMPLATE = 'PLANNER_TEST_TEMPLATE';
/** Copies wait for each other: PostgreSQL refuses to copy a database while someone else does. */
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
  // Nobody connects by mistake, which would make every copy fail.
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

/** Saves each database the time that it takes. */
async function installQueue(connectionString: string): Promise<void> {
  const jobs = new PgBossJobs({ connectionString, logger: new RecordingLogger(), handlers: null });
  await jobs.start();
  await jobs.stop();
}

/**
 * A migrated, empty database for one test file; with `bare`, one that has never been migrated, on one server, and
 * with `unspread` on all nodes of the cluster.
 */
export async function createTestDatabase({ bare = false, unspread = false } = {}): Promise<TestDatabase> {
  const all = process.env[NODES]?.split(' ');
  const [server] = all ?? [];
  const template = process.env[TEMPLATE];
  if (all === undefined || server === undefined || template === undefined) {
    throw new Error('Tests with a database belong to the jest project "database", see package.json.');
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

/** Also what test files forgot to drop. */
export async function dropRun({ nodes, template }: Run): Promise<void> {
  await onEach(nodes, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [template],
    );
    for (const { datname } of rows) await drop(client, datname);
  });
}

/** A test asks often, and a connection takes thirty times as long as a statement. */
const connections = new Map<string, pg.Pool>();

/**
 * Statements outside the service, one after the other over a connection that is kept until the database goes: what one
 * sets or begins, the next finds.
 */
export async function query(
  { connectionString }: Pick<TestDatabase, 'connectionString'>,
  text: string,
): Promise<Record<string, unknown>[]> {
  let connection = connections.get(connectionString);
  if (connection === undefined) {
    connection = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    // Broken while idle: the next statement opens another.
    connection.on('error', () => undefined);
    connections.set(connectionString, connection);
  }
  return (await connection.query<Record<string, unknown>>(text)).rows;
}

async function disconnect(connectionString: string): Promise<void> {
  await connections.get(connectionString)?.end();
  connections.delete(connectionString);
}

/** A node of a cluster keeps a worker of its own in each database, which may just have come back. */
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
