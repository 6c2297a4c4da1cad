import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Swap } from '../../domain/tasks/swap.js';
import type { MemberCaller } from '../caller.js';
import type { SwapReader } from '../ports/swap-repository.js';

export function listSwaps({ swaps }: { swaps: SwapReader }) {
  return (caller: MemberCaller, page: PageRequest): Promise<Page<Swap>> =>
    swaps.list(caller.household.id, caller.userId, page);
}
