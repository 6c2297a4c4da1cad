import { EmbeddedPostgres } from '../../../adapters/postgres/embedded/embedded-postgres.js';
import { startContainer } from './docker.js';

/** A PostgreSQL server whose user may create databases. */
export interface TestServer {
  readonly description: string;
  readonly connectionString: string;
  /** True if this is the coordinator of a Citus cluster. Databases are then created on each node. */
  readonly isCluster: boolean;
  stop(): Promise<void>;
}

/**
 * Returns the server at TEST_CITUS_URL or TEST_DATABASE_URL if one is set. Otherwise starts PostgreSQL in
 * Docker, or the embedded server with its data in `scratch` if Docker is not available.
 */
export async function provideServer(scratch: string): Promise<TestServer> {
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
  return startEmbedded(scratch);
}

async function startEmbedded(dataDir: string): Promise<TestServer> {
  const embedded = await EmbeddedPostgres.start({ dataDir, durable: false });
  return {
    description: 'embedded PostgreSQL',
    connectionString: embedded.connectionString,
    isCluster: false,
    stop: () => embedded.stop(),
  };
}
