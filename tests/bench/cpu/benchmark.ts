import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type * as Embedded from '../../../adapters/postgres/embedded/embedded-postgres.js';
import { findPostmaster } from '../../../adapters/postgres/embedded/postmaster.js';
import type * as Migrator from '../../../adapters/postgres/migrator.js';
import { tellFailures } from '../failures.js';
import type { Program } from '../http/program.js';
import { median } from '../http/report.js';
import { startService } from '../http/service.js';
import { CASES, Home, type Case } from './home.js';
import { processorTime, timeBetween, type ProcessorTime } from './processor-time.js';

const HOMES = 8;
const ROUNDS = 5;
/**
 * The number of times that each build is measured in a round. The builds alternate, so that a change of the machine's
 * speed affects both.
 */
const TURNS = 8;
/** The number of requests of each home in a turn. In all turns of a round, a home may create at most 500 open series. */
const REQUESTS = 10;
/** The number of turns of the warm-up of a case, in which V8 compiles the code that runs often. */
const WARM_UP_TURNS = 8;
/** The first case has a longer warm-up, in which V8 also compiles the code that all cases share. */
const FIRST_WARM_UP_TURNS = 32;

/**
 * The largest acceptable ratio of the processor time of a request to that of the other build, by case. The bounds are
 * meant for `--against` a build of 7fea82cc, the last commit before requests were made cheaper. Cases that are not
 * listed may take 5 percent more than in that build.
 */
const MOST: Partial<Readonly<Record<Case, number>>> = {
  create: 0.6,
  complete: 0.6,
  'list 200': 0.75,
  get: 0.7,
};

/** Milliseconds of processor time for one request, one sample for each round. */
type Samples = readonly ProcessorTime[];

/**
 * Measures how much processor time a request costs, in the service and in PostgreSQL. Each build runs with its own
 * Node.js and its own embedded database. Each round starts new processes, because V8 compiles the same program
 * differently from one process to the next, which changes the time of a request by up to ten percent.
 *
 * @param args `--against DIR` measures the build in the folder DIR as well, in turns. Other arguments select cases.
 */
export async function benchCpu(args: readonly string[]): Promise<void> {
  const { cases, against } = readArguments(args);
  const checkouts = ['.', ...against];
  const rounds: Round[] = [];
  while (rounds.length < ROUNDS) {
    rounds.push(await measureRound(checkouts, cases));
    console.log(`Round ${rounds.length} of ${ROUNDS} is measured.`);
  }
  const versions = await Promise.all(checkouts.map(readNodeVersion));
  console.log(`\n${HOMES} households, ${cpus().length} cores, Node.js ${versions.join(' and ')}`);
  console.log('Milliseconds of processor time for one request: medians of the rounds (ranges)\n');
  printRow('case', 'Node user', 'Node system', 'PostgreSQL', 'all', ...against.map((other) => `of ${other}`));
  printRow('---', ...Array.from({ length: 4 + against.length }, () => '--:'));
  tellFailures(
    cases.flatMap((name) =>
      print(
        name,
        checkouts.map((_, place) => rounds.map((round) => round.get(name)?.[place] ?? NO_TIME)),
      ),
    ),
  );
}

/** The time of each case, for each build. */
type Round = ReadonlyMap<Case, readonly ProcessorTime[]>;

async function measureRound(checkouts: readonly string[], cases: readonly Case[]): Promise<Round> {
  const folder = await mkdtemp(path.join(tmpdir(), 'planner-bench-cpu-'));
  // The database server may run as another user, who needs access to the folder.
  await chmod(folder, 0o755);
  const sides: Side[] = [];
  try {
    for (const checkout of checkouts) {
      const side = await Side.open(checkout, path.join(folder, String(sides.length)));
      sides.push(side);
      await side.start();
    }
    const round = new Map<Case, readonly ProcessorTime[]>();
    for (const name of cases) {
      await alternate(name, sides, round.size === 0 ? FIRST_WARM_UP_TURNS : WARM_UP_TURNS);
      round.set(name, await alternate(name, sides, TURNS));
    }
    return round;
  } finally {
    for (const side of sides) await side.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function readArguments(args: readonly string[]) {
  const at = args.indexOf('--against');
  const against = at < 0 ? [] : args.slice(at + 1, at + 2);
  const names = at < 0 ? args : args.toSpliced(at, 2);
  const unknown = names.filter((name) => !CASES.some((one) => one === name));
  if (unknown.length > 0 || (at >= 0 && against.length === 0))
    throw new RangeError(`Usage: cpu [--against DIR] [${CASES.join(' | ')}]...`);
  return { against, cases: CASES.filter((name) => names.length === 0 || names.includes(name)) };
}

/** A built service with its database server and the homes that use it. */
class Side {
  readonly #folder: string;
  readonly #checkout: string;
  readonly #server: Embedded.EmbeddedPostgres;
  #program: Program | null = null;
  #postmaster = NaN;
  #homes: readonly Home[] = [];

  private constructor(checkout: string, folder: string, server: Embedded.EmbeddedPostgres) {
    this.#checkout = checkout;
    this.#folder = folder;
    this.#server = server;
  }

  /** Starts the database server of the build in `checkout`. Its data is stored in `folder`. */
  static async open(checkout: string, folder: string): Promise<Side> {
    await mkdir(folder);
    const { EmbeddedPostgres } = await importFrom<typeof Embedded>(checkout, 'embedded/embedded-postgres.js');
    return new Side(checkout, folder, await EmbeddedPostgres.start({ dataDir: folder }));
  }

  /** Starts the service and creates the homes. */
  async start(): Promise<void> {
    const { connectionString } = this.#server;
    const { migrateToLatest } = await importFrom<typeof Migrator>(this.#checkout, 'migrator.js');
    await migrateToLatest(connectionString);
    const jwtSecret = randomBytes(32).toString('hex');
    const program = await startService({
      checkout: this.#checkout,
      folder: this.#folder,
      connectionString,
      jwtSecret,
    });
    this.#program = program;
    const data = path.join(await realpath(this.#folder), 'postgres', 'data');
    const postmaster = await findPostmaster(data);
    if (postmaster === null) throw new Error(`No database server uses ${data}`);
    this.#postmaster = postmaster.pid;
    this.#homes = await Promise.all(Array.from({ length: HOMES }, () => Home.create(program.port)));
    await analyze(connectionString);
  }

  /** Sends the requests of one turn and returns the processor time of one request. */
  async measure(name: Case): Promise<ProcessorTime> {
    await this.#each((home) => home.prepare(name, REQUESTS));
    const before = this.#time();
    await this.#each(async (home) => {
      for (let i = 0; i < REQUESTS; i++) await home.send(name);
    });
    const { user, system, postgres } = timeBetween(before, this.#time());
    const count = HOMES * REQUESTS;
    return { user: user / count, system: system / count, postgres: postgres / count };
  }

  async stop(): Promise<void> {
    for (const home of this.#homes) home.close();
    await this.#program?.stop();
    await this.#server.stop();
  }

  #time(): ProcessorTime {
    return processorTime(this.#program?.pid ?? NaN, this.#postmaster);
  }

  async #each(work: (home: Home) => Promise<void>): Promise<void> {
    await Promise.all(this.#homes.map(work));
  }
}

/** Returns the version of the Node.js that the build in `checkout` runs on. */
async function readNodeVersion(checkout: string): Promise<string> {
  const { stdout } = await promisify(execFile)(path.join(checkout, 'node_modules/.bin/node'), ['--version']);
  return stdout.trim();
}

/** Imports a module of the adapter for PostgreSQL from the build in `checkout`. */
async function importFrom<Module>(checkout: string, module: string): Promise<Module> {
  const file = path.resolve(checkout, 'dist/adapters/postgres', module);
  return (await import(pathToFileURL(file).href)) as Module;
}

/**
 * Collects the statistics with which PostgreSQL plans statements. It does so by itself, but only some minutes after the
 * first rows were written.
 */
async function analyze(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('analyze');
  await client.end();
}

/** Measures the builds in turns. Returns the mean of the turns of each build. */
async function alternate(
  name: Case,
  sides: readonly Side[],
  turns: number,
): Promise<readonly ProcessorTime[]> {
  const times: ProcessorTime[][] = sides.map(() => []);
  for (let turn = 0; turn < turns; turn++)
    for (const place of turn % 2 === 0 ? sides.keys() : [...sides.keys()].reverse()) {
      const time = await sides[place]?.measure(name);
      if (time !== undefined) times[place]?.push(time);
    }
  return times.map(mean);
}

function mean(times: readonly ProcessorTime[]): ProcessorTime {
  const of = (read: (time: ProcessorTime) => number) =>
    times.reduce((sum, time) => sum + read(time), 0) / times.length;
  return {
    user: of(({ user }) => user),
    system: of(({ system }) => system),
    postgres: of(({ postgres }) => postgres),
  };
}

const allOf = ({ user, system, postgres }: ProcessorTime): number => user + system + postgres;

/** Prints the row of a case. Returns the ratios that are too large. */
function print(name: Case, [ours = [], ...others]: readonly Samples[]): string[] {
  const figure = (read: (time: ProcessorTime) => number) => rangeOf(ours.map(read));
  const ratios = others.map((theirs) =>
    ours.map((time, round) => allOf(time) / allOf(theirs[round] ?? NO_TIME)),
  );
  printRow(
    name,
    figure(({ user }) => user),
    figure(({ system }) => system),
    figure(({ postgres }) => postgres),
    figure(allOf),
    ...ratios.map(rangeOf),
  );
  const most = MOST[name] ?? 1.05;
  return ratios
    .map(median)
    .filter((ratio) => ratio > most)
    .map((ratio) => `${name}: ${ratio.toFixed(2)} of the other build, to be at most ${most}`);
}

const NO_TIME: ProcessorTime = { user: NaN, system: NaN, postgres: NaN };

function rangeOf(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `**${median(values).toFixed(2)}** (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

function printRow(...cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}
