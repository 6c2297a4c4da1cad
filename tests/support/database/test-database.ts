import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { PgBossJobs } from '../../../adapters/jobs/pg-boss-jobs.js';
import { migrateToLatest } from '../../../adapters/postgres/migrator.js';
import { RecordingLogger } from '../recording-logger.js';

/** All databases of one run of the tests begin with the name of its template. */
export interface Run {
  readonly server: string;
  readonly template: string;
}

export interface TestDatabase {
  readonly connectionString: string;
  /** Throws out whoever is still connected. */
  drop(): Promise<void>;
}

const SERVER = 'PLANNER_TEST_SERVER';
const TEMPLATE = 'PLANNER_TEST_TEMPLATE';
/** Copies wait for each other: PostgreSQL refuses to copy a database while someone else does. */
const COPY_LOCK = 7_526_114;

export async function createTemplate(server: string): Promise<Run> {
  const template = `planner_${randomBytes(4).toString('hex')}`;
  await asAdmin(server, (client) => client.query(`create database ${template}`));
  await migrateToLatest(addressOf(server, template));
  await installQueue(addressOf(server, template));
  // Nobody connects by mistake, which would make every copy fail.
  await asAdmin(server, (client) => client.query(`alter database ${template} allow_connections false`));
  process.env[SERVER] = server;
  process.env[TEMPLATE] = template;
  return { server, template };
}

/** Saves each database the time that it takes. */
async function installQueue(connectionString: string): Promise<void> {
  const jobs = new PgBossJobs({ connectionString, logger: new RecordingLogger(), handlers: null });
  await jobs.start();
  await jobs.stop();
}

/** A migrated, empty database for one test file; with `bare`, one that has never been migrated. */
export async function createTestDatabase({ bare = false } = {}): Promise<TestDatabase> {
  const server = process.env[SERVER];
  const template = process.env[TEMPLATE];
  if (server === undefined || template === undefined) {
    throw new Error('Tests with a database belong to the jest project "database", see package.json.');
  }
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await asAdmin(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [COPY_LOCK]);
    await client.query(
      `create database ${name} template ${bare ? 'template0' : template} strategy file_copy`,
    );
  });
  const database = { connectionString: addressOf(server, name) };
  return {
    ...database,
    drop: async () => {
      await disconnect(database.connectionString);
      await asAdmin(server, (client) => drop(client, name));
    },
  };
}

/** Also what test files forgot to drop. */
export async function dropRun({ server, template }: Run): Promise<void> {
  await asAdmin(server, async (client) => {
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

async function drop(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`);
}

function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
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
