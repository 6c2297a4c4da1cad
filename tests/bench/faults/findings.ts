import type pg from 'pg';

/** The tasks of a household that its clients know to exist, and the member who must be notified of them. */
export type Expected = {
  readonly toldId: string;
  /** The ids of the tasks by their titles. */
  readonly acknowledged: ReadonlyMap<string, string>;
};

export type Findings = {
  readonly acknowledged: number;
  readonly due: number;
  readonly lost: number;
  readonly doubled: number;
  /** The notifications that are missing: the type, the task, and when the task was created. */
  readonly untold: readonly string[];
  readonly toldTwice: number;
  readonly failedJobs: number;
  /** True if further notifications may still arrive. */
  readonly isUnsettled: boolean;
};

type Found = Omit<Findings, 'isUnsettled' | 'failedJobs'> & { readonly hasComing: boolean };

/**
 * Each task was assigned to another member, who must be notified once of that, and once more when the
 * reminder is due. If a process died while it created the task, the retry creates it up to a minute later,
 * when the reservation ends. If that is after the time of the reminder, no reminder is due.
 */
const FINDINGS = `
  with expected as (
    select * from unnest($1::text[], $2::uuid[], $3::uuid[]) as t (title, id, told)
  ), tasks as (
    select e.*, o.reminders <> '{}' as reminds, (o.date + o.time) at time zone 'UTC' as remind_at,
      o.created_at
    from expected e join occurrences o on o.id = e.id and o.title = e.title
  ), due as (
    select id, told, created_at, 'TASK_ASSIGNED' as type from tasks
    union all select id, told, created_at, 'TASK_REMINDER' from tasks
      where reminds and remind_at <= now() and remind_at > created_at
  ), told as (
    select recipient_id, type, occurrence_id, count(*) as times from notifications
    where type in ('TASK_ASSIGNED', 'TASK_REMINDER') group by 1, 2, 3
  )
  select
    (select count(*) from expected)::int as acknowledged,
    (select count(*) from due)::int as due,
    (select count(*) from expected)::int - (select count(*) from tasks)::int as lost,
    (select count(*) - count(distinct title) from occurrences where title <> 'files')::int as doubled,
    array(select concat_ws(' ', type, id, created_at) from due where not exists (select from told
      where recipient_id = told and told.type = due.type and occurrence_id = id)) as untold,
    (select count(*) from told where times > 1)::int as "toldTwice",
    exists (select from tasks where reminds and remind_at > now()) as "hasComing"
`;

export async function foundIn(
  client: pg.Client,
  queue: pg.Client,
  expected: readonly Expected[],
): Promise<Findings> {
  const all = expected.flatMap(({ toldId, acknowledged }) =>
    [...acknowledged].map(([title, id]) => ({ title, id, toldId })),
  );
  const { rows } = await client.query<Found>(FINDINGS, [
    all.map(({ title }) => title),
    all.map(({ id }) => id),
    all.map(({ toldId }) => toldId),
  ]);
  const [found] = rows;
  if (found === undefined) throw new Error('nothing found');
  const jobs = await queue.query<{ failed: number }>(
    `select count(*)::int as failed from pgboss.job where state = 'failed'`,
  );
  return {
    ...found,
    failedJobs: jobs.rows[0]?.failed ?? NaN,
    isUnsettled: found.hasComing || found.untold.length > 0,
  };
}
