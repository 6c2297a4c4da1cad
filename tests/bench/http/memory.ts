import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from './connection.js';
import { steadyLoad, type NextRequest, type Sample } from './load.js';
import type { Program } from './program.js';
import { median } from './report.js';

const LOAD = { perSecond: 100, seconds: 60 };
const LOOK_EVERY_MS = 1_000;
/** The limit for the memory of the whole process at every measurement. */
const MAX_MEGABYTES = 200;
/** With fewer answers per second than this, the figure would not be that of the intended load. */
const LEAST_PER_SECOND = 0.9 * LOAD.perSecond;

export type Memory = {
  /** All figures are in MB. */
  readonly afterStart: number;
  readonly most: number;
  readonly atEnd: number;
  readonly load: Sample;
};

/** Measures a process that has just started, because load without a limit would leave a larger heap behind. */
export async function measureMemory(
  service: Program,
  connections: readonly Connection[],
  next: NextRequest,
): Promise<Memory> {
  const afterStart = await service.residentMegabytes();
  const samples: number[] = [];
  let isLoaded = true;
  const look = async () => {
    while (isLoaded) {
      samples.push(await service.residentMegabytes());
      await delay(LOOK_EVERY_MS);
    }
  };
  const [load] = await Promise.all([
    steadyLoad(connections, next, LOAD).finally(() => (isLoaded = false)),
    look(),
  ]);
  const atEnd = await service.residentMegabytes();
  return { afterStart, most: Math.max(afterStart, ...samples, atEnd), atEnd, load };
}

export function printMemory({ afterStart, most, atEnd, load }: Memory): void {
  console.log(
    `\nMemory of the service: ${afterStart.toFixed(0)} MB after its start; ` +
      `in ${LOAD.seconds} s of ${load.perSecond.toFixed(0)} requests/s of all four kinds ` +
      `at most ${most.toFixed(0)} MB, at the end ${atEnd.toFixed(0)} MB ` +
      `(p50 ${median(load.latencies).toFixed(1)} ms)`,
  );
}

/** Returns the limits that were exceeded. */
export function memoryFailures({ most, load: { perSecond } }: Memory): string[] {
  return [
    ...(most < MAX_MEGABYTES ? [] : [`memory: ${most.toFixed(1)} MB, to be below ${MAX_MEGABYTES}`]),
    ...(perSecond >= LEAST_PER_SECOND
      ? []
      : [`memory: under ${perSecond.toFixed(1)} requests/s instead of ${LOAD.perSecond}`]),
  ];
}
