import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { builtService } from '../built-service.js';
import { createTestDatabase } from '../database/test-database.js';
import { ADDRESS, type SharedService } from './addresses.js';

/** Something that is started at most once, and stopped if it was started. */
type Shared<T> = { readonly value: T; readonly stop: () => Promise<void> };

/**
 * Holds what all test files of a run share: one process of the built service and one process of each browser.
 * The process that starts the run holds them, because Jest's workers end during the run. Each is started when
 * a test file first asks for it.
 *
 * @returns a function that stops what was started
 */
export async function holdSharedFixtures(): Promise<() => Promise<void>> {
  const started = new Map<string, Promise<Shared<unknown>>>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const executable = searchParams.get('executable') ?? '';
    const key = `${pathname} ${executable}`;
    const shared = started.get(key) ?? (pathname === '/service' ? startService() : startBrowser(executable));
    started.set(key, shared);
    shared.then(
      ({ value }) => response.end(JSON.stringify(value)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env[ADDRESS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.closeAllConnections();
    server.close();
    for (const shared of await Promise.allSettled(started.values()))
      if (shared.status === 'fulfilled') await shared.value.stop();
  };
}

async function startService(): Promise<Shared<SharedService>> {
  const built = await builtService(createTestDatabase);
  const { url } = await built.start();
  const { folder, database } = built;
  return {
    value: { url, folder, databaseUrl: database.connectionString },
    stop: () => built.remove(),
  };
}

/** The module is loaded only when needed, because most runs of single files use no browser. */
async function startBrowser(executable: string): Promise<Shared<string>> {
  const { serveChromium } = await import('../chromium.js');
  const browser = await serveChromium(executable);
  return { value: browser.wsEndpoint(), stop: () => browser.close() };
}
