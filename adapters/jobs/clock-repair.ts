import type { Db } from 'pg-boss';

/** More than clocks are apart that are right. */
const TOLERATED = `interval '1 minute'`;
const NOW = 'pgboss.job_now()';

/** What is not set stays so: `least` would give the present for it, and a job with `started_on` counts as begun. */
const past = (...columns: string[]) =>
  columns.map((name) => `${name} = case when ${name} > ${NOW} then ${NOW} else ${name} end`).join(', ');

/** Workers stamp `cron_on` twice a minute: in the future it can only be since the clock was put back. */
const IS_AHEAD = `cron_on > ${NOW} + ${TOLERATED}`;
const SIGN = `select 1 from pgboss.version where ${IS_AHEAD}`;
const CLAIMS = `
  update pgboss.version set ${past('cron_on', 'bam_on', 'flow_on', 'reindex_on', 'monitor_backoff_on')}
  where ${IS_AHEAD} returning 1`;
const QUEUES = `update pgboss.queue set ${past('monitor_on', 'monitor_claim_on', 'maintain_on')}`;
/**
 * Waiting for as long as they were meant to, and no schedule's minute counts as done that comes again. A job that was
 * made before the leap keeps its start: its `singleton_on` alone is ahead.
 */
const JOBS = `
  update pgboss.job set
    singleton_on = null,
    start_after = start_after - (greatest(created_on, started_on, ${NOW}) - ${NOW}),
    ${past('created_on', 'started_on', 'heartbeat_on')}
  where greatest(created_on, started_on) > ${NOW} + ${TOLERATED}
    or singleton_on > (${NOW} + ${TOLERATED}) at time zone 'UTC'`;

/**
 * Where the database's clock was put back, what the queue has noted lies in the future, and it would do nothing until
 * that has come: no schedules, no jobs that waited, none taken over from a worker that died. True if it was so. The
 * sign of it goes last: what a failure leaves undone is done the next time.
 */
export async function repairAfterClockWentBack(db: Db): Promise<boolean> {
  const sign = await db.executeSql(SIGN);
  if (sign.rows.length === 0) return false;
  await db.executeSql(QUEUES);
  await db.executeSql(JOBS);
  const { rows } = await db.executeSql(CLAIMS);
  return rows.length > 0;
}
