import { balanceOf, expectedOf } from '../../domain/balance/balance.js';
import { expectedShares } from '../../domain/balance/presence.js';
import type { Household } from '../../domain/households/household.js';
import type { BalanceInputs } from '../../domain/rotation/draw.js';
import { addDays, type CivilDate } from '../../domain/shared/civil-date.js';
import type { StatisticsReader } from '../history/ports.js';
import type { NamedMember } from '../households/ports.js';

/**
 * The number of days, including today, whose work counts when the service suggests or assigns a member. It is also the
 * default range of `showBalance`.
 */
export const BALANCE_DAYS = 56;

/**
 * Reads the inputs of a draw. A draw gives the next turns of a balanced rotation to the members who are furthest
 * below their expected share of the work. The inputs are, for each member, the minutes that they did in the last 56
 * days and have to do from today to `settled`, minus their expected share of these minutes. Only SHARED work counts,
 * so that everybody sees the same figures.
 *
 * @param settled the last day of planned work that counts; today if it is missing
 */
export async function readBalanceInputs(
  { statistics }: { readonly statistics: StatisticsReader },
  { id, timeZone, defaultEffortMinutes }: Household,
  members: readonly NamedMember[],
  today: CivilDate,
  settled: CivilDate = today,
): Promise<BalanceInputs> {
  const from = addDays(today, 1 - BALANCE_DAYS);
  const done = await statistics.done(id, { visibility: 'SHARED' }, { from, to: today, timeZone });
  const planned = await statistics.planned(id, { from: today, to: settled });
  const expected = expectedShares(members, { from, to: settled }, timeZone);
  const own = balanceOf(done, planned, expected, defaultEffortMinutes)
    .members.slice(0, expected.length)
    .map(({ memberId, doneMinutes, plannedMinutes }) => ({
      memberId,
      minutes: doneMinutes + plannedMinutes,
    }));
  const total = own.reduce((sum, { minutes }) => sum + minutes, 0);
  const shares = expectedOf(total, expected);
  return {
    effortMinutes: defaultEffortMinutes,
    loads: own.map(({ memberId, minutes }, place) => ({
      memberId,
      difference: shares === null ? 0 : minutes - (shares.get(memberId) ?? 0),
      weight: expected[place]?.weight ?? 0,
      turns: 0,
    })),
  };
}
