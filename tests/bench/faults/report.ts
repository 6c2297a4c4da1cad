import type { PatientClients } from '../../support/patient-clients.js';
import { median } from '../http/report.js';
import type { Crew } from './crew.js';
import type { FaithfulStream } from './faithful-stream.js';
import type { Findings } from './findings.js';
import type { Uploads } from './uploads.js';

export type Outcome = {
  readonly crew: Pick<Crew, 'kills'>;
  readonly load: readonly PatientClients[];
  readonly streams: readonly FaithfulStream[];
  /** How many households had a stream that received no further change after it had reconnected. */
  readonly silent: number;
  readonly uploads: Uploads;
  readonly lostFiles: number;
  readonly found: Findings;
  readonly settlingMs: number;
};

type Check = (figure: number) => boolean;
const none: Check = (figure) => figure === 0;
const some: Check = (figure) => figure > 0;
const any: Check = () => true;
const STREAM_BACK_MS = 2_000;
/** Fails for NaN too, that is if there was nothing to measure. */
const soon: Check = (figure) => figure <= STREAM_BACK_MS;

/** Prints the results and returns those that are not acceptable. */
export function report({ found, ...outcome }: Outcome): string[] {
  const { crew, load, streams, uploads } = outcome;
  const tries = load.flatMap((clients) => clients.tries);
  const unexpected = load.flatMap((clients) => clients.unexpected);
  const gaps = streams.flatMap((stream) => stream.gaps);
  const rows: [what: string, figure: number, check: Check][] = [
    ['killed with -9', crew.kills, some],
    ['requests', tries.length, some],
    ['… without an answer, or refused for now', tries.filter(isNotDone).length - unexpected.length, any],
    ['… refused otherwise', unexpected.length, none],
    ['… given up', sum(load.map(({ givenUp }) => givenUp)), none],
    ['tasks acknowledged', found.acknowledged, some],
    ['… lost', found.lost, none],
    ['… there twice', found.doubled, none],
    ['files acknowledged', uploads.acknowledged.size, some],
    ['… lost', outcome.lostFiles, none],
    ['… refused otherwise than for now', uploads.unexpected.length, none],
    ['notifications due', found.due, some],
    ['… lost', found.untold.length, none],
    ['… twice', found.toldTwice, none],
    ['jobs given up', found.failedJobs, none],
    ['until the last notification came, after the last request, in s', outcome.settlingMs / 1000, any],
    ['streams cut off', gaps.length, some],
    ['… back after, median in ms', median(gaps), soon],
    ['… longest in ms', gaps.length === 0 ? NaN : Math.max(...gaps), soon],
    ['… without a change since they came back', outcome.silent, none],
    ['messages on streams', sum(streams.map(({ messages }) => messages)), some],
  ];
  console.log(`\n| | |\n| --- | --: |`);
  for (const [what, figure] of rows) console.log(`| ${what} | ${figure.toFixed(0)} |`);
  for (const what of found.untold) console.error(`lost: ${what}`);
  for (const { kind, status, code } of unexpected) console.error(`refused: ${kind} ${status} ${code}`);
  return rows
    .filter(([, figure, check]) => !check(figure))
    .map(([what, figure]) => `${what}: ${figure.toFixed(0)}`);
}

const isNotDone = ({ status }: { status: number }) => status < 200 || status > 299;
const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);
