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
/** Every test starts at noon on 2026-11-21 in Paris. */
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
/** Runs the job that is due every minute, and the jobs that it queued, each of them twice. */
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

describe('the daily agenda', () => {
  test('is not sent to a member who has not turned it on', async () => {
    await task('Bins', '2026-11-22');
    await at('2026-11-22T07:00:00Z');
    expect(mails()).toEqual([]);
    expect(await listed(home.ben)).toEqual([]);
  });

  test('is sent once in the morning, with overdue, today’s and coming tasks (T-N1)', async () => {
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
    // A lock screen shows this notification, so it names no task.
    expect((await listed(home.ben)).map(({ params }) => params)).toEqual([
      { date: '2026-11-22', late: 1, today: 2, coming: 1 },
    ]);
    await at('2026-11-23T07:00:00Z');
    expect(mails()).toHaveLength(2);
  });

  test('is not mailed to an unverified address, which may belong to a stranger', async () => {
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

  test('is not sent if no task is overdue or due today', async () => {
    await want(home.ben);
    await task('Dishes', '2026-11-24');
    await at('2026-11-22T07:00:00Z');
    expect(mails()).toEqual([]);
    expect(await listed(home.ben)).toEqual([]);
  });

  test('is not sent to a member who is away (T-N3)', async () => {
    await want(home.ben);
    await task('Bins', '2026-11-22');
    const day = civilDate('2026-11-22');
    await home.useCases.addAbsence(home.ben, home.ben.memberId, { from: day, to: day });
    await at('2026-11-22T07:00:00Z');
    expect(mails()).toEqual([]);
  });

  test('is sent late if no worker ran in the morning, but not on a later day (T-N2)', async () => {
    await want(home.ben);
    await task('Bins', '2026-11-22');
    await at('2026-11-22T15:00:00Z');
    expect(mails()).toHaveLength(1);
    await at('2026-11-25T06:00:00Z');
    expect(mails()).toHaveLength(1);
    await at('2026-11-25T07:00:00Z');
    expect(mails()).toHaveLength(2);
  });

  test('is sent once a day in the member’s time zone, also on days when the clocks change or the member changes zone', async () => {
    await home.useCases.editProfile(home.ben, { timeZone: 'America/New_York' as TimeZone, locale: 'fr' });
    await want(home.ben, { morningTime: civilTime('02:30') });
    await task('Bins', '2026-11-22');
    // In New York 02:30 does not exist on 2027-03-14, and the hour after 01:00 occurs twice on 2027-11-07.
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

  test('is sent at the end of the quiet hours of the member', async () => {
    await want(home.ben, { quietHours: { from: civilTime('22:00'), to: civilTime('09:00') } });
    await task('Bins', '2026-11-22');
    home.app.clock.set('2026-11-22T07:00:00Z');
    await home.app.performJobs();
    await home.useCases.sendAgendas();
    const jobs = await home.app.storage.takeJobs();
    expect(jobs).toMatchObject([{ name: 'mail-agenda', startAfter: Date.parse('2026-11-22T08:00:00Z') }]);
  });

  test('is mailed once on a retry after the mail server was unavailable', async () => {
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
