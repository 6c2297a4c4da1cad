import { createServer, request as forward, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KEEP_ALIVE_MS } from '../../adapters/http/server.js';

/**
 * A proxy in front of a service. A browser keeps the same address even if another process answers. The proxy
 * removes the Date header, so browsers cannot see the clock of the service.
 */
export type Day = {
  readonly url: string;
  /** Chooses the service that answers from now on. */
  behind(service: string): void;
  /** Sends a ping on all open streams, as the service does several times a minute. */
  ping(): void;
  close(): Promise<void>;
};

export async function frontOfDay(): Promise<Day> {
  let target = '';
  const streams = new Set<ServerResponse>();
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const onward = forward(
      `${target}${request.url ?? '/'}`,
      { method: request.method, headers: request.headers },
      (answer) => {
        const headers = { ...answer.headers };
        delete headers.date;
        response.sendDate = false;
        response.writeHead(answer.statusCode ?? 502, headers);
        if (answer.headers['content-type']?.startsWith('text/event-stream') === true) streams.add(response);
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      },
    );
    onward.on('error', () => response.destroy());
    response.on('close', () => {
      streams.delete(response);
      onward.destroy();
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    behind: (service) => void (target = service),
    ping: () => {
      for (const stream of streams) stream.write(':\n\n');
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
