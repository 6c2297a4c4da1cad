import type { Db } from 'pg-boss';

/** More than clocks are apart that are right. */
const TOLERATED = `interval '1 minute'`;
const NOW = 'pgboss.job_now()';

const past = (...columns: string[]) => columns.map((name) => `${name} = least(${name}, ${NOW})`).join(', ');

/** Workers stamp `cron_on` twice a minute: in the future it can only be since the clock was put back. */
const CLAIMS = `
  update pgboss.version set ${past('cron_on', 'bam_on', 'flow_on', 'reindex_on', 'monitor_backoff_on')}
  where cron_on > ${NOW} + ${TOLERATED} returning 1`;
const QUEUES = `update pgboss.queue set ${past('monitor_on', 'monitor_claim_on', 'maintain_on')}`;
/** Waiting for as long as they were meant to, and no schedule's minute counts as done that comes again. */
const JOBS = `
  update pgboss.job set
    singleton_on = null,
    start_after = start_after - (greatest(created_on, started_on) - ${NOW}),
    ${past('created_on', 'started_on', 'heartbeat_on')}
  where greatest(created_on, started_on) > ${NOW} + ${TOLERATED}
    or singleton_on > (${NOW} + ${TOLERATED}) at time zone 'UTC'`;

/**
 * Where the database's clock was put back, what the queue has noted lies in the future, and it would do nothing until
 * that has come: no schedules, no jobs that waited, none taken over from a worker that died. True if it was so.
 */
export async function repairAfterClockWentBack(db: Db): Promise<boolean> {
  const { rows } = await db.executeSql(CLAIMS);
  if (rows.length === 0) return false;
  await db.executeSql(QUEUES);
  await db.executeSql(JOBS);
  return true;
}
