import pg from 'pg';
import { unavailable } from '../failures.js';

/**
 * The settings of the connection. The first ones influence how PostgreSQL writes a value as text: with them, equal
 * rows become equal bytes on any server.
 */
const SETTINGS = [
  ...['-c', 'TimeZone=UTC', '-c', 'DateStyle=ISO', '-c', 'IntervalStyle=postgres', '-c', 'bytea_output=hex'],
  ...['-c', 'extra_float_digits=1', '-c', 'client_encoding=UTF8'],
  // Without this setting, PostgreSQL may start to read a large table in the middle, at the place where another
  // session is reading it. Two backups of equal tables could then have their rows in a different order.
  ...['-c', 'synchronize_seqscans=off'],
  // Reading or loading a whole table may take any time, so statements have no time limit.
  ...['-c', 'statement_timeout=0', '-c', 'lock_timeout=60s', '-c', 'idle_in_transaction_session_timeout=0'],
];

/** Opens a connection without a time limit for statements. Throws UNAVAILABLE if it cannot be opened. */
export async function connect(connectionString: string, applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    options: SETTINGS.join(' '),
    keepAlive: true,
  });
  // Without a listener, a broken connection would end the process. The running statement reports the error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    throw unavailable('The database cannot be reached', cause);
  }
}
