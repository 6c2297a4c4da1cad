import {
  Kysely,
  PostgresDialect,
  type Insertable,
  type Logger,
  type PostgresPool,
  sql,
  type RawBuilder,
} from 'kysely';
import { isDiskFull } from '../../application/shared/disk-full.js';
import pg from 'pg';
import { CLUSTER_SETTINGS } from './citus/connection.js';
import { isOutdatedPlan, StatementNames, type Statement } from './prepared-statements.js';
import { isWithoutAnswer, toUnavailable, unavailable } from './failures.js';
import type { DatabaseSchema } from './schema.js';
import { brokenConstraint } from './citus/broken-constraint.js';
import type { ApplicationError } from '../../application/shared/errors.js';
import type { HouseholdId } from '../../domain/shared/ids.js';

const { DATE, INT8, TIME, TIMESTAMPTZ } = pg.types.builtins;
/** The OIDs of array types, for which the driver has no names. */
const [INT4_ARRAY, UUID_ARRAY] = [1007, 2951];

/**
 * Returns the parsers for values that the database sends. The driver's own parsers would turn a DATE into an instant
 * in the time zone of the process, and they parse arrays one character at a time.
 */
export function valueParsers(): pg.TypeOverrides {
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(INT8, parseInt8);
  parsers.setTypeParser(DATE, (text) => text);
  parsers.setTypeParser(TIME, (text) => text.slice(0, 5));
  parsers.setTypeParser(TIMESTAMPTZ, parseInstant);
  parsers.setTypeParser(INT4_ARRAY, (text) => parseArray(text, (elements) => elements));
  parsers.setTypeParser(UUID_ARRAY, (text) =>
    parseArray(text, (elements) => `"${elements.replaceAll(',', '","')}"`),
  );
  return parsers;
}

/** Returns the value as a number. Returns the text if a number could not represent the value exactly. */
function parseInt8(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/**
 * Parses a timestamp in PostgreSQL's ISO style in UTC, such as `2026-11-21 09:30:00.5+00`. Returns milliseconds since
 * 1970.
 */
export function parseInstant(text: string): number {
  if (!text.endsWith('+00') || text[10] !== ' ') return Date.parse(toIso(text));
  const at = (from: number) => (text.charCodeAt(from) - 48) * 10 + text.charCodeAt(from + 1) - 48;
  const fraction = text[19] === '.' ? Number(text.slice(20, -3).slice(0, 3).padEnd(3, '0')) : 0;
  return Date.UTC(at(0) * 100 + at(2), at(5) - 1, at(8), at(11), at(14), at(17), fraction);
}

/** Converts a timestamp of a server that uses another time zone to ISO 8601. Its offset may lack minutes. */
function toIso(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/**
 * Parses an array whose elements are never quoted and never null, such as ids and numbers. JSON.parse creates flat
 * strings, and `split` does not (see `toIsoText` in domain/shared/zone.ts).
 *
 * @param toJson converts the elements, which are separated by commas, to elements of a JSON array
 */
function parseArray(text: string, toJson: (elements: string) => string): unknown {
  return text === '{}' ? [] : JSON.parse(`[${toJson(text.slice(1, -1))}]`);
}

/**
 * The base class of the repositories. They read and write over the connection pool or within one transaction,
 * depending on `db`.
 */
export abstract class Repository {
  protected readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** Returns the first row of the result, or null if the result is empty. */
  protected async findFirst<Row>(query: Statement<Row>): Promise<Row | null> {
    const { rows } = await query.execute(this.db);
    return rows[0] ?? null;
  }
}

/**
 * Sets the given columns of the row of a household with this id. Returns true if the row exists.
 *
 * @param row the columns of the key (`household_id` and `id`), and those to set
 */
export async function updateRow<Table extends keyof DatabaseSchema>(
  db: Database,
  table: Table,
  row: { readonly household_id: HouseholdId; readonly id: string } & {
    readonly [Column in keyof Insertable<DatabaseSchema[Table]>]?:
      | Insertable<DatabaseSchema[Table]>[Column]
      | undefined;
  },
): Promise<boolean> {
  const { household_id, id, ...fields } = row;
  const assignments = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set ${sql.join(assignments)}
    where household_id = ${household_id} and id = ${id}
  `.execute(db);
  return numAffectedRows > 0n;
}

/**
 * Returns the condition that the column contains one of these ids. PostgreSQL expects ten rows for an array of unknown
 * length. It then plans the prepared statement again each time, because the plan for a single row looks cheaper. So a
 * single id is compared by `=`.
 */
export function isOneOf(column: RawBuilder<unknown>, ids: readonly string[]): RawBuilder<unknown> {
  return ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any(${ids}::uuid[])`;
}

/** Maps the name of a constraint to the error that the caller gets if a statement violates it. */
export type Refusals = Readonly<Record<string, () => ApplicationError>>;

/**
 * Returns the result of `statement`. If the statement violates one of these constraints, throws the error of that
 * constraint instead.
 */
export async function withRefusals<T>(refusals: Refusals, statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    const constraint = error instanceof pg.DatabaseError ? brokenConstraint(error) : undefined;
    throw (constraint === undefined ? undefined : refusals[constraint]?.()) ?? error;
  }
}

export type Database = Kysely<DatabaseSchema>;

/**
 * The longest wait for a lock. It is slightly more than one second. PostgreSQL checks for deadlocks after one
 * second, so it reports a deadlock as such and not as a lock timeout.
 */
const MAX_LOCK_WAIT_MS = 1_100;

/**
 * An idle connection is closed after this time. It is longer than the ten minutes between most scheduled jobs. Opening a
 * connection, and preparing the statements on it again, costs more than keeping it open.
 */
const IDLE_MS = 660_000;

export type DatabaseOptions = {
  readonly connectionString: string;
  /** The name of this process in `pg_stat_activity`. */
  readonly applicationName?: string;
  readonly poolSize?: number;
  /**
   * How long a statement waits for a free connection before it is refused with UNAVAILABLE. 3 seconds if it is
   * missing.
   */
  readonly connectionTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  readonly lockTimeoutMs?: number;
  /**
   * If the server has not answered a statement for this time, it counts as frozen or unreachable. If it is missing,
   * it is 2 seconds longer than a statement may take.
   */
  readonly answerTimeoutMs?: number;
  readonly idleInTransactionTimeoutMs?: number;
  /** Called when an idle connection breaks. The pool has already dropped it, and the next statement opens another. */
  readonly onIdleError?: (error: Error) => void;
  /** Called when the database cannot write because its disk is full. */
  readonly onDiskFull?: () => void;
  /** Called with the text of each warning that the server raises. */
  readonly onWarning?: (message: string) => void;
  /** Called with the text of each statement, including those that begin and end transactions. */
  readonly onStatement?: (text: string) => void;
};

/** How many connections of the pool are open and idle, and how many statements wait for one. */
export type PoolFigures = { readonly open: number; readonly idle: number; readonly waiting: number };

/**
 * Creates a database object that opens its first connection with the first statement. `destroy()` waits for the
 * running statements and closes the pool.
 */
export function createDatabase(options: DatabaseOptions): Database {
  return createPooledDatabase(options).db;
}

/**
 * Works like createDatabase, and also returns functions on the pool. `connections` reads its state. `close` waits for
 * the running statements and closes the pool; later statements fail with UNAVAILABLE, whereas after `db.destroy()` they
 * would fail like a defect.
 */
export function createPooledDatabase(options: DatabaseOptions): {
  readonly db: Database;
  readonly connections: () => PoolFigures;
  readonly close: () => Promise<void>;
} {
  const statementTimeoutMs = options.statementTimeoutMs ?? 10_000;
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    application_name: options.applicationName ?? 'household-planner',
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 3_000,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: statementTimeoutMs,
    query_timeout: options.answerTimeoutMs ?? statementTimeoutMs + 2_000,
    lock_timeout: options.lockTimeoutMs ?? MAX_LOCK_WAIT_MS,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 15_000,
    options: `-c TimeZone=UTC -c DateStyle=ISO ${CLUSTER_SETTINGS}`,
    keepAlive: true,
    types: valueParsers(),
  });
  pool.on('error', options.onIdleError ?? (() => undefined));
  // Without a listener, a connection that breaks between two statements would end the process. The break is not
  // handled here, because the next statement on this connection fails and reports it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const { onWarning } = options;
  if (onWarning !== undefined)
    pool.on('connect', (client) => {
      client.on('notice', ({ severity, message }) => {
        if (severity === 'WARNING') onWarning(message ?? '');
      });
    });
  const dialect = new PostgresDialect({ pool: sheddingPool(pool, options) });
  const db = new Kysely<DatabaseSchema>({ dialect, ...toLogger(options) });
  const connections = () => ({
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
  let closed: Promise<void> | undefined;
  return { db, connections, close: () => (closed ??= pool.end()) };
}

type FailureListeners = Pick<DatabaseOptions, 'onDiskFull'>;

type Client = Awaited<ReturnType<PostgresPool['connect']>>;

/**
 * Wraps the pool. If no connection is available, the error is UNAVAILABLE, because the request itself is valid and
 * may be repeated.
 */
function sheddingPool(pool: pg.Pool, options: FailureListeners): PostgresPool {
  const names = new StatementNames();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      try {
        return wrapClient(await pool.connect(), names, options);
      } catch (cause) {
        throw unavailable('The database cannot be reached', cause);
      }
    },
  };
}

/**
 * Wraps a connection so that it prepares statements, and temporary failures become UNAVAILABLE. If the server does not
 * answer, the connection is closed, because the driver would queue the next statement behind the unanswered one. The
 * pool drops a closed connection when it is released.
 */
function wrapClient(client: pg.PoolClient, names: StatementNames, { onDiskFull }: FailureListeners): Client {
  const query = async (
    text: string,
    values: readonly unknown[],
    mayPrepare = true,
  ): Promise<pg.QueryResult> => {
    const name = mayPrepare && values.length > 0 ? names.nameOf(text, values.length) : undefined;
    try {
      return await client.query({ text, values: values as unknown[], ...(name !== undefined && { name }) });
    } catch (error) {
      if (isOutdatedPlan(error)) {
        names.renew(text);
        // PostgreSQL always plans a statement without a name, so it cannot fail for this reason again. A failed
        // transaction cannot go on. It is run again from its beginning.
        const isInTransaction = client.getTransactionStatus() !== 'I';
        if (!isInTransaction) return query(text, values, false);
      }
      if (isWithoutAnswer(error)) void (client as pg.PoolClient & pg.Client).end();
      if (isDiskFull(error)) onDiskFull?.();
      throw toUnavailable(error);
    }
  };
  return {
    query: query as unknown as Client['query'],
    release: (destroy?: boolean) => client.release(destroy),
  };
}

function toLogger({ onStatement }: DatabaseOptions): { log?: Logger } {
  return onStatement === undefined ? {} : { log: ({ query }) => onStatement(query.sql) };
}

/*
 * Every transaction takes its locks in the same order, so that no two transactions can deadlock:
 *
 * 1. an account that is being deleted
 * 2. calendar connections
 * 3. households, by id
 * 4. within a household: its members, its calendar link, its series by id
 * 5. categories
 * 6. occurrences, by id
 * 7. rows that belong to occurrences: swaps, files, calendar events
 *
 * A transaction that needs several series locks them in one statement.
 */

/**
 * Returns two terms of a `with` query, `home` and `locked_series`. `home` locks the household, so that it cannot be
 * deleted. `locked_series` locks those series of the household that match the condition `which`. PostgreSQL locks
 * nothing unless the statement contains the condition {@link SERIES_LOCKED}.
 */
export function lockSeriesTerms(
  householdId: HouseholdId | RawBuilder<unknown>,
  which: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    home as materialized (select id from households where id = ${householdId} for key share),
    locked_series as materialized (
      select id from series
      where (select count(*) from home) >= 0 and household_id = ${householdId} and ${which}
      order by id for no key update
    )`;
}

/**
 * A condition that is always true and depends on no row. PostgreSQL evaluates it first, so the series are locked
 * before the rows that the statement itself locks.
 */
export const SERIES_LOCKED = sql`(select count(*) from locked_series) >= 0`;

export const ALL_SERIES = sql`true`;
