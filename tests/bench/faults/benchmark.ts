import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PatientClients } from '../../support/patient-clients.js';
import { BenchServer, withClient } from '../database.js';
import { median, quantile } from '../http/report.js';
import { Crew } from './crew.js';
import { FaithfulStream } from './faithful-stream.js';
import { makeHomes, type Home } from './homes.js';
import { foundIn, type Expected } from './findings.js';
import { Uploads } from './uploads.js';

const HOMES = 8;
const KILL_EVERY_MS = 5_000;
/** Half a minute until a silent worker's job is given to another, half until that is noticed, and its retry. */
const SETTLE_MS = 180_000;
const PAUSE_MS = 50;
/** Of so many tasks one has a reminder. */
const REMINDED_OF = 5;
const STREAM_BACK_MS = 2_000;

/** What is left when processes are killed under load, one every few seconds for `seconds`. */
export async function benchFaults([seconds = '120']: readonly string[] = []): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'planner-bench-files-'));
  const server = await BenchServer.start();
  let crew: Crew | null = null;
  try {
    const connectionString = await server.createDatabase();
    const jwtSecret = randomBytes(32).toString('hex');
    const env = { ENCRYPTION_KEYS: `v1:${randomBytes(32).toString('base64')}` };
    crew = await Crew.start({ folder, connectionString, jwtSecret, env });
    const failures = await run(crew, connectionString, Number(seconds) * 1000);
    for (const failure of failures) console.error(`FAILED: ${failure}`);
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    await crew?.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(crew: Crew, connectionString: string, milliseconds: number): Promise<string[]> {
  const { urls } = crew;
  const homes = await makeHomes(urls[0] ?? '', HOMES);
  const streams = homes.map((home, i) => new FaithfulStream(urls, home, i));
  const load = homes.map((home) => clientsOf(urls, home).start(2));
  const uploads = new Uploads(urls, homes[0] as Home);
  crew.killEvery(KILL_EVERY_MS);
  await delay(milliseconds);
  await crew.endKilling();
  await Promise.all(load.map((clients) => clients.stop()));
  const lostFiles = await uploads.lost();
  await Promise.all(streams.map((stream) => stream.stop()));

  const expected: Expected[] = homes.map(({ told }, i) => ({
    toldId: told.id,
    acknowledged: load[i]?.acknowledged ?? new Map<string, string>(),
  }));
  const settledAt = performance.now();
  let found = await withClient(connectionString, (client) => foundIn(client, expected));
  while (found.isUnsettled && performance.now() < settledAt + SETTLE_MS) {
    await delay(1_000);
    found = await withClient(connectionString, (client) => foundIn(client, expected));
  }
  const settling = performance.now() - settledAt;

  const tries = load.flatMap((clients) => clients.tries);
  const gaps = streams.flatMap((stream) => stream.gaps).sort((a, b) => a - b);
  const rows: [string, string | number][] = [
    ['killed with -9', crew.kills],
    ['requests', tries.length],
    [
      '… without an answer, or refused for now',
      tries.filter(({ status }) => status === 0 || status >= 400).length,
    ],
    ['tasks acknowledged', found.acknowledged],
    ['… lost', found.lost],
    ['… there twice', found.doubled],
    ['files acknowledged, lost', `${uploads.acknowledged.size}, ${lostFiles.length}`],
    ['notifications due', found.due],
    ['… lost', found.untold],
    ['… twice', found.toldTwice],
    ['jobs given up', found.failedJobs],
    ['until the last notification came, after the last request', `${(settling / 1000).toFixed(0)} s`],
    ['streams cut off', gaps.length],
    ['… back after, median and longest', `${median(gaps).toFixed(0)} and ${quantile(gaps, 1).toFixed(0)} ms`],
    ['messages on streams', streams.reduce((sum, { messages }) => sum + messages, 0)],
  ];
  console.log(`\n| | |\n| --- | --: |`);
  for (const [what, figure] of rows) console.log(`| ${what} | ${figure} |`);
  return [
    ...(['lost', 'doubled', 'untold', 'toldTwice', 'failedJobs'] as const)
      .filter((what) => found[what] > 0)
      .map((what) => `${what}: ${found[what]}`),
    ...(lostFiles.length > 0 ? [`${lostFiles.length} files lost`] : []),
    ...(quantile(gaps, 1) > STREAM_BACK_MS
      ? [`a stream was away for ${quantile(gaps, 1).toFixed(0)} ms`]
      : []),
  ];
}

function clientsOf(urls: readonly string[], { path: home, writer, told }: Home): PatientClients {
  let asked = 0;
  const task = () => ({
    responsibleMemberIds: [told.id],
    ...(++asked % REMINDED_OF === 0 && { ...soon(), reminders: [0] }),
  });
  return new PatientClients({ urls, home, token: writer.token, task, pauseMs: PAUSE_MS });
}

/** A minute that begins within a minute and a half, in UTC as the household's clock has it. */
function soon(): { date: string; time: string } {
  const instant = new Date(Date.now() + 90_000).toISOString();
  return { date: instant.slice(0, 10), time: instant.slice(11, 16) };
}
