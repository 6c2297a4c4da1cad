import { parentPort, workerData } from 'node:worker_threads';

const { url, path, token, atOnce } = workerData as {
  url: string;
  path: string;
  token: string;
  atOnce: number;
};

/** Sends its bursts from a thread of its own: what they cost the sender is not measured with the neighbour. */
const port = parentPort;
port?.on('message', () => {
  void burst().then((statuses) => port.postMessage(statuses));
});

function burst(): Promise<readonly number[]> {
  return Promise.all(
    Array.from({ length: atOnce }, async () => {
      const answer = await fetch(`${url}${path}/tasks`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-requested-with': 'app',
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({ title: 'Burst' }),
      });
      await answer.body?.cancel();
      return answer.status;
    }),
  );
}
