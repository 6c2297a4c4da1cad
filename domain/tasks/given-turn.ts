import type { GivenTurn } from '../rotation/find-turn.js';
import type { MemberId } from '../shared/ids.js';
import type { Occurrence } from './occurrence.js';

type Holders = Pick<Occurrence, 'swappedTo' | 'balancedTo'>;

/** Nobody gave it away, or somebody has touched it since. */
export const NOT_GIVEN = { swappedTo: null, balancedTo: null } as const satisfies Holders;

/** Who got a turn by a swap or a rebalance; null: nobody, or it has been touched since. */
export function givenTurn({ swappedTo, balancedTo }: Holders): GivenTurn | null {
  if (swappedTo !== null) return { to: swappedTo, by: 'SWAP' };
  return balancedTo === null ? null : { to: balancedTo, by: 'BALANCE' };
}

/** What remains of it when a member leaves: nothing, where it was given to them. */
export function givenWithout(holders: Holders, member: MemberId): Holders {
  const isTheirs = givenTurn(holders)?.to.includes(member) ?? false;
  return isTheirs ? NOT_GIVEN : { swappedTo: holders.swappedTo, balancedTo: holders.balancedTo };
}
