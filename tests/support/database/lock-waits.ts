import { isOnCluster } from './citus.js';

/** Gives a row for each statement that waits for a lock; on a cluster it waits on a node, which the coordinator asks. */
export const LOCK_WAITS = isOnCluster()
  ? 'select distinct waiting_gpid from citus_lock_waits'
  : 'select from pg_locks where not granted';
