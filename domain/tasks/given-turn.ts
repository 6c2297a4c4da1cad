import type { GivenTurn } from '../rotation/find-turn.js';
import type { MemberId } from '../shared/ids.js';
import type { Occurrence } from './occurrence.js';

type Holders = Pick<Occurrence, 'swappedTo' | 'balancedTo'>;

/** The turn was not given to anybody, or was changed since. */
export const NOT_GIVEN = { swappedTo: null, balancedTo: null } as const satisfies Holders;

/**
 * Returns the members who got the turn by a swap or a rebalance, or null if there are none or the turn was
 * changed since.
 */
export function givenTurn({ swappedTo, balancedTo }: Holders): GivenTurn | null {
  if (swappedTo !== null) return { to: swappedTo, by: 'SWAP' };
  return balancedTo === null ? null : { to: balancedTo, by: 'BALANCE' };
}

/**
 * Returns the holders of the turn after a member leaves. If the turn was given to that member, none remain.
 */
export function givenWithout(holders: Holders, member: MemberId): Holders {
  const isTheirs = givenTurn(holders)?.to.includes(member) ?? false;
  return isTheirs ? NOT_GIVEN : { swappedTo: holders.swappedTo, balancedTo: holders.balancedTo };
}
