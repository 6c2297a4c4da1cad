import type { MemberCaller } from '../../application/shared/caller.js';
import type { CategoryId, SessionId } from '../../domain/shared/ids.js';
import type { TimeZone } from '../../domain/shared/zone.js';
import { CATEGORIES, HOUSEHOLD, PASSWORD, PEOPLE, PROXIES } from './demo-plan.js';
import type { DemoWorld } from './demo-world.js';

export type Settled = {
  /** In the order of PEOPLE; the first one owns the household. */
  readonly callers: readonly MemberCaller[];
  readonly categoryIds: ReadonlyMap<string, CategoryId>;
};

/** The accounts, their household, and its categories. */
export async function settle(world: DemoWorld): Promise<Settled> {
  const people = [];
  for (const { name, email, locale } of PEOPLE) {
    const { account } = await world.registerAccount({
      invitation: null,
      email,
      password: PASSWORD,
      displayName: name,
      locale,
      timeZone: HOUSEHOLD.timeZone as TimeZone,
      userAgent: null,
    });
    // Nobody asks on behalf of a session here.
    people.push({ userId: account.id, sessionId: account.id as string as SessionId, account });
  }
  const [owner, ...others] = people;
  if (owner === undefined) throw new RangeError('A household needs somebody');
  const { household, memberId } = await world.createHousehold(owner, {
    ...HOUSEHOLD,
    timeZone: HOUSEHOLD.timeZone as TimeZone,
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
  for (const other of others) {
    const joined = await world.acceptInvitation(other, token);
    members.push({ ...other, household, memberId: joined.memberId, role: joined.role, group: 'ADULT' });
  }

  const managerIds = [asOwner, ...members].map((member) => member.memberId);
  for (const proxy of PROXIES) await world.createMember(asOwner, { ...proxy, managerIds });

  const categoryIds = new Map<string, CategoryId>();
  for (const fields of CATEGORIES) {
    const { id, name } = await world.createCategory(asOwner, fields);
    categoryIds.set(name, id);
  }
  return { callers: [asOwner, ...members], categoryIds };
}
