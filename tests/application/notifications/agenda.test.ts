import { beforeEach, describe, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { Jobs } from '../../../application/shared/job-queue.js';
import type { AgendaMail } from '../../../application/shared/ports.js';
import { jobDefinitions } from '../../../adapters/jobs/definitions.js';
import type { StoredPreferences } from '../../../domain/notifications/preferences.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import type { TaskDraft } from '../../../domain/tasks/draft.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, type Home } from '../../support/application/home.js';

let home: Home;
/** At noon of 2026-11-21 in Paris. */
beforeEach(async () => {
  home = await aHome();
  await home.app.unitOfWork.run(async ({ accounts }) => {
    for (const { userId } of [home.ana, home.ben, home.cleo])
      await accounts.save({ ...(await accounts.findForUpdate(userId))!, emailVerified: true });
  });
});

const want = async (who: MemberCaller, fields: Partial<StoredPreferences> = {}) => {
  const preferences = await home.useCases.showPreferences(who);
  const both = { push: true, email: true };
  await home.useCases.savePreferences(who, { ...preferences, agenda: both, ...fields });
};
const task = (title: string, date: string, fields: Partial<TaskDraft> = {}, by = home.ben) =>
  home.useCases.createTask(by, aDraft({ title, date: civilDate(date), ...fields }));
/** As the minute's job would, twice, and what it queued, twice. */
const at = async (iso: string) => {
  home.app.clock.set(iso);
  await home.app.performJobs();
  for (let i = 0; i < 2; i++) await home.useCases.sendAgendas();
  const jobs = await home.app.storage.takeJobs();
  expect(jobs.filter(({ name, payload }) => !jobDefinitions[name].accepts(payload))).toEqual([]);
  for (const { name, payload } of [...jobs, ...jobs]) {
    if (name === 'list-agenda') await home.useCases.listAgenda(payload as Jobs['list-agenda']);
    if (name === 'mail-agenda') await home.useCases.mailAgenda(payload as Jobs['mail-agenda']);
  }
};
const mails = () => home.app.mailer.sent.filter((mail): mail is AgendaMail => mail.kind === 'agenda');
const listed = async (who: MemberCaller) =>
  (await home.useCases.listNotifications(who, { unread: false }, ALL)).rows.filter(
    ({ type }) => type === 'AGENDA',
  );

describe('an agenda', () => {
  test('is nobody’s who has not asked for it', async () => {
    await task('Bins', '2026-11-22');
    await at('2026-11-22T07:00:00Z');
    expect(mails()).toEqual([]);
    expect(await listed(home.ben)).toEqual([]);
  });

  test('T-N1 comes in the morning, once, with what is late, today and coming', async () => {
    await want(home.ben);
    await home.useCases.registerDevice(home.ben, { platform: 'ANDROID', token: 'phone' });
    await task('Rent', '2026-11-20', { responsibleMemberIds: [home.ben.memberId] });
    await task('Bins', '2026-11-22', { time: civilTime('19:00') });
    await task('Diary', '2026-11-22', { visibility: 'PERSONAL' });
    await task('Dishes', '2026-11-25');
    await task('Gutters', '2026-11-26');
    await task('Present', '2026-11-24', { showFrom: 1 });
    await task('Hers', '2026-11-22', { responsibleMemberIds: [home.cleo.memberId] });
    await task('Secret', '2026-11-22', { visibility: 'PERSONAL' }, home.ana);
    await at('2026-11-22T06:59:00Z');
    expect(mails()).toEqual([]);
    await at('2026-11-22T07:00:00Z');
    await at('2026-11-22T07:01:00Z');
    expect(mails()).toHaveLength(1);
    const [{ to, homes }] = mails() as [AgendaMail];
    expect(to).toBe('ben@example.org');
    const titles = (tasks: readonly { title: string }[]) => tasks.map(({ title }) => title);
    expect(
      homes.map(({ household, late, today, coming }) => [household, ...[late, today, coming].map(titles)]),
    ).toEqual([['Home', ['Rent'], ['Diary', 'Bins'], ['Dishes']]]);
    // What a lock screen shows names no task.
    expect((await listed(home.ben)).map(({ params }) => params)).toEqual([
      { date: '2026-11-22', late: 1, today: 2, coming: 1 },
    ]);
    await at('2026-11-23T07:00:00Z');
    expect(mails()).toHaveLength(2);
  });

  test('goes to no address that nobody has proved, which may be a stranger’s', async () => {
    await home.app.unitOfWork.run(async ({ accounts }) =>
      accounts.save({ ...(await accounts.findForUpdate(home.ben.userId))!, emailVerified: false }),
    );
    for (const who of [home.ben, home.cleo]) await want(who);
    await home.useCases.registerDevice(home.ben, { platform: 'ANDROID', token: 'phone' });
    await task('Bins', '2026-11-22');
    await at('2026-11-22T07:00:00Z');
    expect(mails().map(({ to }) => to)).toEqual(['cleo@example.org']);
    expect(await listed(home.ben)).toHaveLength(1);
  });

  test('is not sent where nothing is late or due today', async () => {
    await want(home.ben);
    await task('Dishes', '2026-11-24');
    await at('2026-11-22T07:00:00Z');
    expect(mails()).toEqual([]);
    expect(await listed(home.ben)).toEqual([]);
  });

  test('T-N3 is not for who is away', async () => {
    await want(home.ben);
    await task('Bins', '2026-11-22');
    const day = civilDate('2026-11-22');
    await home.useCases.addAbsence(home.ben, home.ben.memberId, { from: day, to: day });
    await at('2026-11-22T07:00:00Z');
    expect(mails()).toEqual([]);
  });

  test('T-N2 of a morning that no worker saw comes late, and not on another day', async () => {
    await want(home.ben);
    await task('Bins', '2026-11-22');
    await at('2026-11-22T15:00:00Z');
    expect(mails()).toHaveLength(1);
    await at('2026-11-25T06:00:00Z');
    expect(mails()).toHaveLength(1);
    await at('2026-11-25T07:00:00Z');
    expect(mails()).toHaveLength(2);
  });

  test('comes on one’s own clock, once a day where the clock changes, also where one moves to another zone', async () => {
    await home.useCases.editProfile(home.ben, { timeZone: 'America/New_York' as TimeZone, locale: 'fr' });
    await want(home.ben, { morningTime: civilTime('02:30') });
    await task('Bins', '2026-11-22');
    // 02:30 is skipped on 2027-03-14, and the hour after 01:00 comes twice on 2027-11-07.
    for (const day of ['2027-03-14', '2027-11-07']) {
      const before = mails().length;
      for (let hour = 5; hour < 24; hour++) await at(`${day}T${String(hour).padStart(2, '0')}:31:00Z`);
      expect(mails().length).toBe(before + 1);
    }
    expect(mails()[0]).toMatchObject({ locale: 'fr', date: '2027-03-14' });
    await at('2027-11-08T07:30:00Z');
    const sent = mails().length;
    await home.useCases.editProfile(home.ben, { timeZone: 'Pacific/Honolulu' as TimeZone });
    await at('2027-11-08T12:30:00Z');
    expect(mails().length).toBe(sent);
    await at('2027-11-09T12:30:00Z');
    expect(mails().length).toBe(sent + 1);
  });

  test('waits for the end of quiet hours', async () => {
    await want(home.ben, { quietHours: { from: civilTime('22:00'), to: civilTime('09:00') } });
    await task('Bins', '2026-11-22');
    home.app.clock.set('2026-11-22T07:00:00Z');
    await home.app.performJobs();
    await home.useCases.sendAgendas();
    const jobs = await home.app.storage.takeJobs();
    expect(jobs).toMatchObject([{ name: 'mail-agenda', startAfter: Date.parse('2026-11-22T08:00:00Z') }]);
  });

  test('is mailed again where the mail server was away', async () => {
    await want(home.ben);
    await task('Bins', '2026-11-22');
    home.app.clock.set('2026-11-22T07:00:00Z');
    const { mailer } = home.app;
    const accept = mailer.answer;
    mailer.answer = () => Promise.reject(new Error('away'));
    const agenda = { userId: home.ben.userId, date: civilDate('2026-11-22') };
    await expect(home.useCases.mailAgenda(agenda)).rejects.toThrow('away');
    mailer.answer = accept;
    await home.useCases.mailAgenda(agenda);
    await home.useCases.mailAgenda(agenda);
    expect(mails()).toHaveLength(1);
  });
});
