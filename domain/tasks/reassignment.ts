import type { Reassignment } from '../rotation/find-turn.js';
import type { MemberId } from '../shared/ids.js';
import type { Occurrence } from './occurrence.js';

type Holders = Pick<Occurrence, 'swappedTo' | 'balancedTo'>;

/** The fields of a turn that was neither swapped nor rebalanced, or was changed since. */
export const NOT_REASSIGNED = { swappedTo: null, balancedTo: null } as const satisfies Holders;

/**
 * Returns the members who got the turn by a swap or a rebalance. Returns null if it was neither swapped nor
 * rebalanced, or was changed since.
 */
export function findReassignment({ swappedTo, balancedTo }: Holders): Reassignment | null {
  if (swappedTo !== null) return { to: swappedTo, by: 'SWAP' };
  return balancedTo === null ? null : { to: balancedTo, by: 'BALANCE' };
}

/**
 * Returns the swap and rebalance fields of a turn after a member leaves. If that member got the turn by a
 * swap or rebalance, both fields become null.
 */
export function reassignmentWithout(holders: Holders, member: MemberId): Holders {
  const isTheirs = findReassignment(holders)?.to.includes(member) ?? false;
  return isTheirs ? NOT_REASSIGNED : { swappedTo: holders.swappedTo, balancedTo: holders.balancedTo };
}
