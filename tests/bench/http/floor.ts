/**
 * The floor: the least that such a service has to do. It verifies the token of each request, sends the SQL
 * statements that were recorded from the service, and answers with the same bytes. It has no framework, no
 * validation, no logging, no headers of its own and no cache.
 */
import { createSecretKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { v7 } from 'uuid';
import { valueParsers } from '../../../adapters/postgres/database.js';
import type { Recording, Statement } from './recording.js';
import { shapeOf } from './row-shape.js';

export type FloorPlan = {
  readonly connectionString: string;
  readonly poolSize: number;
  readonly port: number;
  readonly jwtSecret: string;
  readonly pageSize: number;
  readonly recordings: Readonly<Record<'create' | 'list' | 'get' | 'complete', Recording>>;
};

type Variables = Readonly<Record<string, string>>;

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as FloorPlan;
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
  options: '-c TimeZone=UTC -c DateStyle=ISO',
  types,
});

const { create, list, get, complete } = {
  create: replay(plan.recordings.create),
  list: replay(plan.recordings.list),
  get: replay(plan.recordings.get),
  complete: replay(plan.recordings.complete),
};
const created = filled(plan.recordings.create);
const completed = filled(plan.recordings.complete);

async function answer(request: IncomingMessage): Promise<unknown> {
  const [, , , household = '', , occurrence, action] = (request.url ?? '').split('?', 1)[0]?.split('/') ?? [];
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const claims = jwt.verify(token, key, { algorithms: ['HS256'] }) as jwt.JwtPayload;
  const who = { user: claims.sub ?? '', session: String(claims['sid']), household };

  if (request.method === 'GET') {
    if (occurrence !== undefined) return shapeOf((await get({ ...who, occurrence }))[0]);
    return (await list(who)).slice(0, plan.pageSize).map(shapeOf);
  }
  const now = new Date().toISOString();
  if (action === 'complete' && occurrence !== undefined) {
    await complete({ ...who, occurrence, activity: v7(), operation: v7(), now });
    return completed({ occurrence, now });
  }
  const { title } = JSON.parse((await bytesOf(request)).toString()) as { title: string };
  const ids = { occurrence: v7(), task: v7(), activity: v7(), operation: v7() };
  await create({ ...who, ...ids, title, now });
  return created({ ...ids, title, now });
}

/**
 * Returns a function that sends the recorded statements with the values of another request. It returns the
 * rows of the last query.
 */
function replay({ statements, variables }: Recording): (values: Variables) => Promise<pg.QueryResultRow[]> {
  const steps = statements.map((statement) => ({
    statement,
    slots: (statement.values ?? []).map((value) => slotOf(value, variables)),
  }));
  return async (values) => {
    let client: pg.PoolClient | null = null;
    let rows: pg.QueryResultRow[] = [];
    for (const { statement, slots } of steps) {
      if (statement.text === 'begin') client = await pool.connect();
      rows = (await (client ?? pool).query(bound(statement, slots, values))).rows as pg.QueryResultRow[];
      if (statement.text === 'commit') client?.release();
    }
    return rows;
  };
}

type Slot = { readonly variable: string } | { readonly constant: unknown };

function slotOf(value: unknown, variables: Variables): Slot {
  const variable = Object.keys(variables).find((name) => variables[name] === value);
  return variable === undefined ? { constant: value } : { variable };
}

function bound({ name, text }: Statement, slots: readonly Slot[], values: Variables): pg.QueryConfig {
  if (slots.length === 0) return { text };
  return {
    text,
    ...(name !== undefined && { name }),
    values: slots.map((slot) => ('variable' in slot ? values[slot.variable] : slot.constant)),
  };
}

/** Returns a function that creates the recorded answer with the values of another request. */
function filled({ body, variables }: Recording): (values: Variables) => object {
  const slots = Object.entries(body as object).flatMap(([field, value]) => {
    const slot = slotOf(value, variables);
    return 'variable' in slot ? [[field, slot.variable] as const] : [];
  });
  return (values) => {
    const copy: Record<string, unknown> = { ...(body as object) };
    for (const [field, variable] of slots) copy[field] = values[variable] ?? copy[field];
    return copy;
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
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
