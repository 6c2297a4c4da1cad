import {
  agendaDay,
  AGENDA_DAYS,
  makeAgenda,
  nextAgenda,
  type Agenda,
} from '../../domain/notifications/agenda.js';
import { concerns } from '../../domain/notifications/reminders.js';
import { findQuietEnd } from '../../domain/notifications/preferences.js';
import type { Household } from '../../domain/households/household.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import { isAway } from '../../domain/rotation/away.js';
import { addDays, type CivilDate } from '../../domain/shared/civil-date.js';
import type { MemberId, UserId } from '../../domain/shared/ids.js';
import { civilMomentAt, type Instant } from '../../domain/shared/zone.js';
import { NO_FILTER } from '../../domain/tasks/views.js';
import type { Jobs } from '../shared/job-queue.js';
import { todayLink } from '../shared/links.js';
import type { Needs } from '../composition/needs.js';
import { sendOrGiveUp } from '../shared/send-or-give-up.js';
import { deliver, type NewNotification } from './deliver.js';

const BATCH = 100;
/**
 * The maximum number of tasks read for each household: this many of the member's own, and this many without an
 * assignee.
 */
const MAX_TASKS = 100;
/** The maximum number of households in one agenda. */
const MAX_HOMES = 20;

/**
 * Queues the daily agenda of every user for whom it is due, on the channels that the user wants, and plans the user's
 * next one. Both happen in one transaction, so that of two workers only one sends an agenda. An agenda is dropped if
 * it was due on an earlier day or its account is disabled.
 */
export function sendAgendas({ unitOfWork, clock, channels }: Needs<'unitOfWork' | 'clock' | 'channels'>) {
  return async (): Promise<void> => {
    const sendBatch = () =>
      unitOfWork.run(async ({ notifications, jobs }) => {
        const now = clock.now();
        const due = await notifications.dueAgendas(now, BATCH);
        for (const person of due) {
          const { userId, preferences, timeZone, at, isDisabled } = person;
          const date = isDisabled ? null : agendaDay(at, timeZone, now);
          const startAfter = findQuietEnd(preferences, timeZone, now);
          for (const channel of channels)
            if (date !== null && preferences.agenda[channel.name] && channel.reachable(person))
              await channel.send(jobs, person, { kind: 'agenda', date }, startAfter);
          await notifications.planAgenda(userId, nextAgenda(preferences, timeZone, now));
        }
        return due.length;
      });
    while ((await sendBatch()) === BATCH);
  };
}

type Reading = Needs<'households' | 'occurrences' | 'clock'>;

/**
 * Writes the agenda into the user's in-app notifications, one for each household of {@link readHomes}. It contains
 * only numbers of tasks and no titles, because a lock screen shows it.
 */
export function listAgenda(dependencies: Needs<'unitOfWork' | 'ids' | 'channels'> & Reading) {
  return async ({ userId, date }: Jobs['list-agenda']): Promise<void> => {
    const homes = await readHomes(dependencies, userId);
    await dependencies.unitOfWork.run(async (scope) => {
      const news = homes.map(({ household, memberId, agenda: { late, today, coming } }): NewNotification => ({
        ...{ householdId: household.id, recipientId: memberId, type: 'AGENDA', occurrenceId: null },
        params: { date, late: late.length, today: today.length, coming: coming.length },
        cause: `agenda ${date}`,
      }));
      await deliver(dependencies, scope, news);
    });
  };
}

/**
 * Mails the agenda of all the user's households in one mail: overdue tasks, and tasks of today and of the next days.
 * Sends nothing if no task is overdue or due today, if the account is disabled or gone, or if `date` is over.
 *
 * The mail of a day is claimed before it is sent. If the process dies in between, it is not known whether the mail
 * was sent, and it is not sent again.
 */
export function mailAgenda(
  dependencies: Needs<'unitOfWork' | 'accounts' | 'mailer' | 'webBaseUrl'> & Reading,
) {
  return async ({ userId, date }: Jobs['mail-agenda']): Promise<void> => {
    const { unitOfWork, accounts, mailer, webBaseUrl, clock } = dependencies;
    const account = await accounts.find(userId);
    if (account === null || account.disabledAt !== null) return;
    if (civilMomentAt(account.timeZone, clock.now()).date !== date) return;
    const homes = await readHomes(dependencies, userId);
    const [first] = homes;
    if (first === undefined) return;
    if (!(await unitOfWork.run(({ notifications }) => notifications.claimAgendaMail(userId, date)))) return;
    const { email, locale, displayName } = account;
    try {
      await sendOrGiveUp(mailer, {
        ...{ kind: 'agenda', to: email, locale, name: displayName, date },
        link: todayLink(webBaseUrl, first.household.id),
        homes: homes.map(({ household, agenda }) => ({ household: household.name, ...agenda })),
      });
    } catch (error) {
      await unitOfWork.run(({ notifications }) => notifications.releaseAgendaMail(userId, date));
      throw error;
    }
  };
}

type HomeAgenda = { readonly household: Household; readonly memberId: MemberId; readonly agenda: Agenda };

/**
 * Returns the agenda of each household in which the user is present today and has a task that is overdue or due
 * today. Only the first MAX_HOMES households are considered.
 */
async function readHomes(
  { households, ...reading }: Reading,
  userId: UserId,
): Promise<readonly HomeAgenda[]> {
  const { rows } = await households.listOf(userId, { limit: MAX_HOMES, after: null });
  const now = reading.clock.now();
  const homes: HomeAgenda[] = [];
  for (const { household, memberId } of rows) {
    const members = await households.members(household.id);
    const { date } = civilMomentAt(household.timeZone, now);
    if (isAway(listAwayPeriods(members), memberId, date)) continue;
    const agenda = await readAgenda(reading, household, memberId, now, date);
    if (agenda !== null) homes.push({ household, memberId, agenda });
  }
  return homes;
}

async function readAgenda(
  { occurrences }: Pick<Reading, 'occurrences'>,
  { id, timeZone }: Household,
  memberId: MemberId,
  at: Instant,
  today: CivilDate,
): Promise<Agenda | null> {
  const now = civilMomentAt(timeZone, at);
  const list = async (assignee: { kind: 'member'; memberId: MemberId } | { kind: 'unassigned' }) =>
    (
      await occurrences.list(
        id,
        {
          ...{ ...NO_FILTER, viewer: memberId, view: 'all', now, status: 'TODO', assignee },
          to: addDays(today, AGENDA_DAYS),
        },
        { limit: MAX_TASKS, after: null },
      )
    ).rows;
  const own = await list({ kind: 'member', memberId });
  const nobodys = await list({ kind: 'unassigned' });
  return makeAgenda(
    [...own, ...nobodys].filter((row) => concerns(row, memberId)),
    now,
  );
}
