import type pg from 'pg';

/**
 * Matches the name of the constraint in an error of a Citus worker. The worker appends the number of its shard to
 * the name.
 */
const OF_PART = /constraint "(\w+?)(?:_\d{6,})?"/;

/**
 * The constraint that fails if somebody joins a household while their account is being deleted. In a Citus cluster
 * the deletion locks the account on one node only, so it does not stop the insert on another node.
 */
export const JOINED_DURING_DELETION = 'members_active_account';

/**
 * Returns the name of the constraint that a statement violated, without a shard number. Returns undefined if it
 * violated none.
 */
export function brokenConstraint({ constraint, message }: pg.DatabaseError): string | undefined {
  return constraint ?? OF_PART.exec(message)?.[1];
}
