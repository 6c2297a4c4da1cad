import { Connection } from '../http/connection.js';
import { steadyLoad, type Sample } from '../http/load.js';
import { median, quantile } from '../http/report.js';
import type { Case, Requests } from './requests.js';

/** Requests a second: what two cores do with ease, so that no queue is measured. */
const RATE: Readonly<Record<Case, number>> = { list: 50, create: 100, complete: 100 };
const CONNECTIONS = 8;
const ROUND_SECONDS = 3;
const WARM_UP_SECONDS = 3;

export type Side = { readonly name: string; readonly port: number; readonly requests: Requests };

/** A line of the table for each side, the first being what the others are compared with. */
export async function compare(name: Case, sides: readonly Side[], rounds: number): Promise<string[]> {
  const samples = sides.map((): Sample[] => []);
  for (const side of sides) await load(side, name, WARM_UP_SECONDS);
  // Each side is the first in turn, so that noise hits all alike.
  for (let round = 0; round < rounds; round++)
    for (let i = 0; i < sides.length; i++) {
      const turn = (round + i) % sides.length;
      samples[turn]?.push(await load(sides[turn] as Side, name, ROUND_SECONDS));
    }
  const [p50s, p99s] = [0.5, 0.99].map((share) =>
    samples.map((own) => own.map(({ latencies }) => quantile(latencies, share))),
  ) as [number[][], number[][]];
  return sides.map((side, turn) => {
    const [p50, p99] = [p50s[turn] ?? [], p99s[turn] ?? []];
    const ratios = p99.map((one, round) => one / (p99s[0]?.[round] ?? NaN));
    const cells = [
      ...[name, side.name, median(p50).toFixed(1), median(p99).toFixed(1)],
      `**${median(ratios).toFixed(2)}**`,
      `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

/** Over connections of its own: the service closes those that say nothing for long. */
async function load({ port, requests }: Side, name: Case, seconds: number): Promise<Sample> {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(port)));
  const sample = await steadyLoad(connections, requests[name], { perSecond: RATE[name], seconds });
  for (const connection of connections) connection.close();
  return sample;
}
