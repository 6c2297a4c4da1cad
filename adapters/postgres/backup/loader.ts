import { sql, Kysely, PostgresDialect } from 'kysely';
import { Migrator, NO_MIGRATIONS } from 'kysely/migration';
import pg from 'pg';
import { damaged } from '../../../application/backup/sections.js';
import { OperatorError } from '../../../application/shared/operator-error.js';
import type { DatabaseLoader, LoadScope } from '../../../application/backup/ports.js';
import type { FileKey } from '../../../application/attachments/ports.js';
import { migrations } from '../../../migrations/index.js';
import { applicationTables, appliedMigrations } from './catalogue.js';
import { connect } from './connection.js';
import { copyIn, copyOut, tableWithColumns } from './copy.js';

/** Tables that can have rows before anybody has data in the database. A restore does not count these rows as data. */
const NOT_DATA = ['installation', 'reminders_made', 'rate_limits', 'calendar_states'];

export class PostgresLoader implements DatabaseLoader {
  readonly #connectionString: string;

  constructor(connectionString: string) {
    this.#connectionString = connectionString;
  }

  unknownMigrations(applied: readonly string[]): readonly string[] {
    return applied.filter((name) => !Object.hasOwn(migrations, name));
  }

  async run<T>(applied: readonly string[], work: (scope: LoadScope) => Promise<T>): Promise<T> {
    const client = await connect(this.#connectionString, 'household-planner restore');
    const db = overOne(client);
    try {
      return await db.transaction().execute(async (transaction) => {
        await this.#requireEmpty(client);
        // The migrator takes its lock in this transaction, so no service can migrate at the same time.
        await migrate(transaction, NO_MIGRATIONS);
        const level = applied.at(-1);
        if (level !== undefined) await migrate(transaction, level);
        // The migrations insert rows. The backup contains these rows too, so they are deleted before it is loaded.
        for (const { name } of (await applicationTables(client)).toReversed())
          await sql`delete from ${sql.table(name)}`.execute(transaction);
        const result = await loaded(client, work);
        await migrate(transaction, null).catch((cause: unknown) => {
          throw new OperatorError(
            `The data of this backup cannot be upgraded to this version (${(cause as Error).message}). Nothing was restored.`,
            { cause },
          );
        });
        // Clients store sequence numbers of the database that was backed up. That database may have changed after
        // the backup, so the numbers may not fit this one. A new epoch makes all clients load everything again.
        await sql`update installation set epoch = gen_random_uuid()`.execute(transaction);
        return result;
      });
    } finally {
      await client.end();
    }
  }

  async #requireEmpty(client: pg.Client): Promise<void> {
    const unknown = this.unknownMigrations(await appliedMigrations(client));
    if (unknown.length > 0)
      throw new OperatorError(
        `A newer version of this program has migrated the database (${unknown.join(', ')}). Restore into an empty database.`,
      );
    for (const table of await applicationTables(client)) {
      if (NOT_DATA.includes(table.name)) continue;
      const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(table.name)} limit 1`);
      if (rowCount !== 0)
        throw new OperatorError(
          `The database already contains data (${table.name}), and a restore never overwrites data. Set DATABASE_URL to an empty database. If you use the embedded database, move DATA_DIR/postgres away.`,
        );
    }
  }
}

/**
 * SQLSTATE codes that mean that the content is invalid. They report invalid data (22), violated constraints (23),
 * and tables or columns that are unknown, named twice or computed.
 */
const CONTENT_REFUSED = /^(22...|23...|42P01|42703|42701|42P10|428C9)$/;

/**
 * Runs `work` and returns its result. Throws an OperatorError if the database rejects the content, because correct
 * checksums do not prove that the content is valid.
 */
async function loaded<T>(client: pg.Client, work: (scope: LoadScope) => Promise<T>): Promise<T> {
  try {
    return await work(scopeOver(client));
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !CONTENT_REFUSED.test(error.code ?? '')) throw error;
    throw damaged(`the database refuses it: ${error.message}`);
  }
}

/** Returns a kysely instance over this connection. The caller closes the connection. */
function overOne(client: pg.Client): Kysely<unknown> {
  const pool = {
    options: {},
    end: () => Promise.resolve(),
    connect: () => Promise.resolve(Object.assign(client, { release: () => undefined })),
  };
  return new Kysely({ dialect: new PostgresDialect({ pool: pool }) });
}

/** Migrates to `level`. null means the newest migration. */
async function migrate(db: Kysely<unknown>, level: string | typeof NO_MIGRATIONS | null): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = level === null ? await migrator.migrateToLatest() : await migrator.migrateTo(level);
  if (error !== undefined) throw error as Error;
}

function scopeOver(client: pg.Client): LoadScope {
  return {
    load: (table, rows) => copyIn(client, tableWithColumns(table), rows),
    rows: (table) => copyOut(client, tableWithColumns(table)),
    requireWhole: async () => {
      await client.query('set constraints all immediate');
    },
    loadJobs: (jobs) => copyIn(client, 'job_outbox (name, payload, start_after, singleton_key)', jobs),
    setSequences: async (positions) => {
      for (const [name, position] of Object.entries(positions))
        await client.query('select setval(quote_ident($1)::regclass, $2::bigint)', [name, position]);
    },
    forgetFiles: (keys) => forgetFiles(client, keys),
  };
}

async function forgetFiles(client: pg.Client, keys: readonly FileKey[]): Promise<void> {
  if (keys.length === 0) return;
  await client.query(
    `with gone as (
       delete from attachments where household_id || '/' || id = any ($1) returning household_id, task_id
     ), fewer as (select household_id, task_id, count(*)::int as files from gone group by 1, 2)
     update occurrences o set attachment_count = greatest(attachment_count - fewer.files, 0)
     from fewer where o.household_id = fewer.household_id and o.task_id = fewer.task_id`,
    [keys],
  );
}
