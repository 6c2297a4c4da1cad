import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Caller } from '../shared/caller.js';
import type { HouseholdReader, HouseholdSummary } from './ports.js';

export function listHouseholds({ households }: { households: HouseholdReader }) {
  return (caller: Caller, page: PageRequest): Promise<Page<HouseholdSummary>> =>
    households.listOf(caller.userId, page);
}
