import { EmbeddedPostgres } from '../../adapters/postgres/embedded/embedded-postgres.js';

/**
 * Runs the embedded PostgreSQL with the data folder from its first argument. Prints the address when the
 * server is up, and stops at the first input. Tests also kill this process.
 */
const embedded = await EmbeddedPostgres.start({ dataDir: process.argv[2] ?? '' });
console.log(embedded.connectionString);
process.stdin.once('data', () => {
  void embedded.stop().then(() => process.exit(0));
});
