import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Connection } from './connection.js';

/** Returns the next request, or null if there are no more. */
export type NextRequest = () => Buffer | null;

export type Sample = {
  readonly perSecond: number;
  /** Milliseconds, in ascending order. */
  readonly latencies: readonly number[];
  /** How many requests were not sent because no connection was free: the answers took too long. */
  readonly skipped?: number;
};

/**
 * Sends requests on all connections for so many seconds. Each connection sends its next request as soon as it
 * has the answer.
 */
export async function fullLoad(
  connections: readonly Connection[],
  next: NextRequest,
  seconds: number,
): Promise<Sample> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const askOn = async (connection: Connection) => {
    for (let sentAt = startedAt; sentAt < until;) {
      const request = next();
      if (request === null) return;
      sentAt = performance.now();
      accepted(await connection.send(request));
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(connections.map(askOn));
  const elapsed = (performance.now() - startedAt) / 1000;
  return { perSecond: latencies.length / elapsed, latencies: latencies.sort((a, b) => a - b) };
}

/** Sends so many requests per second, however long the answers take, if a connection is free. */
export async function steadyLoad(
  connections: readonly Connection[],
  next: NextRequest,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Sample> {
  const free = [...connections];
  const latencies: number[] = [];
  const asked: Promise<void>[] = [];
  let skipped = 0;
  const askOn = async (connection: Connection, request: Buffer) => {
    const sentAt = performance.now();
    accepted(await connection.send(request));
    latencies.push(performance.now() - sentAt);
    free.push(connection);
  };
  const startedAt = performance.now();
  for (let sent = 0; sent < perSecond * seconds; sent++) {
    await delay(Math.max(0, startedAt + (sent * 1000) / perSecond - performance.now()));
    // The connections are used in turn, because a server closes idle ones.
    const connection = free.shift();
    if (connection === undefined) {
      skipped++;
      continue;
    }
    const request = next();
    if (request === null) break;
    const answered = askOn(connection, request);
    // Without this handler an unhandled rejection would end the process. The error is reported by Promise.all
    // at the end.
    answered.catch(() => undefined);
    asked.push(answered);
  }
  await Promise.all(asked);
  const elapsed = (performance.now() - startedAt) / 1000;
  return { perSecond: latencies.length / elapsed, latencies: latencies.sort((a, b) => a - b), skipped };
}

export function accepted(answer: Answer): Answer {
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`Answered with ${answer.status}: ${answer.body.toString().slice(0, 500)}`);
  return answer;
}
