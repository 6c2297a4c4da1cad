import pg from 'pg';
import { unavailable } from '../failures.js';

/** Everything that decides how a value is written as text, so that equal rows are equal bytes on any server. */
const SETTINGS = [
  ...['-c', 'TimeZone=UTC', '-c', 'DateStyle=ISO', '-c', 'IntervalStyle=postgres', '-c', 'bytea_output=hex'],
  ...['-c', 'extra_float_digits=1', '-c', 'client_encoding=UTF8'],
  // Large tables are otherwise read from where somebody else is just reading.
  ...['-c', 'synchronize_seqscans=off'],
  // It takes as long as it takes.
  ...['-c', 'statement_timeout=0', '-c', 'lock_timeout=60s', '-c', 'idle_in_transaction_session_timeout=0'],
];

/** A connection for streams of any length; UNAVAILABLE where no database answers. */
export async function connect(connectionString: string, applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    options: SETTINGS.join(' '),
    keepAlive: true,
  });
  // One that breaks is told by the statement that it breaks under.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    throw unavailable('The database cannot be reached', cause);
  }
}
