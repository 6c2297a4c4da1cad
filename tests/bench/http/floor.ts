/**
 * The floor: the least that a program has to do for the same visible result and the same durability. It answers
 * each request with one hand-written statement, which also checks the session and the membership of the caller.
 * A statement that writes also stores an entry of the history and the next number of the change feed. Creating a
 * task stores the idempotency key, and completing one checks the version if the request names it.
 *
 * The floor has no framework, validation, logging or cache. It has nothing that these requests do not show, such
 * as undo, limits per household and notifications.
 */
import { createSecretKey } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { v7 } from 'uuid';
import { valueParsers } from '../../../adapters/postgres/database.js';
import { SELECTED, type TaskColumn } from './floor-tables.js';
import { PRIORITIES, shapeOf } from './row-shape.js';

export type FloorPlan = {
  readonly connectionString: string;
  readonly poolSize: number;
  readonly port: number;
  readonly jwtSecret: string;
  readonly pageSize: number;
};

type TaskRow = Readonly<Record<TaskColumn, unknown>>;
type Caller = { readonly session: string; readonly user: string; readonly household: string };
type NewTask = {
  readonly title: string;
  readonly date: string;
  readonly time: string;
  readonly durationMinutes: number;
  readonly priority: string;
  readonly reminders: readonly number[];
  readonly responsibleMemberIds: readonly string[];
};

const plan = JSON.parse(process.argv[2] ?? '') as FloorPlan;
const key = createSecretKey(Buffer.from(plan.jwtSecret));

const types = valueParsers();
// An answer contains instants as text, so the text from the database is only cut to three decimals.
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => {
  const fraction = text[19] === '.' ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
});
const pool = new pg.Pool({
  connectionString: plan.connectionString,
  max: plan.poolSize,
  options: '-c TimeZone=UTC -c DateStyle=ISO -c search_path=floor',
  types,
});

/** The tasks that the caller may see. There are none if the session or the membership of the caller has ended. */
const VISIBLE_TASKS = `
  select ${SELECTED}
  from sessions s join members m on m.user_id = s.user_id join tasks t on t.household_id = m.household_id
  where s.id = $1 and s.user_id = $2 and m.household_id = $3
    and (t.visibility = 'SHARED' or t.created_by = m.user_id)
`;

/**
 * The beginning of a write: the caller, and the next number of the change feed. The update locks the row of the
 * household until the commit, so numbers become visible in ascending order.
 */
const CALLER_AND_HEAD = `
  caller as (
    select m.household_id, m.user_id from sessions s join members m on m.user_id = s.user_id
    where s.id = $1 and s.user_id = $2 and m.household_id = $3
  ),
  head as (
    update change_heads h set change_number = h.change_number + 1
    from caller c where h.household_id = c.household_id
    returning h.change_number
  )
`;

const STATEMENTS = {
  get: `${VISIBLE_TASKS} and t.id = $4`,
  list: `
    ${VISIBLE_TASKS} and t.deleted_at is null
    order by t.date, t.time nulls first, t.soft_due_by, t.priority, t.id limit $4
  `,
  create: `
    with ${CALLER_AND_HEAD},
    task as (
      insert into tasks as t (household_id, id, task_id, title, date, time, duration_minutes, priority,
        reminders, responsible_member_ids, created_by, updated_by, idempotency_key, change_number)
      select c.household_id, $4, $5, $6, $7, $8, $9, $10, $11, $12, c.user_id, c.user_id, $13, h.change_number
      from caller c, head h
      on conflict (household_id, created_by, idempotency_key) where idempotency_key is not null do nothing
      returning ${SELECTED}
    ),
    activity as (
      insert into activities (household_id, id, at, actor_id, action, subject_id, subject_title, subject_date, task_id)
      select household_id, $14, created_at, created_by, 'CREATED', id, title, date, task_id from task
    )
    select * from task
  `,
  /** Finds the task that an earlier request with the same idempotency key has created. */
  repeated: `${VISIBLE_TASKS} and t.created_by = m.user_id and t.idempotency_key = $4`,
  complete: `
    with ${CALLER_AND_HEAD},
    task as (
      update tasks t set status = 'DONE', version = t.version + 1, sync_version = t.sync_version + 1,
        completed_at = now(), completed_by = c.user_id, completed_for = c.user_id,
        updated_at = now(), updated_by = c.user_id, change_number = h.change_number
      from caller c, head h
      where t.household_id = c.household_id and t.id = $4 and t.version = coalesce($5, t.version)
        and t.status = 'TODO' and t.deleted_at is null
        and (t.visibility = 'SHARED' or t.created_by = c.user_id)
      returning ${SELECTED}
    ),
    activity as (
      insert into activities (household_id, id, at, actor_id, action, subject_id, subject_title, subject_date, task_id)
      select household_id, $6, updated_at, updated_by, 'COMPLETED', id, title, date, task_id from task
    )
    select * from task
  `,
} as const;

/** Runs a statement, which PostgreSQL prepares once per connection, and returns its rows. */
async function rowsOf(
  name: keyof typeof STATEMENTS,
  { session, user, household }: Caller,
  ...values: readonly unknown[]
): Promise<readonly TaskRow[]> {
  const { rows } = await pool.query<TaskRow>({
    name,
    text: STATEMENTS[name],
    values: [session, user, household, ...values],
  });
  return rows;
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const [, , , household = '', , occurrence, action] = (request.url ?? '').split('?', 1)[0]?.split('/') ?? [];
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const claims = jwt.verify(token, key, { algorithms: ['HS256'] }) as jwt.JwtPayload;
  const caller = { user: claims.sub ?? '', session: String(claims['sid']), household };

  if (request.method === 'GET' && occurrence === undefined)
    return (await rowsOf('list', caller, plan.pageSize)).map(shapeOf);
  if (request.method === 'GET') return onlyOne(await rowsOf('get', caller, occurrence));
  if (action === 'complete') {
    const { version = null } = await bodyOf<{ version?: number }>(request);
    return onlyOne(await rowsOf('complete', caller, occurrence, version, v7()));
  }
  return create(caller, await bodyOf<NewTask>(request), request.headers['idempotency-key']);
}

async function create(caller: Caller, task: NewTask, idempotencyKey: unknown): Promise<unknown> {
  const created = await rowsOf(
    'create',
    caller,
    v7(),
    v7(),
    task.title,
    task.date,
    task.time,
    task.durationMinutes,
    PRIORITIES.indexOf(task.priority),
    task.reminders,
    task.responsibleMemberIds,
    idempotencyKey,
    v7(),
  );
  return onlyOne(created.length > 0 ? created : await rowsOf('repeated', caller, idempotencyKey));
}

function onlyOne([row]: readonly TaskRow[]): unknown {
  if (row === undefined) throw new Error('There is no such task for this caller, or it has another version');
  return shapeOf(row);
}

/** Returns the JSON of a request. Returns an empty object if the request has no body. */
async function bodyOf<T>(request: IncomingMessage): Promise<T> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(chunks.length === 0 ? '{}' : Buffer.concat(chunks).toString()) as T;
}

// The same timeout as in the service. The connections are idle while the other program is measured.
const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  answer(request).then(
    (body) => {
      const bytes = Buffer.from(JSON.stringify(body));
      response.writeHead(request.url?.endsWith('/tasks') === true ? 201 : 200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': bytes.length,
      });
      response.end(bytes);
    },
    (error: unknown) => {
      const bytes = Buffer.from(String(error));
      response.writeHead(500, { 'Content-Length': bytes.length }).end(bytes);
    },
  );
});
server.listen(plan.port, '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
