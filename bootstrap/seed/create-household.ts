import type { MemberCaller } from '../../application/shared/caller.js';
import type { CalendarDay } from '../../domain/days/calendar.js';
import { civilDate, type CivilDate } from '../../domain/shared/civil-date.js';
import type { CategoryId, DayCalendarId, MemberId, SessionId } from '../../domain/shared/ids.js';
import type { TimeZone } from '../../domain/shared/zone.js';
import { DEMO_CATEGORIES, HOLIDAYS, DEMO_HOUSEHOLD, PASSWORD, PEOPLE, PROXIES } from './demo-plan.js';
import type { DemoWorld } from './demo-world.js';

export type DemoHousehold = {
  /** The accounts in the order of PEOPLE. The first one owns the household. */
  readonly callers: readonly MemberCaller[];
  /** The members in the order of PEOPLE, followed by those without accounts. */
  readonly memberIds: readonly MemberId[];
  readonly holidays: DayCalendarId;
  readonly categoryIds: ReadonlyMap<string, CategoryId>;
};

/** Creates the accounts, their household with all members, its categories, and the public holidays. */
export async function createDemoHousehold(world: DemoWorld, today: CivilDate): Promise<DemoHousehold> {
  const people = [];
  for (const { name, email, locale } of PEOPLE) {
    const { account } = await world.registerAccount({
      invitation: null,
      email,
      password: PASSWORD,
      displayName: name,
      locale,
      timeZone: DEMO_HOUSEHOLD.timeZone as TimeZone,
      userAgent: null,
    });
    // The use cases of the seed do not look up the session, so the account's id is used as the session id of the
    // caller.
    people.push({ userId: account.id, sessionId: account.id as string as SessionId, account });
  }
  const [owner, ...others] = people;
  if (owner === undefined) throw new RangeError('A household needs somebody');
  const { household, memberId } = await world.createHousehold(owner, {
    ...DEMO_HOUSEHOLD,
    timeZone: DEMO_HOUSEHOLD.timeZone as TimeZone,
    locale: null,
    weekStartsOn: null,
  });
  const asOwner: MemberCaller = { ...owner, household, memberId, role: 'OWNER', group: 'ADULT' };
  const { token } = await world.createInvitation(asOwner, {
    email: null,
    expiresInDays: null,
    maxUses: others.length,
  });
  const members: MemberCaller[] = [];
  for (const [place, other] of others.entries()) {
    const { memberId: joined, role } = await world.acceptInvitation(other, token);
    const { group } = PEOPLE[place + 1] ?? { group: 'ADULT' };
    if (group !== 'ADULT') await world.editMember(asOwner, joined, { group });
    members.push({ ...other, household, memberId: joined, role, group });
  }

  const callers = [asOwner, ...members];
  const memberIds = callers.map((member) => member.memberId);
  const managerIds = callers.filter(({ group }) => group === 'ADULT').map((member) => member.memberId);
  for (const proxy of PROXIES)
    memberIds.push((await world.createMember(asOwner, { ...proxy, managerIds })).id);

  const categoryIds = new Map<string, CategoryId>();
  for (const fields of DEMO_CATEGORIES) {
    const { id, name } = await world.createCategory(asOwner, fields);
    categoryIds.set(name, id);
  }
  const holidays = await world.createDayCalendar(asOwner, {
    ...{ name: HOLIDAYS.name, ignored: [], url: null },
    days: holidaysAround(Number(today.slice(0, 4))),
  });
  return { callers, memberIds, categoryIds, holidays: holidays.id };
}

function holidaysAround(year: number): readonly CalendarDay[] {
  return [year - 1, year, year + 1].flatMap((each) =>
    HOLIDAYS.days.map(([day, name]) => {
      const date = civilDate(`${each}-${day}`);
      return { from: date, to: date, name };
    }),
  );
}
