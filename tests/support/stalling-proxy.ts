import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy whose connections can stall: nothing arrives any more, but nothing is closed either. */
export type StallingProxy = {
  readonly port: number;
  /** Stalls the current connections for good. New connections work. */
  stall(): void;
  close(): void;
};

export async function stallingProxy(target: { host: string; port: number }): Promise<StallingProxy> {
  const answers = new Set<Socket>();
  const ends = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target);
    for (const end of [client, upstream]) {
      ends.add(end);
      end.on('error', () => undefined);
    }
    answers.add(upstream);
    client.pipe(upstream).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stall: () => {
      for (const answer of answers) answer.unpipe();
      answers.clear();
    },
    close: () => {
      for (const end of ends) end.destroy();
      server.close();
    },
  };
}
