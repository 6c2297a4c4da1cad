import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { PatientClients } from '../../support/patient-clients.js';
import { onBenchServer, withClient, type BenchServer } from '../database.js';
import { tellFailures } from '../failures.js';
import { Crew } from './crew.js';
import { FaithfulStream } from './faithful-stream.js';
import { makeHomes, type Home } from './homes.js';
import { foundIn, type Expected } from './findings.js';
import { report, type Outcome } from './report.js';
import { Uploads } from './uploads.js';

const HOMES = 8;
const KILL_EVERY_MS = 5_000;
/**
 * The maximum time until everything is done: half a minute until a dead worker's job is given to another,
 * half a minute until that is noticed, and the retry.
 */
const SETTLE_MS = 180_000;
const PAUSE_MS = 50;
/** One task in this many has a reminder. */
const REMINDED_OF = 5;
/**
 * The maximum time until the last request is answered. If a request was interrupted, repeating it is refused
 * for a minute, until its reservation ends.
 */
const LAST_ANSWER_MS = 90_000;
const LAST_CHANGE_MS = 2_500;

/** Kills processes under load, one every few seconds for `seconds`, and checks the state afterwards. */
export async function benchFaults([seconds = '120']: readonly string[] = []): Promise<void> {
  await onBenchServer((server, folder) => benchOn(server, folder, Number(seconds) * 1000));
}

/** The addresses of the two databases, which may be the same. */
type Databases = { readonly service: string; readonly queue: string };

async function benchOn(server: BenchServer, folder: string, milliseconds: number): Promise<void> {
  const connectionString = await server.createDatabase();
  const queue = await server.createQueue();
  const jwtSecret = randomBytes(32).toString('hex');
  const env = {
    ENCRYPTION_KEYS: `v1:${randomBytes(32).toString('base64')}`,
    ...(queue !== null && { QUEUE_DATABASE_URL: queue }),
  };
  const crew = await Crew.start({ folder, connectionString, jwtSecret, env });
  try {
    tellFailures(
      report(await run(crew, { service: connectionString, queue: queue ?? connectionString }, milliseconds)),
    );
  } finally {
    await crew.stop();
  }
}

async function run(crew: Crew, databases: Databases, milliseconds: number): Promise<Outcome> {
  const { urls } = crew;
  const homes = await makeHomes(urls[0] ?? '', HOMES);
  const streams = homes.map((home, i) => new FaithfulStream(urls, home, i));
  const load = homes.map((home) => clientsOf(urls, home).start(2));
  const uploads = new Uploads(urls, homes[0] as Home);
  try {
    crew.killEvery(KILL_EVERY_MS);
    await delay(milliseconds);
    await crew.endKilling();
    await stopped(load);
    const lostFiles = (await uploads.lost()).length;
    // Streams need time to reconnect and to receive the last change. A stream that is silent after that has
    // failed.
    await delay(LAST_CHANGE_MS);
    const silent = streams.filter((stream) => !stream.isLive).length;
    await Promise.all(streams.map((stream) => stream.stop()));
    const expected = homes.map(({ told }, i) => ({
      toldId: told.id,
      acknowledged: load[i]?.acknowledged ?? new Map<string, string>(),
    }));
    return {
      crew,
      load,
      streams,
      silent,
      uploads,
      lostFiles,
      ...(await settled(databases, expected)),
    };
  } finally {
    const all = [uploads.stop(), ...streams.map((stream) => stream.stop())];
    await Promise.all([...all, ...load.map((clients) => clients.stop({ giveUp: true }))]);
  }
}

/**
 * Stops the clients. Requests without an answer after LAST_ANSWER_MS are given up, which counts as a failure.
 */
async function stopped(load: readonly PatientClients[]): Promise<void> {
  const stop = (giveUp: boolean) => Promise.all(load.map((clients) => clients.stop({ giveUp })));
  const limit = setTimeout(() => void stop(true), LAST_ANSWER_MS);
  await stop(false);
  clearTimeout(limit);
}

/** Waits until all due notifications have arrived, but not longer than SETTLE_MS. Returns the findings. */
async function settled(
  { service, queue }: Databases,
  expected: readonly Expected[],
): Promise<Pick<Outcome, 'found' | 'settlingMs'>> {
  const look = () =>
    withClient(service, (client) => withClient(queue, (jobs) => foundIn(client, jobs, expected)));
  const startedAt = performance.now();
  let found = await look();
  while (found.isUnsettled && performance.now() < startedAt + SETTLE_MS) {
    await delay(1_000);
    found = await look();
  }
  return { found, settlingMs: performance.now() - startedAt };
}

function clientsOf(urls: readonly string[], { path: home, writer, told }: Home): PatientClients {
  let asked = 0;
  const task = () => ({
    responsibleMemberIds: [told.id],
    ...(++asked % REMINDED_OF === 0 && { ...soon(), reminders: [0] }),
  });
  return new PatientClients({ urls, home, token: writer.token, task, pauseMs: PAUSE_MS });
}

/**
 * Returns a date and time about a minute and a half from now, in UTC, which is the time zone of the
 * household.
 */
function soon(): { date: string; time: string } {
  const instant = new Date(Date.now() + 90_000).toISOString();
  return { date: instant.slice(0, 10), time: instant.slice(11, 16) };
}
