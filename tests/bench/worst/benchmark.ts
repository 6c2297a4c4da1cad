import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { migrateToLatest } from '../../../adapters/postgres/migrator.js';
import { onBenchServer } from '../database.js';
import { tellFailures } from '../failures.js';
import { post, register, type Person } from '../http/people.js';
import { freePort } from '../http/program.js';
import { startService } from '../http/service.js';
import { sendAccepted, type Sent } from './accepted.js';
import { readBodies, type Reading } from './reading.js';
import { worstRequests, type WorstRequest } from './requests.js';
import type { Stall } from './stalls.js';

/** Milliseconds of processor time, so that other load on the machine does not count. */
const MAX_READING_MS = 20;
const MAX_REFUSED_STALL_MS = 50;
const MAX_STALL_MS = 100;
const limitOf = (status: number) => (status >= 400 ? MAX_REFUSED_STALL_MS : MAX_STALL_MS);
/**
 * A long stall is measured again up to so many times, and the shortest result counts. A coincidence makes
 * only one attempt slow, but an expensive request is slow in each of them.
 */
const ATTEMPTS = 4;
/** The number of daily series, with ninety rows each. */
const TASKS_OF_A_PAGE = 5;

type Answered = Stall & { readonly kind: string; readonly status: number };

/**
 * Measures how long the most expensive requests of each operation block the event loop, and how long their bodies take
 * to read. Exits with code 1 if one exceeds its limit.
 *
 * @param args the operations to measure. Without them, all operations are measured, and the largest accepted requests
 *   too.
 */
export async function benchWorst(args: readonly string[]): Promise<void> {
  await onBenchServer(async (server, folder) => {
    const connectionString = await server.createDatabase();
    await migrateToLatest(connectionString);
    const watchPort = await freePort();
    const program = await startService({
      folder,
      connectionString,
      jwtSecret: randomBytes(32).toString('hex'),
      nodeOptions: ['--import', fileURLToPath(new URL('watch-loop.js', import.meta.url))],
      env: { LOOP_WATCH_PORT: String(watchPort) },
    });
    try {
      const url = `http://127.0.0.1:${program.port}`;
      const document = (await (await fetch(`${url}/openapi.json`)).json()) as object;
      const all = worstRequests(document);
      const requests = all.filter(({ operationId }) => args.length === 0 || args.includes(operationId));
      reportReading(await readBodies(requests, MAX_READING_MS));
      report(await measure(url, `http://127.0.0.1:${watchPort}`, requests, args.length === 0));
    } finally {
      await program.stop();
    }
  });
}

async function measure(
  url: string,
  watch: string,
  requests: readonly WorstRequest[],
  withAccepted: boolean,
): Promise<ReadonlyMap<string, Answered>> {
  const household = await aHousehold(url);
  const worst = new Map<string, Answered>();
  const measured = async <T>(
    { operationId, kind }: Pick<WorstRequest, 'operationId' | 'kind'>,
    run: (prepared: T) => Promise<number>,
    prepare: () => Promise<T>,
  ) => {
    let stall: Answered = { ms: Infinity, cpuMs: Infinity, kind, status: 0 };
    for (let attempt = 0; attempt < ATTEMPTS && stall.cpuMs > limitOf(stall.status); attempt++) {
      const prepared = await prepare();
      await fetch(watch);
      const status = await run(prepared);
      const { ms, cpuMs } = (await (await fetch(watch)).json()) as Stall;
      if (attempt === 0) stall = { ...stall, status };
      if (cpuMs < stall.cpuMs) stall = { ...stall, ms, cpuMs };
    }
    const outcome = `${operationId} (${stall.status >= 400 ? 'refused' : 'accepted'})`;
    if (stall.cpuMs >= (worst.get(outcome)?.cpuMs ?? 0)) worst.set(outcome, stall);
    return stall.status;
  };
  for (const request of requests) {
    const body = request.body?.() ?? null;
    await measured(
      request,
      (token) => send(url, { ...request, body }, household, token),
      () => tokenFor(url, request, household),
    );
  }
  if (!withAccepted) return worst;
  const signUp = async (): Promise<Sent> => {
    const { token } = await register(url);
    return async (method, path, body) => {
      const response = await answered(
        url + path,
        method,
        token,
        body === undefined ? null : JSON.stringify(body),
      );
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    };
  };
  await sendAccepted(
    signUp,
    { today: new Date().toISOString().slice(0, 10), longTasks: TASKS_OF_A_PAGE },
    async (operationId, kind, run) => {
      await measured({ operationId, kind }, run, () => Promise.resolve());
    },
  );
  return worst;
}

function reportReading(readings: readonly Reading[]): void {
  console.log('\n| operation | reading the body | with |\n|---|--:|---|');
  for (const { operationId, cpuMs, kind } of readings)
    console.log(`| ${operationId} | ${cpuMs.toFixed(1)} ms | ${kind} |`);
  tellFailures(
    readings
      .filter(({ cpuMs }) => cpuMs > MAX_READING_MS)
      .map(({ operationId, cpuMs, kind }) => `${operationId} reads ${kind} in ${cpuMs.toFixed(0)} ms`),
  );
}

function report(stalls: ReadonlyMap<string, Answered>): void {
  const byLength = [...stalls].sort(([, a], [, b]) => b.cpuMs - a.cpuMs);
  console.log(`\n${stalls.size} operations and outcomes, ${cpus().length} cores, Node ${process.version}\n`);
  console.log('| operation | longest stall: work | on the wall | with | answer |\n|---|--:|--:|---|--:|');
  for (const [operation, { ms, cpuMs, kind, status }] of byLength)
    console.log(`| ${operation} | ${cpuMs.toFixed(1)} ms | ${ms.toFixed(1)} ms | ${kind} | ${status} |`);
  tellFailures(
    byLength
      .filter(([, { cpuMs, status }]) => cpuMs > limitOf(status))
      .map(([operation, { cpuMs, kind }]) => `${operation} with ${kind} stalls for ${cpuMs.toFixed(0)} ms`),
  );
}

type Made = Omit<WorstRequest, 'body'> & { readonly body: string | null };

type World = { readonly person: Person; readonly ids: Readonly<Record<string, string>> };

/** Creates a household with a member and a series, and returns the ids for the paths of the requests. */
async function aHousehold(url: string): Promise<World> {
  const person = await register(url);
  const { id } = await post<{ id: string }>(url, '/v1/households', person.token, { name: 'Home' });
  const task = { title: 'x', date: new Date().toISOString().slice(0, 10), recurrence: 'FREQ=DAILY' };
  const made = await post<{ id: string; seriesId: string }>(
    url,
    `/v1/households/${id}/tasks`,
    person.token,
    task,
  );
  return { person, ids: { householdId: id, occurrenceId: made.id, seriesId: made.seriesId } };
}

/**
 * Returns an access token. For an operation that ends something that later requests need, it is that of a new
 * user.
 */
async function tokenFor(
  url: string,
  { method, operationId }: WorstRequest,
  { person }: World,
): Promise<string> {
  const isEnding = method === 'DELETE' || /^logout|Password$/.test(operationId);
  return isEnding ? (await register(url)).token : person.token;
}

async function send(url: string, request: Made, { ids }: World, token: string): Promise<number> {
  const path = request.path.replaceAll(
    /\{(\w+)\}/g,
    (_match, name: string) => ids[name] ?? crypto.randomUUID(),
  );
  const address = `${url}${path}${request.query === '' ? '' : `?${request.query}`}`;
  const response = await answered(address, request.method, token, request.body, request.contentType);
  await response.arrayBuffer();
  return response.status;
}

function answered(
  url: string,
  method: string,
  token: string,
  body: string | null,
  contentType = 'application/json',
): Promise<Response> {
  return fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      'content-type': contentType,
      'x-client': 'mobile',
      'x-requested-with': 'app',
      authorization: `Bearer ${token}`,
    },
    ...(body !== null && { body }),
  });
}
