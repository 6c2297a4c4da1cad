import type { PgBoss } from 'pg-boss';
import type { JobName, Jobs } from '../../application/shared/job-queue.js';

export type Schedule = {
  [Name in JobName]: {
    readonly job: Name;
    /** Minute, hour, day of the month, month, day of the week; in UTC. */
    readonly cron: string;
    readonly payload: Jobs[Name];
  };
}[JobName];

const EVERY_TEN_MINUTES = '*/10 * * * *';

/**
 * All work that is done by the clock; one entry a job. However many workers there are, each point in time adds
 * one job, and points that passed while no worker ran add one job together.
 */
export const schedules: readonly Schedule[] = [
  // A household's day begins when its zone says so, so what follows the day is looked at each hour: it costs next to
  // nothing where nothing is due. Away from the full hour, when everybody's jobs run.
  { job: 'depart-guests', cron: '3 * * * *', payload: {} },
  { job: 'fetch-day-calendars', cron: '2-59/5 * * * *', payload: {} },
  { job: 'sweep-bulk-work', cron: '1-59/5 * * * *', payload: {} },
  { job: 'skip-missed', cron: '7 * * * *', payload: {} },
  { job: 'purge-expired', cron: '41 3 * * *', payload: {} },
  { job: 'send-reminders', cron: '* * * * *', payload: {} },
  { job: 'send-agendas', cron: '* * * * *', payload: {} },
  // The sweep of the calendars and the extension of the series belong together. They are two jobs, so that series are
  // also extended where no calendar is configured or one of the two fails.
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

/** Makes the schedules of the database these. Several processes may do it at once. */
export async function register(boss: PgBoss, wanted: readonly Schedule[]): Promise<void> {
  for (const { job, cron, payload } of wanted) {
    await boss.schedule(job, cron, payload, { tz: 'UTC', missed: 'once' });
  }
  for (const { name, key } of await boss.getSchedules()) {
    if (!wanted.some(({ job }) => job === name)) await boss.unschedule(name, key);
  }
}
