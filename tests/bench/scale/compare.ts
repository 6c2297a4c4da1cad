import { Connection } from '../http/connection.js';
import { steadyLoad, type Sample } from '../http/load.js';
import { median, quantile } from '../http/report.js';
import type { Case, Requests } from './requests.js';

/** Requests per second. Two cores handle this load easily, so that no waiting in queues is measured. */
const RATE: Readonly<Record<Case, number>> = { list: 50, create: 100, complete: 100 };
/**
 * Enough connections for a pause of the machine. A pause shows in the response times, not in requests that
 * are left out.
 */
const CONNECTIONS = 32;
const ROUND_SECONDS = 3;
const WARM_UP_SECONDS = 3;
/** The largest acceptable ratio of the 99th percentiles: many households to few. The median of the rounds counts. */
const MAX_RATIO = 1.3;
/** The largest acceptable share of requests that were left out because all connections were busy. */
const MAX_SKIPPED = 0.001;

export type Side = { readonly name: string; readonly port: number; readonly requests: Requests };

export type Comparison = { readonly line: string; readonly failures: readonly string[] };

/**
 * Returns a line of the table for each side. All sides are compared with the first one. A single pause of the machine
 * can decide the 99th percentile of all rounds together, so the ratio of each round is computed, and their median counts.
 */
export async function compare(name: Case, sides: readonly Side[], rounds: number): Promise<Comparison[]> {
  const samples = sides.map((): Sample[] => []);
  for (const side of sides) await load(side, name, WARM_UP_SECONDS);
  // The sides take turns in being first, so that noise affects all equally.
  for (let round = 0; round < rounds; round++)
    for (let i = 0; i < sides.length; i++) {
      const turn = (round + i) % sides.length;
      samples[turn]?.push(await load(sides[turn] as Side, name, ROUND_SECONDS));
    }
  return sides.map((side, turn) => {
    const own = samples[turn] ?? [];
    const p99s = own.map(({ latencies }) => quantile(latencies, 0.99));
    const ratios = p99s.map((p99, round) => p99 / quantile(samples[0]?.[round]?.latencies ?? [], 0.99));
    const all = allOf(own);
    const ratio = median(ratios);
    const ratioOfAll = quantile(all, 0.99) / quantile(allOf(samples[0] ?? []), 0.99);
    const skipped = own.reduce((sum, sample) => sum + (sample.skipped ?? 0), 0);
    const cells = [
      ...[name, side.name, quantile(all, 0.5).toFixed(1), quantile(all, 0.99).toFixed(1)],
      ...[`**${ratio.toFixed(2)}**`, ratioOfAll.toFixed(2), String(skipped)],
    ];
    const failures = [
      ...(ratio <= MAX_RATIO
        ? []
        : [`p99 is ${ratio.toFixed(3)} times that of ${sides[0]?.name}, to be at most ${MAX_RATIO}`]),
      ...(skipped <= MAX_SKIPPED * (all.length + skipped)
        ? []
        : [`${skipped} of ${all.length + skipped} not asked in time, to be at most one in a thousand`]),
    ];
    return {
      line: `| ${cells.join(' | ')} |`,
      failures: failures.map((failure) => `${name}, ${side.name}: ${failure}`),
    };
  });
}

const allOf = (samples: readonly Sample[]) =>
  samples.flatMap(({ latencies }) => latencies).sort((a, b) => a - b);

/** Sends requests on new connections, because the service closes idle ones. */
async function load({ port, requests }: Side, name: Case, seconds: number): Promise<Sample> {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(port)));
  const sample = await steadyLoad(connections, requests[name], { perSecond: RATE[name], seconds });
  for (const connection of connections) connection.close();
  return sample;
}
