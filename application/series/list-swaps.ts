import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Swap } from '../../domain/series/swap.js';
import type { MemberCaller } from '../shared/caller.js';
import type { SwapReader } from './ports.js';

export function listSwaps({ swaps }: { swaps: SwapReader }) {
  return (caller: MemberCaller, page: PageRequest): Promise<Page<Swap>> =>
    swaps.list(caller.household.id, caller.userId, page);
}
