import { PgBoss } from 'pg-boss';
import { query, type TestDatabase } from './database/test-database.js';

/**
 * Simulates a minute in which a worker does not answer: its jobs are detected as abandoned and wait for
 * another worker.
 */
export async function aMinutePasses(database: TestDatabase): Promise<void> {
  await query(
    database,
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
  );
  await query(database, 'update pgboss.queue set monitor_claim_on = null, monitor_on = null');
  const boss = new PgBoss({
    connectionString: database.connectionString,
    supervise: false,
    schedule: false,
    migrate: false,
  });
  await boss.start();
  await boss.supervise();
  await boss.stop();
  await query(database, `update pgboss.job set start_after = now() where state = 'retry'`);
}
