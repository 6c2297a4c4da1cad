import type pg from 'pg';
import type { DatabaseSnapshot, SnapshotFile, SnapshotTable } from '../../../application/backup/ports.js';
import type { Bytes, FileKey } from '../../../application/attachments/ports.js';
import { applicationTables, appliedMigrations, sequencePositions } from './catalogue.js';
import { connect } from './connection.js';
import { copyOut, tableWithColumns } from './copy.js';

const APPLICATION = 'household-planner backup';
const FILES_AT_ONCE = 500;

/**
 * Selects the jobs that have not ended, in the form of rows of the outbox. The internal jobs of pg-boss are left
 * out, because pg-boss creates them itself.
 */
const WAITING_JOBS = `(
  select name, data, start_after, singleton_key from pgboss.job
  where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%'
  order by created_on, id
)`;

export type SnapshotOptions = {
  readonly connectionString: string;
  /** The database of the job queue. null means that the queue is in the same database. */
  readonly queueConnectionString: string | null;
};

type Contents = Pick<DatabaseSnapshot, 'migrations' | 'tables' | 'sequences'>;

/** Reads the database as it was at one moment. It uses one transaction on a separate connection. */
export class PostgresSnapshot implements DatabaseSnapshot {
  readonly migrations: Contents['migrations'];
  readonly tables: Contents['tables'];
  readonly sequences: Contents['sequences'];
  readonly #client: pg.Client;
  readonly #options: SnapshotOptions;

  private constructor(client: pg.Client, options: SnapshotOptions, contents: Contents) {
    this.#client = client;
    this.#options = options;
    this.migrations = contents.migrations;
    this.tables = contents.tables;
    this.sequences = contents.sequences;
  }

  static async open(options: SnapshotOptions): Promise<PostgresSnapshot> {
    const client = await connect(options.connectionString, APPLICATION);
    try {
      await client.query('begin transaction isolation level repeatable read read only');
      return new PostgresSnapshot(client, options, {
        migrations: await appliedMigrations(client),
        tables: await applicationTables(client),
        sequences: await sequencePositions(client),
      });
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** Closes the connection. It may be called while rows are still being read. */
  async close(): Promise<void> {
    await this.#client.end();
  }

  rows(table: SnapshotTable): Bytes {
    return copyOut(this.#client, tableWithColumns(table));
  }

  /**
   * Yields the waiting jobs. A queue in another database is read after the snapshot was taken. So a job that is
   * moving from the outbox to the queue at that time is in both of them. If the queue were read first, such a job
   * could be in neither.
   */
  async *jobs(): Bytes & AsyncGenerator<Uint8Array> {
    const { queueConnectionString } = this.#options;
    if (queueConnectionString === null) {
      yield* jobsIn(this.#client);
      return;
    }
    const queue = await connect(queueConnectionString, APPLICATION);
    try {
      yield* jobsIn(queue);
    } finally {
      await queue.end();
    }
  }

  async *files(): AsyncGenerator<SnapshotFile> {
    if (!this.tables.some(({ name }) => name === 'attachments')) return;
    let after = ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'];
    for (;;) {
      const { rows } = await this.#client.query<{
        household_id: string;
        id: string;
        size: number;
        sha256: string;
      }>(
        `select household_id, id, size, sha256 from attachments
         where sha256 is not null and (household_id, id) > ($1, $2)
         order by household_id, id limit ${FILES_AT_ONCE}`,
        after,
      );
      for (const { household_id, id, size, sha256 } of rows)
        yield { key: `${household_id}/${id}`, size, sha256 };
      const last = rows.at(-1);
      if (last === undefined || rows.length < FILES_AT_ONCE) return;
      after = [last.household_id, last.id];
    }
  }

  /**
   * Returns true if the database still knows the file. The query uses another connection, because the transaction
   * of the snapshot does not see later deletions.
   */
  async isStillKnown(key: FileKey): Promise<boolean> {
    const client = await connect(this.#options.connectionString, APPLICATION);
    try {
      const { rowCount } = await client.query(
        'select from attachments where household_id = $1 and id = $2',
        key.split('/'),
      );
      return rowCount === 1;
    } finally {
      await client.end();
    }
  }
}

async function* jobsIn(client: pg.Client): Bytes & AsyncGenerator<Uint8Array> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('pgboss.job') is not null as exists`,
  );
  if (rows[0]?.exists === true) yield* copyOut(client, WAITING_JOBS);
}
