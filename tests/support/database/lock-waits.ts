import { isOnCluster } from './citus.js';

/** Returns one row for each statement that waits for a lock. On a cluster the coordinator asks all nodes. */
export const LOCK_WAITS = isOnCluster()
  ? 'select distinct waiting_gpid from citus_lock_waits'
  : 'select from pg_locks where not granted';
