/**
 * What a connection says to a cluster when it begins, and what a single server does not heed: a transaction writes to its
 * nodes one after the other, over one connection to each, or it could not write to what is on every node afterwards; and
 * nobody else writes there, so that an account is locked without the first of them, which may be away.
 */
export const CLUSTER_SETTINGS =
  '-c citus.multi_shard_modify_mode=sequential -c citus.allow_modifications_from_workers_to_replicated_tables=off';
