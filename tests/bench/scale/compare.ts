import { Connection } from '../http/connection.js';
import { steadyLoad, type Sample } from '../http/load.js';
import { median, quantile } from '../http/report.js';
import type { Case, Requests } from './requests.js';

/** Requests a second: what two cores do with ease, so that no queue is measured. */
const RATE: Readonly<Record<Case, number>> = { list: 50, create: 100, complete: 100 };
/** More than a pause of the machine keeps waiting: it shows in how long answers take, not in what is not asked. */
const CONNECTIONS = 32;
const ROUND_SECONDS = 3;
const WARM_UP_SECONDS = 3;
/** How many times as long one in a hundred may take among many households. */
const MAX_RATIO = 1.3;
/** The part of the requests that may be left out, since all connections waited. */
const MAX_SKIPPED = 0.001;

export type Side = { readonly name: string; readonly port: number; readonly requests: Requests };

export type Comparison = { readonly line: string; readonly failures: readonly string[] };

/** A line of the table for each side, the first being what the others are compared with. */
export async function compare(name: Case, sides: readonly Side[], rounds: number): Promise<Comparison[]> {
  const samples = sides.map((): Sample[] => []);
  for (const side of sides) await load(side, name, WARM_UP_SECONDS);
  // Each side is the first in turn, so that noise hits all alike.
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
    const ratio = quantile(all, 0.99) / quantile(allOf(samples[0] ?? []), 0.99);
    const skipped = own.reduce((sum, sample) => sum + (sample.skipped ?? 0), 0);
    const cells = [
      ...[name, side.name, quantile(all, 0.5).toFixed(1), quantile(all, 0.99).toFixed(1)],
      ...[`**${ratio.toFixed(2)}**`, median(ratios).toFixed(2), String(skipped)],
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

/** Over connections of its own: the service closes those that say nothing for long. */
async function load({ port, requests }: Side, name: Case, seconds: number): Promise<Sample> {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(port)));
  const sample = await steadyLoad(connections, requests[name], { perSecond: RATE[name], seconds });
  for (const connection of connections) connection.close();
  return sample;
}
