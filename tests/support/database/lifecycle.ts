import { buildProgram } from '../program.js';
import { holdSharedFixtures } from '../shared/holder.js';
import { makeRunFolders, type RunFolders } from './run-folders.js';
import { provideServer, type TestServer } from './server.js';
import { createTemplate, dropRun, type Run } from './test-database.js';

let folders: RunFolders | undefined;
let server: TestServer | undefined;
let run: Run | undefined;
let releaseSharedFixtures: (() => Promise<void>) | undefined;

/**
 * Runs before the first test file: builds the service, starts a server and migrates a template database. The
 * workers get the addresses in environment variables.
 */
export async function setUp(): Promise<void> {
  folders = await makeRunFolders();
  server = await provideServer(folders.scratch);
  console.log(`\nTest database: ${server.description}`);
  try {
    [run] = await Promise.all([createTemplate(server.connectionString, server.isCluster), buildProgram()]);
    releaseSharedFixtures = await holdSharedFixtures();
  } catch (error) {
    await tearDown();
    throw error;
  }
}

export async function tearDown(): Promise<void> {
  await releaseSharedFixtures?.();
  if (run !== undefined) await dropRun(run);
  await server?.stop();
  await folders?.remove();
}
