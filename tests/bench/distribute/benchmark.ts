import { onBenchServer } from '../database.js';
import { tellFailures } from '../failures.js';
import { runToItsEnd, runUntil, type Moment } from './command.js';
import { seedHouseholds } from './seed.js';
import { stateOf } from './state.js';

/**
 * The moments at which the command is killed. At the last one all tables are moved and their foreign keys are
 * being created.
 */
const KILLED_AT: readonly Moment[] = [
  { table: 'accounts', afterMs: 0 },
  { table: 'households', afterMs: 0 },
  { table: 'occurrences', afterMs: 1_000 },
  { table: 'occurrences', afterMs: 10_000 },
  { table: 'change_heads', afterMs: 3_000 },
];

/**
 * Runs `npm run distribute` on a database with many households, kills it at several moments, and then lets it
 * finish. Arguments: households, occurrences per household.
 */
export async function benchDistribute([
  households = '10000',
  each = '100',
]: readonly string[] = []): Promise<void> {
  await onBenchServer(async (server, folder) => {
    if (!server.isCluster)
      throw new Error('TEST_CITUS_URL names no cluster, and without one nothing is distributed.');
    const connectionString = await server.createUnspread();
    await seedHouseholds(connectionString, folder, { households: Number(households), each: Number(each) });
    tellFailures(await distribute(connectionString, folder));
  });
}

/** Returns the checks that failed. */
async function distribute(connectionString: string, folder: string): Promise<string[]> {
  const failures: string[] = [];
  const before = await stateOf(connectionString);
  const differences = (after: typeof before) =>
    Object.keys(before).filter((what) => before[what] !== after[what] && what !== 'tables on their nodes');
  for (const moment of KILLED_AT) {
    const { killedAfterMs, goneAfterMs } = await runUntil(moment, connectionString, folder);
    const after = await stateOf(connectionString);
    const left = [
      ...differences(after),
      ...(after['tables on their nodes'] === '0' ? [] : ['tables on their nodes']),
    ];
    console.log(
      `killed ${seconds(killedAfterMs)} after its start, at ${moment.table} and ${seconds(moment.afterMs)}: undone ${seconds(goneAfterMs)} later, ` +
        (left.length === 0 ? 'as before' : `not as before: ${left.join(', ')}`),
    );
    failures.push(...left.map((what) => `${what}, killed at ${moment.table}`));
  }
  const tookMs = await runToItsEnd(connectionString, folder);
  const after = await stateOf(connectionString);
  const changed = differences(after);
  console.log(
    `begun again: ${after['tables on their nodes']} tables are on their nodes after ${seconds(tookMs)}`,
  );
  console.log(
    changed.length === 0 ? 'rows and foreign keys are those of before' : `changed: ${changed.join(', ')}`,
  );
  console.log(`begun once more: ${seconds(await runToItsEnd(connectionString, folder))}`);
  return [...failures, ...changed.map((what) => `${what}, distributed`)];
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
