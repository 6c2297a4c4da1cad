/**
 * Session settings for a Citus cluster. A single PostgreSQL server ignores them.
 *
 * - `multi_shard_modify_mode=sequential`: a transaction uses one connection per node. Otherwise Citus refuses to
 *   write to a replicated table later in the same transaction.
 * - `allow_modifications_from_workers_to_replicated_tables=off`: only the coordinator writes to replicated tables.
 *   Otherwise Citus would take the locks of these tables on the first worker, and no account could be locked while
 *   that worker is down.
 */
export const CLUSTER_SETTINGS =
  '-c citus.multi_shard_modify_mode=sequential -c citus.allow_modifications_from_workers_to_replicated_tables=off';
