import { runFolders, type RunFolders } from '../jest/run-folders.js';
import { buildProgram } from '../program.js';
import { holdSharedFixtures } from '../shared/holder.js';
import { provideServer, type TestServer } from './server.js';
import { createTemplate, dropRun, type Run } from './test-database.js';

let folders: RunFolders | undefined;
let server: TestServer | undefined;
let run: Run | undefined;
let releaseSharedFixtures: (() => Promise<void>) | undefined;

/**
 * Runs before the first test file. Builds the service; at the same time, starts a database server and migrates a template
 * database. The workers of Jest get the addresses in environment variables.
 */
export async function setUp(): Promise<void> {
  folders = await runFolders();
  try {
    const parts = [provideTemplate(folders.scratch), buildProgram()];
    // Waits for both even if one fails, because `tearDown` must not stop the server while it still starts or migrates.
    await Promise.allSettled(parts);
    await Promise.all(parts);
    releaseSharedFixtures = await holdSharedFixtures();
  } catch (error) {
    await tearDown();
    throw error;
  }
}

async function provideTemplate(scratch: string): Promise<void> {
  server = await provideServer(scratch);
  console.log(`\nTest database: ${server.description}`);
  run = await createTemplate(server.connectionString, server.isCluster);
}

export async function tearDown(): Promise<void> {
  await releaseSharedFixtures?.();
  if (run !== undefined) await dropRun(run);
  await server?.stop();
  await folders?.remove();
}
