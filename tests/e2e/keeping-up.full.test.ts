import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { builtService, type BuiltService } from '../support/built-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { seededRandom } from '../support/fake-google/random.js';
import { FeedCopy, type Row } from '../support/keeping-up/copy.js';
import { ACT_NAMES, HouseholdLife, privateTitle, type Resident } from '../support/keeping-up/life.js';
import { differencesOf, readLists } from '../support/keeping-up/lists.js';
import type { Network } from '../support/keeping-up/network.js';
import { newHome, newMember, send, untilEnded, type Program } from '../support/program.js';
import { seedOf } from '../support/seed.js';
import { until } from '../support/until.js';

const SECONDS = Number(process.env['KEEPING_UP_SECONDS'] ?? 12);
const LONG_SECONDS = 60;
/** At least two, because the member of the second client leaves the household. */
const COPIES = Math.max(2, Number(process.env['KEEPING_UP_COPIES'] ?? 2));
/**
 * With many clients, each one asks less often, so that the load comes from the household and not from the
 * number of clients.
 */
const PAUSE_MS = 75 * COPIES;
const seed = seedOf('KEEPING_UP_SEED');

let service: BuiltService<TestDatabase>;
let restored: TestDatabase;
beforeAll(async () => {
  service = await builtService(createTestDatabase);
  restored = await createTestDatabase({ bare: true });
}, 120_000);
afterAll(async () => {
  await service.remove();
  await restored.drop();
});

/** Runs a command of the operator in the folder of the service. */
async function runCommand(name: string, argument: string, env: Record<string, string>): Promise<void> {
  const file = path.resolve(import.meta.dirname, `../../dist/bootstrap/${name}.js`);
  const own = { PATH: process.env['PATH'], LOG_LEVEL: 'error', ...env };
  await promisify(execFile)(process.execPath, [file, argument], { cwd: service.folder, env: own });
}

/** Returns the PERSONAL rows and titles of other members that an answer to the viewer contains. */
function leaksIn(viewer: string, others: readonly string[], text: string): string[] {
  const titles = others.filter((other) => other !== viewer && text.includes(privateTitle(other)));
  if (!text.startsWith('{"cursor"')) return titles;
  const { changed } = JSON.parse(text) as { changed: Record<string, readonly Row[]> };
  const rows = [...(changed['occurrences'] ?? []), ...(changed['series'] ?? [])];
  const personal = rows.filter((row) => row['visibility'] === 'PERSONAL' && row['createdBy'] !== viewer);
  return [...titles, ...personal.map(({ id, title }) => `${id} ${title}`)];
}

test(
  `${COPIES} clients that follow only the change feed have exactly the data of the server after ${SECONDS} s of random changes, KEEPING_UP_SEED=${seed}`,
  async () => {
    const network: Network = { url: '' };
    let program: Program;
    const lines: (readonly string[])[] = [];
    const start = async (env?: Record<string, string>) => {
      program = await service.start(env);
      lines.push(program.lines);
      network.url = program.url;
    };
    const end = async (signal: NodeJS.Signals) => {
      program.kill(signal);
      await untilEnded(program);
    };
    await start();

    const owner = await newHome(network.url);
    const { home } = owner;
    const me = await send(`${network.url}/v1/me`, { token: owner.token });
    const people = [
      { id: me.body.user.id as string, token: owner.token },
      await newMember(network.url, owner),
      await newMember(network.url, owner),
      await newMember(network.url, owner),
    ];
    const residents = people.map((person, i): Resident => ({
      ...person,
      random: seededRandom(seed * 100 + i),
      mayLeave: i > 0,
      isOut: false,
    }));
    const life = new HouseholdLife(network, home, residents);
    const leaks: string[] = [];
    const ids = people.map(({ id }) => id);
    const clients = Array.from({ length: COPIES }, (_, i) => {
      const resident = residents[i % residents.length]!;
      return {
        resident,
        viewer: { network, path: home, token: resident.token },
        copy: new FeedCopy({
          network,
          path: home,
          token: resident.token,
          random: seededRandom(seed * 100_000 + 10 + i),
          pauseMs: PAUSE_MS,
          hear: (text) => leaks.push(...leaksIn(resident.id, ids, text)),
        }),
      };
    });

    const requireExact = async () => {
      await life.stop();
      await Promise.all(clients.map(({ copy }) => copy.stop()));
      for (const { resident, copy, viewer } of clients) {
        // A client that has left the household has no lists to compare with.
        if (resident.isOut)
          await until(async () => {
            await life.rejoin(resident);
            return !resident.isOut;
          }, `the member ${resident.id} has rejoined`);
        let lists: Awaited<ReturnType<typeof readLists>> = {};
        // Jobs of the service, such as notifications, may still be running.
        await until(async () => {
          await copy.catchUp();
          lists = await readLists(viewer);
          return copy.isUpToDate();
        }, `nothing changes while the lists of the member ${resident.id} are read`);
        expect(await differencesOf(copy, lists, viewer)).toEqual([]);
      }
      expect(leaks).toEqual([]);
      expect(lines.flat().filter((line) => line.includes('"request failed"'))).toEqual([]);
      expect(life.failures).toEqual([]);
    };
    const live = async (part: number) => {
      life.start();
      for (const { copy } of clients) copy.start();
      await delay(SECONDS * 1_000 * part);
    };

    await live(0.25);
    await requireExact();

    await live(0.1);
    await end('SIGKILL');
    await start();
    await delay(SECONDS * 1_000 * 0.15);
    await requireExact();

    const archive = path.join(service.folder, 'night.tar');
    await live(0.1);
    await runCommand('backup', archive, { DATABASE_URL: service.database.connectionString });
    await delay(SECONDS * 1_000 * 0.15);
    await end('SIGTERM');
    const env = { DATABASE_URL: restored.connectionString };
    await runCommand('restore', archive, env);
    await start(env);
    await delay(SECONDS * 1_000 * 0.1);
    await requireExact();

    const [, leaver] = residents;
    await until(async () => {
      if (!leaver!.isOut) await life.leave(leaver!);
      return leaver!.isOut;
    }, `the member ${leaver!.id} has left`);
    await live(0.15);
    const haveMet = (what: string) => clients.filter(({ copy }) => copy.counts[what] !== undefined).length;
    // A slow machine sends fewer requests in the same time, so life goes on until most copies have met every fault.
    for (const fault of ['304', 'aborted', 'cut', 'lost'])
      await until(() => haveMet(fault) > COPIES / 2, `most copies have met the fault ${fault}`);
    await requireExact();

    if (SECONDS >= LONG_SECONDS) expect(Object.keys(life.done).toSorted()).toEqual([...ACT_NAMES].toSorted());
    expect(clients[1]!.copy.counts).toMatchObject({ REJOINED: expect.any(Number) });
    // A client that starts again at that moment gets no message about it.
    for (const what of ['RESTORED', '410']) expect(haveMet(what)).toBeGreaterThan(COPIES / 2);
    expect(clients.map(({ copy }) => copy.counts['RESTORED'] ?? 1)).toEqual(clients.map(() => 1));
  },
  120_000 + SECONDS * 5_000 + COPIES * 5_000,
);
