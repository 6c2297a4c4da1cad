import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Connection } from './connection.js';

/** The next request; null when there is nothing left to ask. */
export type NextRequest = () => Buffer | null;

export type Sample = {
  readonly perSecond: number;
  /** Milliseconds, ascending. */
  readonly latencies: readonly number[];
  /** What was not asked, since no connection was free: answers took too long. */
  readonly skipped?: number;
};

/** Asks on all connections at once, each as soon as it has its answer, for so many seconds. */
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

/** Asks so many times a second, whatever the answers take, as long as a connection is free. */
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
    // In turn: a server closes one that says nothing for long.
    const connection = free.shift();
    if (connection === undefined) {
      skipped++;
      continue;
    }
    const request = next();
    if (request === null) break;
    const answered = askOn(connection, request);
    // It is told at the end, when all can be tidied up, and not by the end of this process.
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
