import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgres } from '../../../adapters/postgres/embedded/embedded-postgres.js';
import { findPostmaster } from '../../../adapters/postgres/embedded/postmaster.js';
import { scratchFolder } from '../scratch-folder.js';
import { startContainer } from './docker.js';

/** A PostgreSQL whose user may create databases. */
export interface TestServer {
  readonly description: string;
  readonly connectionString: string;
  /** The coordinator of a cluster: databases are made on each of its nodes. */
  readonly isCluster: boolean;
  stop(): Promise<void>;
}

const PREFIX = 'planner-tests-';

/** TEST_CITUS_URL or TEST_DATABASE_URL if set, else Docker if a daemon answers and has the image, else the embedded server. */
export async function provideServer(): Promise<TestServer> {
  for (const description of ['TEST_CITUS_URL', 'TEST_DATABASE_URL']) {
    const connectionString = process.env[description] ?? '';
    const isCluster = description === 'TEST_CITUS_URL';
    if (connectionString !== '')
      return { description, connectionString, isCluster, stop: () => Promise.resolve() };
  }
  try {
    const container = await startContainer();
    if (container !== null) return container;
  } catch (error) {
    console.log(`\nDocker answers but starts no PostgreSQL: ${String(error)}`);
  }
  return startEmbedded();
}

async function startEmbedded(): Promise<TestServer> {
  const scratch = await scratchFolder();
  await removeAbandoned(scratch);
  const dataDir = await mkdtemp(path.join(scratch, `${PREFIX}${process.pid}-`));
  await chmod(dataDir, 0o755);
  const embedded = await EmbeddedPostgres.start({ dataDir, durable: false });
  return {
    description: 'embedded PostgreSQL',
    connectionString: embedded.connectionString,
    isCluster: false,
    stop: async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Servers and folders of runs that were killed before they could tidy up. */
async function removeAbandoned(scratch: string): Promise<void> {
  for (const name of await readdir(scratch)) {
    const folder = path.join(scratch, name);
    if (!name.startsWith(PREFIX) || isAlive(Number(name.split('-')[2]))) continue;
    if ((await stat(folder)).uid !== process.getuid?.()) continue;
    const orphan = await findPostmaster(path.join(folder, 'postgres', 'data'));
    if (orphan !== null) process.kill(orphan.pid, 'SIGQUIT');
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
