import { isOnCluster } from './citus.js';

const IN_THIS_DATABASE =
  'select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()';

/**
 * Returns one row for each statement that waits for a lock. Ignores statements in other databases, because the test
 * files that run at the same time use the same server. On a cluster the coordinator asks all nodes.
 */
export const LOCK_WAITS = isOnCluster()
  ? 'select distinct waiting_gpid from citus_lock_waits'
  : IN_THIS_DATABASE;

/** Returns one row for each statement that waits for a lock on the whole table. */
export const waitsFor = (table: string): string => `${IN_THIS_DATABASE} and relation = '${table}'::regclass`;
