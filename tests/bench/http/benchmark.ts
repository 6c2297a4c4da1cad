import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { onBenchServer } from '../database.js';
import { tellFailures } from '../failures.js';
import { Connection } from './connection.js';
import type { FloorPlan } from './floor.js';
import { createFloorTables } from './floor-tables.js';
import { accepted, fullLoad, type NextRequest, type Sample } from './load.js';
import { measureMemory, memoryFailures, printMemory, type Memory } from './memory.js';
import { freePort, Program } from './program.js';
import { printTable, ratioFailures, type Row } from './report.js';
import { POOL_SIZE, startService } from './service.js';
import { CASES, PAGE_SIZE, prepareScenario, requestsOf, type Case } from './scenario.js';

const CONNECTIONS = 16;
/** How long the load lasts before the measurement, until V8 has compiled the code that runs often. */
const WARM_UP_SECONDS = 5;
const ROUNDS = 9;
const ROUND_SECONDS = 0.8;
/** The scenarios that can be chosen by name. */
const MEASURES = [...CASES, 'memory'] as const;

type Side = { readonly port: number; readonly requests: Record<Case, NextRequest> };
type OpenSide = Side & { readonly connections: readonly Connection[] };

/**
 * Compares the built service with the floor (a minimal service) on the same PostgreSQL server, and measures
 * its memory. `names` selects scenarios; without names all run. Checks what was measured against the limits.
 */
export async function benchHttp(names: readonly string[] = []): Promise<void> {
  const unknown = names.filter((name) => !MEASURES.some((measure) => measure === name));
  if (unknown.length > 0)
    throw new RangeError(`Nothing is called ${unknown.join(', ')}; there are ${MEASURES.join(', ')}`);
  const isAsked = (measure: (typeof MEASURES)[number]) => names.length === 0 || names.includes(measure);
  await onBenchServer(async (server, folder) => {
    const programs: Program[] = [];
    try {
      const jwtSecret = randomBytes(32).toString('hex');
      const ofService = await server.createDatabase();
      const scenario = await prepareScenario(ofService, `bench:${jwtSecret}`);
      const ofFloor = await server.createDatabase(ofService);
      await createFloorTables(ofFloor);

      const service = await startService({ folder, connectionString: ofService, jwtSecret });
      programs.push(service);
      const floor = await startFloor(folder, {
        connectionString: ofFloor,
        poolSize: POOL_SIZE,
        port: await freePort(),
        jwtSecret,
        pageSize: PAGE_SIZE,
      });
      programs.push(floor);

      const sides = {
        service: { port: service.port, requests: requestsOf(scenario) },
        floor: { port: floor.port, requests: requestsOf(scenario) },
      };
      await requireSameAnswers(sides.service, sides.floor);
      const memory = isAsked('memory') ? await memoryOf(service, sides.service) : null;
      const rows = await withConnections(sides.service, (ours) =>
        withConnections(sides.floor, async (theirs) => {
          const compared: Row[] = [];
          for (const name of CASES.filter(isAsked)) compared.push(await compare(name, ours, theirs));
          return compared;
        }),
      );

      console.log(`\n${CONNECTIONS} connections, ${cpus().length} cores, Node ${process.version}\n`);
      if (rows.length > 0) printTable(rows);
      if (memory !== null) printMemory(memory);
      tellFailures([...ratioFailures(rows), ...(memory === null ? [] : memoryFailures(memory))]);
    } finally {
      for (const program of programs) await program.stop();
    }
  });
}

async function startFloor(folder: string, plan: FloorPlan): Promise<Program> {
  const program = fileURLToPath(new URL('floor.js', import.meta.url));
  return Program.start([program, JSON.stringify(plan)], {
    port: plan.port,
    logFile: path.join(folder, 'floor.log'),
  });
}

/** Opens the connections only when they are needed, because a server closes idle ones. */
async function withConnections<T>(side: Side, work: (open: OpenSide) => Promise<T>): Promise<T> {
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => Connection.open(side.port)),
  );
  try {
    return await work({ ...side, connections });
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** Throws unless both sides give the same answers. Answers to writes may differ in ids and instants. */
async function requireSameAnswers(service: Side, floor: Side): Promise<void> {
  for (const name of CASES) {
    const [ours, theirs] = await Promise.all([service, floor].map((side) => bodyOf(side, name)));
    const same =
      name === 'list' || name === 'get' ? sameAnswer(ours!, theirs!) : shape(ours) === shape(theirs);
    if (!same)
      throw new Error(
        `${name}: the service answers\n…${ours!.slice(...differing(ours!, theirs!))}\nand the floor\n…${theirs!.slice(...differing(ours!, theirs!))}`,
      );
  }
}

/** Returns the range around the first character that differs. */
function differing(ours: string, theirs: string): [from: number, to: number] {
  let at = 0;
  while (at < ours.length && ours[at] === theirs[at]) at++;
  return [Math.max(0, at - 100), at + 100];
}

function sameAnswer(ours: string, theirs: string): boolean {
  return ours.length === theirs.length && isDeepStrictEqual(JSON.parse(ours), JSON.parse(theirs));
}

async function bodyOf({ port, requests }: Side, name: Case): Promise<string> {
  const request = requests[name]();
  if (request === null) throw new Error(`Nothing to ask for ${name}`);
  const connection = await Connection.open(port);
  const { body } = accepted(await connection.send(request));
  connection.close();
  return body.toString();
}

/** Replaces all digits of ids and instants by 0. */
function shape(body = ''): string {
  return body
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => id.replaceAll(/[0-9a-f]/g, '0'))
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) => instant.replaceAll(/\d/g, '0'));
}

/**
 * Compares the two programs in alternating rounds. Each program is first in every other round, so that noise
 * affects both equally.
 */
async function compare(name: Case, service: OpenSide, floor: OpenSide): Promise<Row> {
  const load = ({ connections, requests }: OpenSide, seconds: number) =>
    fullLoad(connections, requests[name], seconds);
  await load(service, WARM_UP_SECONDS);
  await load(floor, WARM_UP_SECONDS);
  const rounds: { service: Sample; floor: Sample }[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    if (i % 2 === 0) {
      const first = await load(service, ROUND_SECONDS);
      rounds.push({ service: first, floor: await load(floor, ROUND_SECONDS) });
    } else {
      const first = await load(floor, ROUND_SECONDS);
      rounds.push({ floor: first, service: await load(service, ROUND_SECONDS) });
    }
  }
  for (const { requests } of [service, floor])
    if (requests[name]() === null) throw new Error(`There are too few requests of the case ${name}`);
  return {
    name,
    service: rounds.map((round) => round.service),
    floor: rounds.map((round) => round.floor),
  };
}

/** Measures the memory while requests of all kinds are sent in turn. */
function memoryOf(service: Program, side: Side): Promise<Memory> {
  let asked = 0;
  const next = () => side.requests[CASES[asked++ % CASES.length] as Case]();
  return withConnections(side, ({ connections }) => measureMemory(service, connections, next));
}
