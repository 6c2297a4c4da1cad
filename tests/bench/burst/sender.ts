import { parentPort, workerData } from 'node:worker_threads';
import { Connection } from '../http/connection.js';

const { port, request, atOnce } = workerData as { port: number; request: Uint8Array; atOnce: number };

/**
 * Sends a burst each time it is told to, from a thread of its own and as bytes that are there already: the two cores
 * are the service's as far as that can be.
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
