import { beforeEach, describe, expect, test } from '@jest/globals';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';
import { join, memberCaller, settle } from '../../support/application/people.js';
import { InMemoryRateLimiter } from '../../support/memory/shared/single-process.js';
import { InMemoryUnitOfWork } from '../../support/memory/unit-of-work.js';
import { publishing } from '../../support/publishing.js';
import { createStore } from '../../support/memory/store.js';
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
import { anId, type PersonId } from '../../builders/ids.js';
import { SettableClock } from '../../support/settable-clock.js';
import type { SeriesId } from '../../../domain/shared/ids.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';

describe('leaving a household', () => {
  let home: Home;
  beforeEach(async () => {
    home = await aHome();
  });

  const leave = (who: 'ana' | 'ben' | 'cleo') => home.useCases.removeMember(home[who], home[who].memberId);

  describe('a member who leaves', () => {
    test('can be removed only by an owner or on their own request', async () => {
      const { useCases, ana, ben, cleo } = home;
      await expect(useCases.removeMember(ben, cleo.memberId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await useCases.removeMember(ana, cleo.memberId);
      await useCases.removeMember(ben, ben.memberId);
      const { members } = await useCases.showHousehold(ana);
      expect(members.filter(({ leftAt }) => leftAt === null).map(({ id }) => id)).toEqual([ana.userId]);
    });

    test('cannot be the last owner while other members stay [T-A6]', async () => {
      await expect(leave('ana')).rejects.toMatchObject({ code: 'LAST_OWNER' });
      await home.useCases.editMember(home.ana, home.ben.memberId, { role: 'OWNER' });
      await leave('ana');
    });

    test("has a preview that shows the member's tasks as unassigned and changes nothing", async () => {
      const { useCases, ana, ben } = home;
      const { id } = await useCases.createTask(ana, aDraft({ responsibleMemberIds: [ben.memberId] }));
      const tried = await useCases.previewDeparture(ana, ben.memberId);
      expect(tried.counts).toEqual({ created: 0, changed: 1, removed: 0, kept: 0 });
      expect(await useCases.getOccurrence(ana, id)).toMatchObject({ responsibleMemberIds: [ben.memberId] });
    });

    test('has a preview that shows all tasks as removed if only members without an account would remain', async () => {
      const { app, useCases, dan } = home;
      const { household } = await settle(app, [dan]);
      const parent = await memberCaller(app, dan, household.id);
      const child = await useCases.createMember(parent, { displayName: 'Leo', group: 'CHILD' });
      await useCases.createTask(parent, aDraft({ responsibleMemberIds: [child.id] }));
      await useCases.createTask(parent, aDraft());
      const { counts } = await useCases.previewDeparture(parent, parent.memberId);
      expect(counts).toEqual({ created: 0, changed: 0, removed: 2, kept: 0 });
      const childLeaves = await useCases.previewDeparture(parent, child.id);
      expect(childLeaves.counts).toEqual({ created: 0, changed: 1, removed: 0, kept: 0 });
    });

    test('loses open tasks and keeps completed ones [T-A6]', async () => {
      const { useCases, ana, ben } = home;
      const assigned = () => useCases.createTask(ana, aDraft({ responsibleMemberIds: [ben.memberId] }));
      const [open, done] = [await assigned(), await assigned()];
      await useCases.completeOccurrence(ben, done.id, { for: null, at: null });
      await leave('ben');
      expect(await useCases.getOccurrence(ana, open.id)).toMatchObject({
        responsibleMemberIds: [],
        turnReason: null,
      });
      expect(await useCases.getOccurrence(ana, done.id)).toMatchObject({
        responsibleMemberIds: [ben.userId],
        completedFor: ben.userId,
      });
    });

    test('leaves no personal tasks, feeds, invitations and notifications', async () => {
      const { app, useCases, ana, ben, dan, householdId } = home;
      await useCases.createTask(ben, aDraft({ title: 'Diary', visibility: 'PERSONAL' }));
      await useCases.createTask(ana, aDraft({ responsibleMemberIds: [ben.memberId] }));
      await useCases.createFeed(ben, { householdId, personal: true });
      const { token } = await useCases.createInvitation(ben, {
        email: null,
        expiresInDays: null,
        maxUses: null,
      });
      await app.performJobs();
      expect((await useCases.listNotifications(ben, { unread: true }, ALL)).rows).not.toEqual([]);

      await leave('ben');
      await join(app, ana, ben, householdId);
      const back = await memberCaller(app, ben, householdId);
      expect(
        (await useCases.listOccurrences(back, { ...EVERYTHING, visibility: 'PERSONAL' }, ALL)).rows,
      ).toEqual([]);
      expect((await useCases.listNotifications(back, { unread: false }, ALL)).rows).toEqual([]);
      expect((await useCases.listFeeds(back, ALL)).rows).toEqual([]);
      const accept = useCases.acceptInvitation(dan, token);
      await expect(accept).rejects.toMatchObject({ code: 'INVITATION_EXPIRED' });
    });
  });

  test('the household is removed with its last member [T-A6]', async () => {
    const { app, useCases, ana, householdId } = home;
    await useCases.createTask(
      ana,
      aDraft({ responsibleMemberIds: [ana.memberId], checklist: [{ title: 'x' }] }),
    );
    await useCases.createFeed(ana, { householdId, personal: true });
    await useCases.createCategory(ana, { name: 'Kitchen', color: null, icon: null });
    await app.performJobs();
    await leave('ben');
    await leave('cleo');
    await leave('ana');
    await app.performJobs();
    expect(await app.storage.remnantsOf(householdId)).toEqual([]);
    await expect(memberCaller(app, ana, householdId)).rejects.toMatchObject({ code: 'HOUSEHOLD_NOT_FOUND' });
  });
});

describe('changes of membership', () => {
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
  let [owner, member]: (Member & { id: PersonId })[] = [];
  /** The calls of the hook, each with the members that were active at that time. */
  let told: [change: MembershipChange, active: readonly string[]][] = [];
  let hook: AfterMembershipChange;

  const caller = ({ id, role, group }: Member & { id: PersonId }): MemberCaller => ({
    userId: id,
    sessionId: anId(),
    account: { locale: 'en', timeZone: household.timeZone },
    household,
    memberId: id,
    role,
    group,
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
      aMember({ id: anId<PersonId>(), householdId: household.id, role }),
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

  describe('a handler of membership changes', () => {
    test('is called with the member who left, and can read the remaining members', async () => {
      await leave();
      expect(told).toEqual([[{ memberId: member!.id, kind: 'left' }, [owner!.id]]]);
    });

    test('is called once with the member who joined, even if the request is repeated', async () => {
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

    test('is called for a change of absences, but not for a new name or role', async () => {
      const edit = editMember(dependencies());
      await edit(caller(owner!), member!.id, { displayName: 'Kim', color: '#000000', role: 'OWNER' });
      expect(told).toEqual([]);
      const awayPeriods = [{ from: civilDate('2026-07-01'), to: civilDate('2026-07-02') }];
      await edit(caller(owner!), member!.id, { awayPeriods });
      expect(told.map(([change]) => change)).toEqual([{ memberId: member!.id, kind: 'away' }]);
    });

    test('is not called when the last member leaves', async () => {
      await leave();
      told = [];
      await removeMember(dependencies())(caller(owner!), owner!.id);
      expect(told).toEqual([]);
      expect(store.households.filter(() => true)).toEqual([]);
    });

    test('prevents the change if the handler throws an error', async () => {
      hook = () => Promise.reject(new Error('no plan'));
      await expect(leave()).rejects.toThrow('no plan');
      expect(store.members.filter(({ leftAt }) => leftAt !== null)).toEqual([]);
    });
  });

  test('an invitation is stored without its token', async () => {
    const { token } = await createInvitation(dependencies())(caller(owner!), {
      email: ' Someone@Example.org',
      expiresInDays: 1,
      maxUses: 2,
    });
    const [stored] = store.invitations.filter(() => true);
    expect(stored).toMatchObject({ tokenHash: opaqueTokens.hash(token), email: 'someone@example.org' });
    expect(Object.values(stored!)).not.toContain(token);
  });

  test('a request fails if the membership of the caller ended after the request was admitted', async () => {
    const stale = caller(member!);
    await leave();
    const remove = removeMember(dependencies());
    await expect(remove(stale, owner!.id)).rejects.toMatchObject({ code: 'HOUSEHOLD_NOT_FOUND' });
  });
});

describe('planning turns after a member leaves or is away', () => {
  const SERIES = 120;
  const BATCH = 50;
  /** The number of series still to plan after the request, after the first job and after the second job. */
  const LEFT_TO_DO = [SERIES - BATCH, SERIES - 2 * BATCH, 0];

  let home: Home;

  /** Creates more series with turns of Ben and Ana than one batch plans. */
  beforeEach(async () => {
    home = await aHome();
    const { useCases, ana, ben } = home;
    for (let i = 0; i < SERIES; i++)
      await useCases.createTask(
        ana,
        aDraft({
          title: `Series ${i}`,
          date: civilDate('2026-11-24'),
          recurrence: { frequency: 'monthly' },
          rotation: {
            kind: 'turns',
            order: [[ben.memberId], [ana.memberId]],
            unit: 'occurrence',
            length: 1,
            offset: 0,
          },
        }),
      );
    await home.app.performJobs();
  });

  const openRows = (matches: (row: Occurrence) => boolean) =>
    home.app.store.occurrences.filter((row) => row.status === 'TODO' && matches(row)).length;
  const openRowsOf = ({ memberId }: MemberCaller) =>
    openRows(({ responsibleMemberIds }) => responsibleMemberIds.includes(memberId));
  const unassigned = () => openRows(({ responsibleMemberIds }) => responsibleMemberIds.length === 0);
  const seriesNaming = ({ userId }: MemberCaller) =>
    home.app.store.series.filter(({ segments }) => JSON.stringify(segments.at(-1)).includes(userId)).length;
  /** The results of `told` after the request, and after each job that continues it. */
  const throughJobs = async (told: () => number) => {
    const seen = [told()];
    while ((await home.app.performWaitingJobs()).includes('replan-turns')) seen.push(told());
    return seen;
  };
  const leave = () => home.useCases.removeMember(home.ben, home.ben.memberId);
  const goAway = (awayPeriods: readonly { from: string; to: string }[]) =>
    home.useCases.editMember(home.ana, home.ben.memberId, {
      awayPeriods: awayPeriods.map(({ from, to }) => ({ from: civilDate(from), to: civilDate(to) })),
    });

  test('takes the turns from a former member at once, and gives them to successors in batches', async () => {
    const { ana, ben } = home;
    const all = openRowsOf(ana) + openRowsOf(ben);
    await leave();
    const left = await throughJobs(() => {
      expect(openRowsOf(ben)).toBe(0);
      return seriesNaming(ben);
    });
    expect(left).toEqual(LEFT_TO_DO);
    expect(openRowsOf(ana)).toBe(all);
    expect(unassigned()).toBe(0);
  });

  test('assigns no occurrence to a former member if the horizon is extended between two batches', async () => {
    const { app, useCases, ana, ben } = home;
    await leave();
    const before = openRowsOf(ana);
    app.clock.advance(70 * 86_400_000);
    await useCases.extendHorizons();
    expect(openRowsOf(ana)).toBeGreaterThan(before);
    expect(openRowsOf(ben)).toBe(0);
  });

  test('reassigns the turns of an absence in batches, and gives them back in batches when the absence is removed', async () => {
    const { app, useCases, ben, householdId } = home;
    const before = openRowsOf(ben);
    const perSeries = before / SERIES;
    await goAway([{ from: '2026-11-01', to: '2027-12-31' }]);
    expect(await throughJobs(() => openRowsOf(ben))).toEqual(LEFT_TO_DO.map((series) => series * perSeries));
    const passedOn = app.store.occurrences.filter(({ version }) => version === 2).length;
    await useCases.replanNextTurns({
      householdId,
      memberId: ben.memberId,
      after: '00000000-0000-7000-8000-000000000000' as SeriesId,
    });
    expect(app.store.occurrences.filter(({ version }) => version === 2)).toHaveLength(passedOn);
    await goAway([]);
    expect(await throughJobs(() => openRowsOf(ben))).toEqual(
      LEFT_TO_DO.map((series) => before - series * perSeries),
    );
  });

  test('gives a member who rejoins before the last batch none of the former turns', async () => {
    const { app, useCases, ana, ben } = home;
    await leave();
    const { token } = await useCases.createInvitation(ana, {
      email: null,
      expiresInDays: null,
      maxUses: null,
    });
    app.takeJournals();
    await useCases.acceptInvitation(ben, token);
    const planned = app
      .takeJournals()
      .map((entries) => entries.filter(({ kind }) => kind === 'series').length);
    expect(planned.filter((saved) => saved > 0)).toEqual([BATCH, SERIES - 2 * BATCH]);
    expect(seriesNaming(ben)).toBe(0);
    expect(openRowsOf(ben)).toBe(0);
    await throughJobs(() => openRowsOf(ben));
    expect(openRowsOf(ben)).toBe(0);
    expect(unassigned()).toBe(0);
  });

  test('checks only the first 50 series in the dry run of an absence, which reports that the result is incomplete', async () => {
    const { app, useCases, ana, ben } = home;
    const awayPeriods = [{ from: civilDate('2026-11-01'), to: civilDate('2027-12-31') }];
    app.takeRolledBack();
    const { counts, isComplete } = await useCases.previewMemberEdit(ana, ben.memberId, { awayPeriods });
    const planned = app.takeRolledBack().map((entries) => {
      const series = entries.flatMap((one) => (one.kind === 'occurrence' ? [one.before?.seriesId] : []));
      return new Set(series).size;
    });
    expect({ planned, isComplete }).toEqual({ planned: [BATCH], isComplete: false });
    expect(counts).toMatchObject({ kept: 0 });
    expect(counts.changed).toBeGreaterThan(0);
    expect(counts.changed).toBeLessThan(openRowsOf(ben));
  });
});
