import { balanceOf, type Balance, type ExpectedShare } from '../../domain/balance/balance.js';
import { expectedShares } from '../../domain/balance/presence.js';
import { suggest, type AssigneeSuggestion } from '../../domain/balance/suggest.js';
import { MAX_DAYS } from '../../domain/history/statistics.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import { isAway } from '../../domain/rotation/away.js';
import { namedMembers } from '../../domain/rotation/rotation.js';
import { addDays, type CivilDate, type DateRange } from '../../domain/shared/civil-date.js';
import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { NamedMember } from '../households/ports.js';
import { BALANCE_DAYS } from './balance-inputs.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { taskNotFound } from '../shared/errors.js';
import { requireRange } from '../shared/date-range.js';
import type { Needs } from '../composition/needs.js';

type Dependencies = Needs<'statistics' | 'households' | 'clock'>;

/**
 * Days on the household's calendar, both inclusive. The default for `to` is today, and for `from` the 56 days that
 * end with `to`.
 */
export type BalanceRange = { readonly from?: CivilDate; readonly to?: CivilDate };

/**
 * Returns how much SHARED work each member did and has to do in these days, compared with their expected share. Every
 * viewer gets the same result.
 * @throws VALIDATION_FAILED if the range ends before it begins or is longer than a year.
 */
export function showBalance(dependencies: Dependencies) {
  return async (caller: MemberCaller, range: BalanceRange): Promise<Balance> => {
    const to = range.to ?? householdNow(caller, dependencies.clock).date;
    const from = range.from ?? addDays(to, 1 - BALANCE_DAYS);
    requireRange({ from, to }, MAX_DAYS);
    return readBalance(dependencies, caller, { from, to }, await listMembers(dependencies, caller));
  };
}

/**
 * Returns the members who can do an occurrence, best first: those who are furthest below their expected share of the
 * work of the last 56 days, then those who did the task longest ago. For a SHARED occurrence these are the active
 * members who take turns, for a PERSONAL one its author.
 * @throws TASK_NOT_FOUND if the caller cannot see the occurrence, or if it is in the trash.
 */
export function suggestMembers(dependencies: Dependencies & Needs<'occurrences' | 'series'>) {
  const { occurrences, series, statistics, clock } = dependencies;
  return async (caller: MemberCaller, id: OccurrenceId): Promise<readonly AssigneeSuggestion[]> => {
    const { household, memberId } = caller;
    const occurrence = await occurrences.find(household.id, id, memberId);
    if (occurrence === null || occurrence.deletedAt !== null) throw taskNotFound();
    const { date: today } = householdNow(caller, clock);
    const members = await listMembers(dependencies, caller);
    const { seriesId, taskId, date, visibility, createdBy } = occurrence;
    const [balance, lastDone, own] = await Promise.all([
      readBalance(dependencies, caller, { from: addDays(today, 1 - BALANCE_DAYS), to: today }, members),
      statistics.lastDone(household.id, taskId),
      seriesId && series.find(household.id, seriesId, memberId),
    ]);
    const named = namedMembers(own?.segments.at(-1)?.rotation ?? { kind: 'fixed', members: [] });
    const away = listAwayPeriods(members);
    const candidates = members.filter(
      (member) =>
        member.leftAt === null && (visibility === 'SHARED' ? member.takesTurns : member.id === createdBy),
    );
    return suggest(
      candidates.map((member) => ({
        memberId: member.id,
        difference: balance.members.find((one) => one.memberId === member.id)?.difference ?? 0,
        lastDoneAt: lastDone.get(member.id) ?? null,
        isAway: isAway(away, member.id, date ?? today),
        isInRotation: named.size === 0 || named.has(member.id),
      })),
    );
  };
}

function listMembers({ households }: Pick<Dependencies, 'households'>, { household }: MemberCaller) {
  return households.members(household.id, { withFormer: true });
}

async function readBalance(
  { statistics }: Pick<Dependencies, 'statistics'>,
  { household: { id, timeZone, defaultEffortMinutes } }: MemberCaller,
  range: DateRange,
  members: readonly NamedMember[],
): Promise<Balance> {
  const [done, planned] = await Promise.all([
    statistics.done(id, { visibility: 'SHARED' }, { ...range, timeZone }),
    statistics.planned(id, range),
  ]);
  const expected = expectedShares(members, range, timeZone);
  const isPresent = ({ presentDays }: ExpectedShare) => presentDays > 0;
  return balanceOf(
    done,
    planned,
    expected.filter((one) => isPresent(one) || isActive(members, one)),
    defaultEffortMinutes,
  );
}

function isActive(members: readonly NamedMember[], { memberId }: ExpectedShare): boolean {
  return members.some(({ id, leftAt }) => id === memberId && leftAt === null);
}
