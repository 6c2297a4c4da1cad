import type { PgBoss } from 'pg-boss';
import type { JobName, Jobs } from '../../application/shared/job-queue.js';

export type Schedule = {
  [Name in JobName]: {
    readonly job: Name;
    /** The cron expression: minute, hour, day of the month, month, day of the week, in UTC. */
    readonly cron: string;
    readonly payload: Jobs[Name];
  };
}[JobName];

const EVERY_TEN_MINUTES = '*/10 * * * *';

/**
 * All scheduled jobs, one entry per job. Each time of a schedule adds one job, no matter how many workers there are.
 * If no worker was running at several of these times, only one job is added for all of them.
 */
export const schedules: readonly Schedule[] = [
  // A day begins at different times, depending on the household's time zone, so jobs that depend on the day run every
  // hour. They cost almost nothing if no household is concerned. They do not run at the full hour, when many other
  // jobs do.
  { job: 'depart-guests', cron: '3 * * * *', payload: {} },
  { job: 'fetch-day-calendars', cron: '2-59/5 * * * *', payload: {} },
  { job: 'sweep-bulk-work', cron: '1-59/5 * * * *', payload: {} },
  { job: 'skip-missed', cron: '7 * * * *', payload: {} },
  { job: 'purge-expired', cron: '41 3 * * *', payload: {} },
  // Reminders and agendas are one job, because jobs that run every minute cause most of the cost of an idle service.
  { job: 'send-due-notifications', cron: '* * * * *', payload: {} },
  // Writing to the calendars and extending the series belong together. They are two jobs, so that series are also
  // extended if no calendar is configured or if one of the two fails.
  { job: 'sweep-calendars', cron: EVERY_TEN_MINUTES, payload: {} },
  { job: 'extend-horizons', cron: EVERY_TEN_MINUTES, payload: {} },
  { job: 'pull-calendars', cron: '*/5 * * * *', payload: {} },
  { job: 'reconcile-calendars', cron: '23 */6 * * *', payload: {} },
  { job: 'purge-trash', cron: '31 2 * * *', payload: {} },
  { job: 'purge-files', cron: '31 4 * * *', payload: {} },
  { job: 'purge-changes', cron: '11 4 * * *', payload: {} },
  { job: 'purge-operations', cron: '21 4 * * *', payload: {} },
  { job: 'purge-history', cron: '51 3 * * *', payload: {} },
];

/** Replaces the schedules in the database by the given ones. Several processes may do this at the same time. */
export async function register(boss: PgBoss, wanted: readonly Schedule[]): Promise<void> {
  for (const { job, cron, payload } of wanted) {
    await boss.schedule(job, cron, payload, { tz: 'UTC', missed: 'once' });
  }
  for (const { name, key } of await boss.getSchedules()) {
    if (!wanted.some(({ job }) => job === name)) await boss.unschedule(name, key);
  }
}
