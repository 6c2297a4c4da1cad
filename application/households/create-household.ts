import { DEFAULT_EFFORT_MINUTES } from '../../domain/balance/balance.js';
import { DEFAULT_CALENDAR_TITLE_FORMAT, type Household } from '../../domain/households/household.js';
import type { Locale } from '../../domain/shared/locale.js';
import { newMember } from '../../domain/households/membership.js';
import type { Weekday } from '../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId } from '../../domain/shared/ids.js';
import type { TimeZone } from '../../domain/shared/zone.js';
import type { Caller } from '../shared/caller.js';
import type { HouseholdSummary, NamedMember } from './ports.js';
import { requireHouseholdQuota } from './quota-guard.js';
import type { Needs } from '../composition/needs.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';

export type NewHousehold = {
  readonly name: string;
  readonly timeZone: TimeZone | null;
  readonly locale: Locale | null;
  readonly weekStartsOn: Weekday | null;
};

export type HouseholdDetail = HouseholdSummary & { readonly members: readonly NamedMember[] };

/**
 * Creates a household with the caller as its owner and only member. Time zone and language default to the
 * caller's.
 * @throws LIMIT_REACHED if the caller is in the maximum number of households.
 */
export function createHousehold({ unitOfWork, clock, ids }: Needs<'clock' | 'ids', 'households'>) {
  return async (caller: Caller, input: NewHousehold): Promise<HouseholdDetail> => {
    const now = clock.now();
    const household: Household = {
      id: ids.next<HouseholdId>(),
      name: input.name,
      timeZone: input.timeZone ?? caller.account.timeZone,
      locale: input.locale ?? caller.account.locale,
      weekStartsOn: input.weekStartsOn ?? 'mo',
      calendarTitleFormat: DEFAULT_CALENDAR_TITLE_FORMAT,
      defaultEffortMinutes: DEFAULT_EFFORT_MINUTES,
      createdAt: now,
    };
    const owner = newMember(caller.userId, household.id, 'OWNER', { others: [], now });
    const members = await unitOfWork.run(async ({ households }) => {
      await requireHouseholdQuota(households, caller.userId);
      await households.insert(household);
      await households.insertMember(owner);
      return households.members(household.id);
    });
    const { id: memberId, role, group } = owner;
    return { household, memberId, role, group, memberCount: 1, storedBytes: 0, members };
  };
}

/** Reads the household as the member sees it, in the transaction of a change. */
export async function readDetail(
  { households }: Pick<UnitOfWorkScope, 'households'>,
  household: Household,
  memberId: MemberId,
): Promise<HouseholdDetail> {
  const members = await households.members(household.id, { withFormer: true });
  const active = members.filter(({ leftAt }) => leftAt === null);
  const { role = 'MEMBER', group = 'GUEST' } = active.find(({ id }) => id === memberId) ?? {};
  const storedBytes = await households.storedBytes(household.id, memberId);
  return { household, memberId, role, group, memberCount: active.length, storedBytes, members };
}
