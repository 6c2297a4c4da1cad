import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { done } from '../../support/displays.js';
import { shareServiceInFile } from '../../support/fresh-service.js';
import { onSingleServer } from '../../support/requirement.js';
import type { TestService } from '../../support/service.js';
import { home, newcomer, type Person, told } from '../households/people.js';

const freshService = shareServiceInFile();

describe('notifications and badges', () => {
  describe('notifications of a household', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await freshService();
    });

    type Shown = { id: string; type: string; params: Record<string, unknown>; readAt: string | null };
    const listOf = async ({ api }: Person, path: string, query = ''): Promise<Shown[]> => {
      await service.performJobs();
      const { status, body } = await api.get(`${path}/notifications${query}`);
      expect(status).toBe(200);
      return body as Shown[];
    };
    const typesOf = async (person: Person, path: string) =>
      (await listOf(person, path)).map(({ type }) => type);
    /** Signs in again, because the clock has moved and access tokens expire after 15 minutes. */
    async function fresh(person: Person): Promise<Person> {
      const { body } = await service.api.post('/v1/auth/login', await service.credentialsOf(person.id));
      return { ...person, api: service.api.as(body.accessToken as string) };
    }
    const create = async ({ api }: Person, path: string, fields: object) =>
      (await api.post(`${path}/tasks`, { title: 'Bins', ...fields })).body.id as string;

    /** Creates a household of three without unread notifications. */
    async function quietHome() {
      const { path, owner, member } = await home(service.api);
      const third = await newcomer(owner.api, path, { displayName: 'Tom' });
      await service.performJobs();
      await service.query('delete from notifications');
      return { path, owner, member, third };
    }

    describe('notifications', () => {
      // A Citus cluster has no triggers, and nothing else makes a commit fail.
      onSingleServer.test(
        'are queued in the transaction of the change: once if the transaction commits, and not at all if it fails [T-N6]',
        async () => {
          const { path, owner, member } = await quietHome();
          const give = () =>
            owner.api.post(`${path}/tasks`, { title: 'Bins', responsibleMemberIds: [member.id] });
          const queued = () => service.query(`select data from pgboss.job where name = 'notify'`);
          await service.query(`create function refuse_commit() returns trigger language plpgsql as
      $$ begin raise exception 'refused at the commit'; end $$`);
          // The trigger is deferred: the commit fails after everything has been written, including the job.
          await service.query(`create constraint trigger refuse_commit after insert on occurrences
      deferrable initially deferred for each row execute function refuse_commit()`);
          expect(told(await give())).toEqual([500, 'INTERNAL_ERROR']);
          expect(await queued()).toEqual([]);
          await service.query('drop trigger refuse_commit on occurrences');
          const { body } = await give();
          expect(await queued()).toEqual([{ data: expect.objectContaining({ occurrenceId: body.id }) }]);
          expect(await typesOf(member, path)).toEqual(['TASK_ASSIGNED']);
        },
      );

      test('inform a new assignee, but inform nobody about their own action', async () => {
        const { path, owner, member, third } = await quietHome();
        const id = await create(owner, path, {
          date: '2026-11-22',
          time: '18:00',
          responsibleMemberIds: [owner.id, member.id],
        });
        expect(await listOf(member, path)).toEqual([
          {
            id: expect.any(String),
            householdId: path.split('/').at(-1),
            type: 'TASK_ASSIGNED',
            params: { title: 'Bins', date: '2026-11-22', time: '18:00', actorId: owner.id },
            occurrenceId: id,
            createdAt: '2026-11-21T12:00:00.000Z',
            readAt: null,
          },
        ]);
        expect(await typesOf(owner, path)).toEqual([]);
        await owner.api.patch(`${path}/occurrences/${id}`, {
          version: 1,
          responsibleMemberIds: [member.id, third.id],
        });
        expect(await typesOf(member, path)).toEqual(['TASK_ASSIGNED']);
        expect(await typesOf(third, path)).toEqual(['TASK_ASSIGNED']);
      });

      test('inform only once about a completion that is repeated [T-O1]', async () => {
        const { path, owner, member, third } = await quietHome();
        const id = await create(owner, path, { responsibleMemberIds: [owner.id] });
        await Promise.all(
          Array.from({ length: 20 }, () => member.api.post(`${path}/occurrences/${id}/complete`)),
        );
        expect(await typesOf(owner, path)).toEqual(['TASK_COMPLETED']);
        expect(await typesOf(third, path)).toEqual([]);
        await member.api.post(`${path}/occurrences/${id}/reopen`);
        await member.api.post(`${path}/occurrences/${id}/complete`);
        expect(await typesOf(owner, path)).toEqual(['TASK_COMPLETED', 'TASK_COMPLETED']);
      });

      test('do not inform members who are away, have left, or may not see the task [T-N3]', async () => {
        const { path, owner, member, third } = await quietHome();
        await third.api.patch(`${path}/members/${third.id}`, {
          awayPeriods: [{ from: '2026-11-21', to: '2026-11-21' }],
        });
        await create(owner, path, { responsibleMemberIds: [member.id, third.id] });
        const hidden = await create(owner, path, { responsibleMemberIds: [member.id] });
        await owner.api.patch(`${path}/occurrences/${hidden}`, {
          version: 1,
          visibility: 'PERSONAL',
          responsibleMemberIds: [],
        });
        await create(owner, path, { title: 'Diary', visibility: 'PERSONAL' });
        expect(await typesOf(third, path)).toEqual([]);
        expect(await typesOf(member, path)).toEqual(['TASK_ASSIGNED']);
        await create(owner, path, { responsibleMemberIds: [member.id] });
        await owner.api.delete(`${path}/members/${member.id}`);
        await service.performJobs();
        expect(
          await service.query(`select 1 from notifications where recipient_id = '${member.id}'`),
        ).toEqual([]);
      });

      test('disappear for other members when a task becomes personal', async () => {
        const { path, owner, member } = await quietHome();
        const id = await create(owner, path, { title: 'Present', responsibleMemberIds: [member.id] });
        const [assigned] = await listOf(member, path);
        expect(assigned).toMatchObject({ type: 'TASK_ASSIGNED' });
        await owner.api.patch(`${path}/occurrences/${id}`, {
          version: 1,
          visibility: 'PERSONAL',
          responsibleMemberIds: [],
        });
        expect(await typesOf(member, path)).toEqual([]);
        const answer = await member.api.post(`${path}/notifications/${assigned!.id}/read`);
        expect(told(answer)).toEqual([404, 'NOT_FOUND']);
      });

      test('inform members when a person joins or leaves, and tell the inviter that the invitation was accepted', async () => {
        const { path, owner, member, third } = await quietHome();
        const fourth = await newcomer(member.api, path);
        expect(await listOf(owner, path)).toMatchObject([
          { type: 'MEMBER_JOINED', params: { memberId: fourth.id } },
        ]);
        expect(await typesOf(member, path)).toEqual(['INVITATION_ACCEPTED']);
        expect(await typesOf(fourth, path)).toEqual([]);
        await fourth.api.delete(`${path}/members/${fourth.id}`);
        expect((await typesOf(third, path)).sort()).toEqual(['MEMBER_JOINED', 'MEMBER_LEFT']);
      });

      test('are marked as read by their recipient, one by one or all at once', async () => {
        const { path, owner, member } = await quietHome();
        for (let i = 0; i < 3; i++) await create(owner, path, { responsibleMemberIds: [member.id] });
        const [one] = await listOf(member, path, '?unread=true&limit=1');
        const read = (who: Person) => who.api.post(`${path}/notifications/${one?.id}/read`);
        expect(told(await read(owner))).toEqual([404, 'NOT_FOUND']);
        expect((await read(member)).body).toMatchObject({ id: one?.id, readAt: '2026-11-21T12:00:00.000Z' });
        expect((await read(member)).status).toBe(200);
        expect(await listOf(member, path, '?unread=true')).toHaveLength(2);
        expect((await member.api.post(`${path}/notifications/read-all`)).status).toBe(204);
        expect(await listOf(member, path, '?unread=true')).toEqual([]);
        expect(await listOf(member, path, '?unread=false')).toHaveLength(3);
        expect(told(await member.api.get(`${path}/notifications?unread=maybe`))).toEqual([
          400,
          'VALIDATION_FAILED',
        ]);
      });
    });

    describe('preferences of notifications', () => {
      test('have defaults, and PUT replaces all of them. A notification type that is switched off creates no notification', async () => {
        const { path, owner, member } = await quietHome();
        const { body: defaults } = await member.api.get('/v1/me/notification-preferences');
        expect(defaults).toMatchObject({ quietHours: null, morningTime: '08:00' });
        const wanted = {
          types: { TASK_ASSIGNED: { inApp: false, push: false } },
          quietHours: { from: '22:00', to: '07:00' },
          morningTime: '07:15',
        };
        const { status, body } = await member.api.call('PUT', '/v1/me/notification-preferences', {
          body: wanted,
        });
        expect(status).toBe(200);
        expect(body).toEqual({
          ...wanted,
          agenda: { push: false, email: false },
          types: { ...defaults.types, TASK_ASSIGNED: { inApp: false, push: false } },
        });
        await create(owner, path, { responsibleMemberIds: [member.id] });
        expect(await typesOf(member, path)).toEqual([]);
        await member.api.call('PUT', '/v1/me/notification-preferences', { body: {} });
        expect((await member.api.get('/v1/me/notification-preferences')).body).toEqual(defaults);
      });

      test.each([
        [{ morningTime: '25:00' }, 'morningTime'],
        [{ quietHours: { from: '22:00' } }, 'quietHours.to'],
        [{ types: { TASK_REMINDER: { inApp: 'yes', push: true } } }, 'types.TASK_REMINDER.inApp'],
        [{ types: [] }, 'types'],
      ])('are refused and stay unchanged: %j', async (body, field) => {
        const { api } = await service.api.register();
        const answer = await api.call('PUT', '/v1/me/notification-preferences', { body });
        expect(told(answer)).toEqual([400, 'VALIDATION_FAILED']);
        expect(answer.body.error.details[0].field).toBe(field);
        expect((await api.get('/v1/me/notification-preferences')).body.morningTime).toBe('08:00');
      });
    });

    describe('reminders', () => {
      /** Sends the reminders that are due at each of these instants. */
      async function workAt(...instants: string[]) {
        for (const instant of instants) {
          service.clock.set(instant);
          await service.useCases.sendReminders();
        }
      }
      afterAll(() => service.clock.set('2026-11-21T12:00:00Z'));
      const reminders = async (person: Person, path: string) =>
        (await listOf(await fresh(person), path)).map(({ type, params }) =>
          [type, params['minutesBefore']].join(' ').trim(),
        );

      test('remind assignees once before the start, and again if the task is moved', async () => {
        const { path, owner, member } = await quietHome();
        await workAt('2026-11-21T12:00:00Z');
        const id = await create(await fresh(owner), path, {
          date: '2026-11-21',
          time: '18:00',
          reminders: [60, 0],
          responsibleMemberIds: [owner.id],
        });
        await workAt('2026-11-21T15:59:00Z', '2026-11-21T16:00:00Z', '2026-11-21T16:01:00Z');
        expect(await reminders(owner, path)).toEqual(['TASK_REMINDER 60']);
        await (await fresh(owner)).api.patch(`${path}/occurrences/${id}`, { version: 1, time: '19:00' });
        await workAt('2026-11-21T17:00:00Z', '2026-11-21T18:00:00Z', '2026-11-21T18:01:00Z');
        expect(await reminders(owner, path)).toEqual([
          'TASK_REMINDER 0',
          'TASK_REMINDER 60',
          'TASK_REMINDER 60',
        ]);
        expect(await reminders(member, path)).toEqual([]);
      });

      test('are sent only once by three simultaneous runs, and are sent by the next run if a run fails [T-N1]', async () => {
        const { path, owner } = await quietHome();
        await workAt('2026-11-25T08:00:00Z');
        await create(await fresh(owner), path, {
          date: '2026-11-25',
          time: '10:00',
          reminders: [0],
          responsibleMemberIds: [owner.id],
        });
        service.clock.set('2026-11-25T09:00:00Z');
        await service.query('alter table notifications add constraint killed check (false) not valid');
        await expect(service.useCases.sendReminders()).rejects.toThrow('killed');
        await service.query('alter table notifications drop constraint killed');
        await Promise.all([1, 2, 3].map(() => service.useCases.sendReminders()));
        expect(await reminders(owner, path)).toEqual(['TASK_REMINDER 0']);
      });

      test('are sent to everybody even if the database does not know one time zone', async () => {
        const zone = 'US/Pacific-New';
        await expect(service.query(`select now() at time zone '${zone}'`)).rejects.toThrow('not recognized');
        const [known, unknown] = [await quietHome(), await quietHome()];
        await unknown.owner.api.patch('/v1/me', { timeZone: zone });
        await unknown.owner.api.patch(unknown.path, { timeZone: zone });
        await workAt('2026-11-25T11:00:00Z');
        const at = async (time: string, { path, owner }: typeof known) =>
          create(await fresh(owner), path, {
            title: time,
            date: '2026-11-25',
            time,
            reminders: [0],
            responsibleMemberIds: [owner.id],
          });
        await at('12:30', known);
        await at('03:30', unknown);
        await workAt('2026-11-25T11:31:00Z');
        for (const { path, owner } of [known, unknown]) expect(await reminders(owner, path)).toHaveLength(1);
        const { api } = await fresh(unknown.owner);
        const statistics = await api.get(`${unknown.path}/statistics?from=2026-11-01&to=2026-11-30`);
        expect(statistics.status).toBe(200);
      });
    });
  });

  describe('badges and notifications of all households', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await freshService();
      service.clock.set('2026-11-21T23:30:00Z');
    });

    const idOf = (path: string) => path.split('/').at(-1);

    test('count due and overdue tasks by the date in the time zone of each household, without personal tasks of other members', async () => {
      const { path, owner, member } = await home(service.api);
      // In Paris it is already the 22nd, in New York still the 21st.
      const far = await owner.api.household({ timeZone: 'America/New_York' });
      for (const at of [path, far])
        await owner.api.post(`${at}/tasks`, {
          title: 'Bins',
          date: '2026-11-21',
          responsibleMemberIds: [owner.id],
        });
      const personal = { title: 'Gift', date: '2026-11-22', visibility: 'PERSONAL' };
      await member.api.post(`${path}/tasks`, personal);
      await member.api.post(`${path}/tasks`, {
        title: 'Dishes',
        date: '2026-11-22',
        responsibleMemberIds: [owner.id],
      });
      await service.performJobs();
      const { status, body } = await owner.api.get('/v1/me/badges');
      expect(status).toBe(200);
      const unread = expect.any(Number);
      expect(body).toEqual([
        { householdId: idOf(path), unread, dueToday: 1, overdue: 1, openSwaps: 0 },
        { householdId: idOf(far), unread: 0, dueToday: 1, overdue: 0, openSwaps: 0 },
      ]);
      const listed = (await owner.api.get(`${path}/notifications?unread=true`)).body as object[];
      expect(body[0].unread).toBe(listed.length);
      expect((await owner.api.get('/v1/me/badges?limit=1')).body).toEqual([body[0]]);
    });

    test('are listed for all households that the caller has not left, newest first in pages', async () => {
      const { path, owner, member } = await home(service.api);
      const other = await owner.api.household();
      const third = await newcomer(owner.api, other);
      const give = (at: string, by: typeof member, title: string) =>
        by.api.post(`${at}/tasks`, { title, responsibleMemberIds: [owner.id] });
      await service.performJobs();
      for (const { householdId } of [{ householdId: path }, { householdId: other }])
        await owner.api.post(`${householdId}/notifications/read-all`);
      for (const [at, by, title] of [
        [path, member, 'one'],
        [other, third, 'two'],
        [path, member, 'three'],
      ] as const) {
        service.clock.advance(1_000);
        await give(at, by, title);
        await service.performJobs();
      }
      const titles = (body: { params: { title?: string } }[]) => body.map(({ params }) => params.title);
      const first = await owner.api.get('/v1/me/notifications?unread=true&limit=2');
      expect(titles(first.body)).toEqual(['three', 'two']);
      const next = /<(.*)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1];
      const last = await owner.api.get(next!);
      expect(titles(last.body)).toEqual(['one']);
      expect(last.headers).not.toHaveProperty('link');
      const counted = (await owner.api.get('/v1/me/badges')).body as { unread: number }[];
      expect(counted.map(({ unread }) => unread)).toEqual([2, 1]);

      await owner.api.patch(`${other}/members/${third.id}`, { role: 'OWNER' });
      await owner.api.delete(`${other}/members/${owner.id}`);
      const rest = (await owner.api.get('/v1/me/notifications?unread=true')).body;
      expect(titles(rest)).toEqual(['three', 'one']);
    });

    test.each(['/v1/me/badges?limit=0', '/v1/me/badges?cursor=x', '/v1/me/notifications?unread=maybe'])(
      'are refused for the query %s',
      async (path) => {
        const { api } = await service.api.register();
        expect((await api.get(path)).status).toBe(400);
      },
    );

    test('require a session', async () => {
      for (const path of ['/v1/me/badges', '/v1/me/notifications'])
        expect((await service.api.get(path)).status).toBe(401);
    });
  });
});

describe('notifications about members who have managers', () => {
  let service: TestService;
  let path: string;
  let ana: Person;
  let ben: Person;
  let cleo: Person;
  beforeAll(async () => {
    service = await freshService();
  });
  beforeEach(async () => {
    ({ path, owner: ana, member: ben } = await home(service.api));
    cleo = await newcomer(ana.api, path);
  });
  const child = async (managers: readonly Person[], displayName = 'Leo'): Promise<string> => {
    const managerIds = managers.map(({ id }) => id);
    return (await done(ana.api.post(`${path}/members`, { displayName, group: 'CHILD', managerIds }))).id;
  };
  /**
   * Returns the notifications of this type that each of the three members got: the member that each one is
   * about.
   */
  async function heard(type: string): Promise<Record<string, (string | null)[]>> {
    await service.performJobs();
    const of = async ({ api }: Person) => {
      const all = await done(api.get(`${path}/notifications`));
      return all.filter((one: any) => one.type === type).map((one: any) => one.params.forMemberId ?? null);
    };
    return { ana: await of(ana), ben: await of(ben), cleo: await of(cleo) };
  }
  const assign = (by: Person, ...ids: string[]) =>
    done(by.api.post(`${path}/tasks`, { title: 'Teeth', date: '2026-11-24', responsibleMemberIds: ids }));

  test('go to the managers of a child without an account', async () => {
    const leo = await child([ben]);
    await assign(cleo, leo);
    expect(await heard('TASK_ASSIGNED')).toEqual({ ana: [], ben: [leo], cleo: [] });
  });

  test('go to the owners if no manager is present', async () => {
    const leo = await child([ben]);
    await done(ben.api.post(`${path}/members/${ben.id}/away`, { from: '2026-11-20', to: null }));
    await assign(cleo, leo);
    expect(await heard('TASK_ASSIGNED')).toEqual({ ana: [leo], ben: [], cleo: [] });
  });

  test('do not go to the member who acted, and go only once to a manager of two members', async () => {
    const [leo, mia] = [await child([ben, cleo]), await child([ben, cleo], 'Mia')];
    await assign(cleo, leo, mia, ben.id);
    expect(await heard('TASK_ASSIGNED')).toEqual({ ana: [], ben: [null], cleo: [] });
  });

  test('are not sent for a child before the `activeFrom` date of the child', async () => {
    const leo = await child([ben]);
    await done(ana.api.patch(`${path}/members/${leo}`, { activeFrom: '2027-01-01' }));
    await assign(cleo, leo);
    expect(await heard('TASK_ASSIGNED')).toEqual({ ana: [], ben: [], cleo: [] });
  });

  test('tell the managers about swap requests, which they can answer', async () => {
    const leo = await child([ben]);
    const mine = await assign(ana, cleo.id);
    const his = await assign(ana, leo);
    const asked = (await done(
      cleo.api.post(`${path}/occurrences/${mine.id as string}/swap`, { withOccurrenceId: his.id }),
    )) as { id: string };
    expect(await heard('TURN_SWAP_REQUESTED')).toEqual({ ana: [], ben: [leo], cleo: [] });
    // An owner cannot accept it while the child has a manager in the household.
    expect(told(await ana.api.post(`${path}/swaps/${asked.id}/accept`))).toEqual([403, 'FORBIDDEN']);
    await done(ben.api.post(`${path}/swaps/${asked.id}/accept`));
    const whose = async ({ id }: { id: string }) =>
      (await done(ana.api.get(`${path}/occurrences/${id}`))).responsibleMemberIds;
    expect([await whose(mine), await whose(his)]).toEqual([[leo], [cleo.id]]);
  });

  test('tell a child with an account and the managers about a swap request, which only the managers can answer', async () => {
    await done(ana.api.patch(`${path}/members/${cleo.id}`, { group: 'CHILD', managerIds: [ben.id] }));
    const mine = await assign(ana, ana.id);
    const hers = await assign(ana, cleo.id);
    const { id } = (await done(
      ana.api.post(`${path}/occurrences/${mine.id as string}/swap`, { withOccurrenceId: hers.id }),
    )) as { id: string };
    expect(await heard('TURN_SWAP_REQUESTED')).toEqual({ ana: [], ben: [cleo.id], cleo: [null] });
    const badge = async ({ api }: Person) => (await done(api.get('/v1/me/badges')))[0].openSwaps;
    expect([await badge(ana), await badge(ben), await badge(cleo)]).toEqual([0, 1, 0]);
    expect(told(await cleo.api.post(`${path}/swaps/${id}/accept`))).toEqual([403, 'FORBIDDEN']);
    await done(ben.api.post(`${path}/swaps/${id}/accept`));
    expect(
      (await done(ana.api.get(`${path}/occurrences/${mine.id as string}`))).responsibleMemberIds,
    ).toEqual([cleo.id]);
  });

  test('tell the owners about swap requests if the manager is a guest, and owners can answer them', async () => {
    const leo = await child([cleo]);
    await done(ana.api.patch(`${path}/members/${cleo.id}`, { group: 'GUEST' }));
    const [mine, his] = [await assign(ana, ben.id), await assign(ana, leo)];
    const { id } = (await done(
      ben.api.post(`${path}/occurrences/${mine.id as string}/swap`, { withOccurrenceId: his.id }),
    )) as { id: string };
    expect(await heard('TURN_SWAP_REQUESTED')).toEqual({ ana: [leo], ben: [], cleo: [] });
    const badge = async ({ api }: Person) => (await done(api.get('/v1/me/badges')))[0].openSwaps;
    expect([await badge(ana), await badge(cleo)]).toEqual([1, 0]);
    await done(ana.api.post(`${path}/swaps/${id}/accept`));
  });

  describe('a reminder', () => {
    const remind = async (responsible: string) => {
      const task = { title: 'Teeth', date: '2026-11-24', time: '19:00', reminders: [0] };
      await done(ana.api.post(`${path}/tasks`, { ...task, responsibleMemberIds: [responsible] }));
      const sessions = await Promise.all([ana, ben, cleo].map(({ id }) => service.credentialsOf(id)));
      service.clock.advance(Date.parse('2026-11-24T18:00:30Z') - service.clock.now());
      await service.useCases.sendReminders();
      const [one, two, three] = await Promise.all(
        sessions.map(async (credentials) => {
          const { accessToken } = await done(service.api.post('/v1/auth/login', credentials));
          const all = await done(service.api.as(accessToken as string).get(`${path}/notifications`));
          const reminders = all.filter(({ type }: any) => type === 'TASK_REMINDER');
          return reminders.map(({ params }: any) => params.forMemberId ?? null);
        }),
      );
      return { ana: one, ben: two, cleo: three };
    };

    test('goes to the managers of a child', async () => {
      const leo = await child([ben]);
      expect(await remind(leo)).toEqual({ ana: [], ben: [leo], cleo: [] });
    });
  });
});
