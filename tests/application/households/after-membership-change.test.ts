import { beforeEach, describe, expect, test } from '@jest/globals';
import { InMemoryRateLimiter } from '../../../adapters/memory/shared/single-process.js';
import { InMemoryUnitOfWork } from '../../../adapters/memory/unit-of-work.js';
import { publishing } from '../../support/publishing.js';
import { createStore } from '../../../adapters/memory/store.js';
import { acceptInvitation } from '../../../application/households/accept-invitation.js';
import type {
  AfterMembershipChange,
  MembershipChange,
} from '../../../application/households/after-membership-change.js';
import { createInvitation } from '../../../application/households/invitations.js';
import { editMember } from '../../../application/households/edit-member.js';
import { removeMember } from '../../../application/households/remove-member.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { Household, Member } from '../../../domain/households/household.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { anAccount } from '../../builders/account.js';
import { aHousehold, aMember } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import { SettableClock } from '../../support/settable-clock.js';

const clock = new SettableClock('2026-03-10T12:00:00Z');
const opaqueTokens = {
  generate: () => 't'.repeat(43),
  hash: (token: string) => `hash of ${token}`,
  codeChallenge: (verifier: string) => `challenge of ${verifier}`,
};
const ids = { next: anId };

let store = createStore();
let unitOfWork = publishing(new InMemoryUnitOfWork(store));
let household: Household;
let [owner, member]: Member[] = [];
/** What the hook was told, with the active members that it saw. */
let told: [change: MembershipChange, active: readonly string[]][] = [];
let hook: AfterMembershipChange;

const caller = ({ id, role }: Member): MemberCaller => ({
  userId: id,
  sessionId: anId(),
  account: { locale: 'en', timeZone: household.timeZone },
  household,
  role,
});

beforeEach(async () => {
  store = createStore();
  unitOfWork = publishing(new InMemoryUnitOfWork(store));
  household = aHousehold();
  told = [];
  hook = async ({ households }, { id }, change) => {
    const active = await households.members(id);
    told.push([change, active.map((one) => one.id)]);
  };
  [owner, member] = (['OWNER', 'MEMBER'] as const).map((role) =>
    aMember({ id: anId(), householdId: household.id, role }),
  );
  await unitOfWork.run(async ({ accounts, households }) => {
    await households.insert(household);
    for (const one of [owner!, member!]) {
      await accounts.insert(anAccount({ id: one.id }));
      await households.insertMember(one);
    }
  });
});

const securityLog = { record: () => undefined };
const dependencies = () => ({
  unitOfWork,
  clock,
  rateLimiter: new InMemoryRateLimiter(clock),
  ids,
  opaqueTokens,
  securityLog,
  afterMembershipChange: hook,
});
const leave = () => removeMember(dependencies())(caller(member!), member!.id);

describe('what follows a change of membership', () => {
  test('is told of who left, with those who stay', async () => {
    await leave();
    expect(told).toEqual([[{ memberId: member!.id, kind: 'left' }, [owner!.id]]]);
  });

  test('is told of who joined, once', async () => {
    const account = anAccount();
    await unitOfWork.run(({ accounts }) => accounts.insert(account));
    const { token } = await createInvitation(dependencies())(caller(owner!), {
      email: null,
      expiresInDays: null,
      maxUses: null,
    });
    const accept = acceptInvitation(dependencies());
    for (let i = 0; i < 2; i++) await accept(caller(aMember({ ...owner!, id: account.id })), token);
    const active = [owner!.id, member!.id, account.id];
    expect(told).toEqual([[{ memberId: account.id, kind: 'joined' }, active]]);
  });

  test('is told of who is away, and not of new names and roles', async () => {
    const edit = editMember(dependencies());
    await edit(caller(owner!), member!.id, { displayName: 'Kim', color: '#000000', role: 'OWNER' });
    expect(told).toEqual([]);
    const awayPeriods = [{ from: civilDate('2026-07-01'), to: civilDate('2026-07-02') }];
    await edit(caller(owner!), member!.id, { awayPeriods });
    expect(told.map(([change]) => change)).toEqual([{ memberId: member!.id, kind: 'away' }]);
  });

  test('is not asked for a household that ends', async () => {
    await leave();
    told = [];
    await removeMember(dependencies())(caller(owner!), owner!.id);
    expect(told).toEqual([]);
    expect(store.households.filter(() => true)).toEqual([]);
  });

  test('takes the change back when it fails', async () => {
    hook = () => Promise.reject(new Error('no plan'));
    await expect(leave()).rejects.toThrow('no plan');
    expect(store.members.filter(({ leftAt }) => leftAt !== null)).toEqual([]);
  });
});

test('what is stored of an invitation does not hold its token', async () => {
  const { token } = await createInvitation(dependencies())(caller(owner!), {
    email: ' Someone@Example.org',
    expiresInDays: 1,
    maxUses: 2,
  });
  const [stored] = store.invitations.filter(() => true);
  expect(stored).toMatchObject({ tokenHash: opaqueTokens.hash(token), email: 'someone@example.org' });
  expect(Object.values(stored!)).not.toContain(token);
});

test('a membership that ended since the request was let in is asked for again', async () => {
  const stale = caller(member!);
  await leave();
  const remove = removeMember(dependencies());
  await expect(remove(stale, owner!.id)).rejects.toMatchObject({ code: 'HOUSEHOLD_NOT_FOUND' });
});
