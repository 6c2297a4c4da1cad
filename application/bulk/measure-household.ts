import type { HouseholdId } from '../../domain/shared/ids.js';
import { countsFor, type OperationId } from '../../domain/operations/operation.js';
import { type MemberCaller, viewerOf } from '../shared/caller.js';
import type { Needs } from '../shared/needs.js';

/** Returns what bulk work on the household costs at most, in open occurrences, for {@link BulkLine}. */
export function measureHousehold({ occurrences }: Needs<'occurrences'>) {
  return async (householdId: HouseholdId): Promise<number> =>
    Math.max(1, await occurrences.countOpen(householdId));
}

/** An undo of more rows than these is bulk work. */
const FEW_ROWS = 50;
/** Dates that the undo of a change of a series may have to plan again. */
const DATES_OF_A_SERIES = 100;

/** Returns what undoing the operation costs at most, in open occurrences; 0 if it touches few rows, or is unknown. */
export function measureUndo({ operations }: Needs<'operations'>) {
  return async (caller: MemberCaller, id: OperationId): Promise<number> => {
    const viewer = viewerOf(caller);
    const found = await operations.find(caller.household.id, id, viewer);
    if (found === null) return 0;
    const { created, changed, removed } = countsFor(found, viewer);
    const rows = created + changed + removed;
    return rows > FEW_ROWS ? rows * DATES_OF_A_SERIES : 0;
  };
}
