import { EmbeddedPostgres } from '../../adapters/postgres/embedded/embedded-postgres.js';

/**
 * A process that uses the embedded PostgreSQL of the folder in its first argument: prints the address
 * when it is up, stops on the first input, and is there to be killed.
 */
const embedded = await EmbeddedPostgres.start({ dataDir: process.argv[2] ?? '' });
console.log(embedded.connectionString);
process.stdin.once('data', () => {
  void embedded.stop().then(() => process.exit(0));
});
