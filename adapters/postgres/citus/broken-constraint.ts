import type pg from 'pg';

/** Told by a node, which has a part of the table: keys have its number behind their name. */
const OF_PART = /constraint "(\w+?)(?:_\d{6,})?"/;

/**
 * Broken by whoever erases an account that somebody joins with meanwhile: they lock the account, which is on every node of a
 * cluster, on one of them alone.
 */
export const JOINED_MEANWHILE = 'members_active_account';

/** The name of the constraint that a statement broke, as the migrations have it; undefined: it broke none. */
export function brokenConstraint({ constraint, message }: pg.DatabaseError): string | undefined {
  return constraint ?? OF_PART.exec(message)?.[1];
}
