import { parentPort, workerData } from 'node:worker_threads';
import { Connection } from '../http/connection.js';

const { port, request, atOnce } = workerData as { port: number; request: Uint8Array; atOnce: number };

/**
 * Sends a burst at each message of the benchmark. It runs in a thread of its own and its requests are
 * prepared in advance, so that it takes as little processor time from the service as possible.
 */
parentPort?.on('message', () => {
  void burst().then((statuses) => parentPort?.postMessage(statuses));
});

async function burst(): Promise<readonly number[]> {
  const connections = await Promise.all(Array.from({ length: atOnce }, () => Connection.open(port)));
  const answers = await Promise.all(connections.map((connection) => connection.send(Buffer.from(request))));
  for (const connection of connections) connection.close();
  return answers.map(({ status }) => status);
}
