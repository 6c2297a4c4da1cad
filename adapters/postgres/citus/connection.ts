/**
 * What a connection says to a cluster when it begins, and what a single server does not heed: a transaction writes to its
 * nodes one after the other, over one connection to each, or it could not write to what is on every node afterwards.
 */
export const CLUSTER_SETTINGS = '-c citus.multi_shard_modify_mode=sequential';
