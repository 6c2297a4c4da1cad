import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '../../../adapters/logging/winston-logger.js';
import { createDatabase } from '../../../adapters/postgres/database.js';
import { PostgresEventBus } from '../../../adapters/postgres/listen-notify/event-bus.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import { quantile } from '../http/report.js';
import { answerQuestions } from './bench-process.js';

/** Asks the process to publish so many changes, or to report what it has received since the last report. */
export type BusQuestion = { readonly perSecond: number; readonly seconds: number } | { readonly heard: true };
export type Heard = {
  readonly count: number;
  /** Milliseconds from publishing a change to receiving it. */
  readonly median: number;
  readonly late: number;
  readonly processorMs: number;
};

const TURN_MS = 10;

const [connectionString = ''] = process.argv.slice(2);
const db = createDatabase({ connectionString });
const logger = createLogger({ level: 'error', format: 'pretty' });
const bus = new PostgresEventBus({ db, connectionString, logger });
let waits: number[] = [];
let told = 0;
let processor = process.cpuUsage();

bus.subscribe({
  changed: ({ householdId }) => void waits.push(Date.now() - momentIn(householdId)),
  accessEnded: () => undefined,
  missed: () => undefined,
});
await bus.listening();
answerQuestions<BusQuestion>(async (question) => ('heard' in question ? report() : await tell(question)));
process.once('disconnect', () => void bus.close().then(() => db.destroy()));

/**
 * Publishes changes. Each belongs to a different household, because the bus would combine quick changes of
 * the same one.
 */
async function tell({ perSecond, seconds }: { perSecond: number; seconds: number }): Promise<object> {
  const startedAt = performance.now();
  const [from, total] = [told, perSecond * seconds];
  while (told < from + total) {
    const due = Math.min(total, ((performance.now() - startedAt) / 1_000) * perSecond);
    while (told < from + due) bus.publish([{ householdId: newHousehold(), topic: 'tasks', onlyFor: null }]);
    await delay(TURN_MS);
  }
  return {};
}

/** Returns a household id whose first digits contain the current time. */
function newHousehold(): HouseholdId {
  const moment = Date.now().toString(16).padStart(12, '0');
  const tail = (told++).toString(16).padStart(12, '0');
  const sender = process.pid.toString(16).padStart(8, '0').slice(-4);
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7000-8${sender.slice(1)}-${tail}` as HouseholdId;
}

function momentIn(householdId: HouseholdId): number {
  return Number.parseInt(householdId.slice(0, 13).replace('-', ''), 16);
}

function report(): Heard {
  const { user, system } = process.cpuUsage(processor);
  const sorted = waits.sort((a, b) => a - b);
  const heard = {
    count: sorted.length,
    median: quantile(sorted, 0.5),
    late: quantile(sorted, 0.95),
    processorMs: (user + system) / 1_000,
  };
  [waits, processor] = [[], process.cpuUsage()];
  return heard;
}
