import { parseJson, readInputInTurns, readListInputInTurns } from '../../../adapters/http/input.js';
import type { RouteDependencies } from '../../../adapters/http/route-dependencies.js';
import type { Route } from '../../../adapters/http/route.js';
import { routes } from '../../../adapters/http/routes.js';
import type { WorstRequest } from './requests.js';

/** How long it took to read a body, in milliseconds of processor time. */
export type Reading = { readonly operationId: string; readonly kind: string; readonly cpuMs: number };

/**
 * A body that takes longer is read again up to so many times, and the shortest time counts. The first times include
 * the compilation of the code, which a running service has behind it.
 */
const ATTEMPTS = 40;

/**
 * Reads the bodies in this process, from the bytes to the list of problems, as the service does. Returns the slowest
 * body of each operation, the slowest operation first.
 */
export async function readBodies(requests: readonly WorstRequest[], limitMs: number): Promise<Reading[]> {
  const table = new Map<string, Route>(
    routes(anything as RouteDependencies).map((row) => [row.operationId, row]),
  );
  const slowest = new Map<string, Reading>();
  for (const { operationId, kind, contentType, body } of requests) {
    const route = table.get(operationId);
    if (body === null || contentType !== 'application/json' || route?.body === undefined) continue;
    const bytes = Buffer.from(body());
    let cpuMs = Infinity;
    for (let attempt = 0; attempt < ATTEMPTS && cpuMs > limitMs; attempt++)
      cpuMs = Math.min(cpuMs, await timeReading(route, bytes));
    if (cpuMs >= (slowest.get(operationId)?.cpuMs ?? 0))
      slowest.set(operationId, { operationId, kind, cpuMs });
  }
  return [...slowest.values()].sort((a, b) => b.cpuMs - a.cpuMs);
}

async function timeReading({ body: type, listBody }: Route, bytes: Buffer): Promise<number> {
  const before = process.threadCpuUsage();
  try {
    const given = parseJson(bytes, type);
    if (type !== undefined)
      await (listBody === undefined
        ? readInputInTurns(type, given)
        : readListInputInTurns(type, listBody, given));
  } catch {
    // A refused body is read like any other.
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Stands for every dependency of the routes. No handler runs here, so nothing uses it. */
const anything: object = new Proxy(() => undefined, {
  get: (_target, name) => (name === Symbol.toPrimitive ? () => 'http://localhost' : anything),
  apply: () => anything,
});
