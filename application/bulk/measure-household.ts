import type { HouseholdId, OperationId } from '../../domain/shared/ids.js';
import { countsFor } from '../../domain/operations/operation.js';
import { type Caller, type MemberCaller, viewerOf } from '../shared/caller.js';
import type { Needs } from '../composition/needs.js';
import type { SeriesReference } from '../tasks/ports.js';

/** Returns the maximum cost of bulk work on the household, in open occurrences, for {@link BulkLine}. */
export function measureHousehold({ occurrences }: Needs<'occurrences'>) {
  return async (householdId: HouseholdId): Promise<number> =>
    Math.max(1, await occurrences.countOpen(householdId));
}

/** An edit of a series with more open occurrences than this (for example several times a day) is bulk work. */
const LONG_SERIES = 500;

/**
 * Returns what edits of whole series cost together, in open occurrences. Returns 0 if they cost at most LONG_SERIES,
 * which is not bulk work. A series that the caller cannot see costs nothing, because its edit is refused at once.
 */
export function measureSeries({ occurrences }: Needs<'occurrences'>) {
  return async (caller: MemberCaller, edited: readonly SeriesReference[]): Promise<number> => {
    const viewer = viewerOf(caller);
    const counts = new Map<string, number>();
    let sum = 0;
    for (const reference of edited) {
      const key = JSON.stringify(reference);
      const count =
        counts.get(key) ?? (await occurrences.countOpen(caller.household.id, { ...reference, viewer }));
      counts.set(key, count);
      sum += count;
    }
    return sum > LONG_SERIES ? sum : 0;
  };
}

/**
 * Returns the cost of accepting an invitation, in open occurrences. It is 0 unless the caller is a former member of
 * the household: only for them the remaining parts of a departure are carried out first.
 */
export function measureRejoin({ unitOfWork, opaqueTokens }: Needs<'unitOfWork' | 'opaqueTokens'>) {
  return ({ userId }: Caller, token: string): Promise<number> =>
    unitOfWork.run(async ({ invitations, households, occurrences }) => {
      const invited = await invitations.findByTokenHash(opaqueTokens.hash(token));
      if (invited === null) return 0;
      const known = await households.members(invited.householdId, { withFormer: true });
      const isFormer = known.some(({ accountId, leftAt }) => accountId === userId && leftAt !== null);
      return isFormer ? occurrences.countOpen(invited.householdId) : 0;
    });
}

/** An undo that changes more rows than this is bulk work. */
const FEW_ROWS = 50;
/** The estimated number of dates that the undo of a change of a series has to plan again. */
const DATES_OF_A_SERIES = 100;

/**
 * Returns an estimate of the highest cost of undoing the operation, in open occurrences. Returns 0 if the undo changes
 * few rows, or if the operation is unknown.
 */
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
