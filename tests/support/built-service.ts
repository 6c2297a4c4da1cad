import type { TestDatabase } from './database/test-database.js';
import { emptyFolder, startProgram, untilEnded, type Program } from './program.js';

/** The built service as one or more processes, with one folder and one database. */
export type BuiltService<D extends TestDatabase> = {
  readonly folder: string;
  readonly database: D;
  /** Starts one more process; see `startProgram`. */
  readonly start: (env?: Record<string, string>, command?: readonly string[]) => Promise<Program>;
  /** Kills all processes and waits until they have ended. */
  kill(): Promise<void>;
  remove(): Promise<void>;
};

/** Creates the folder and the database, and starts no process yet. */
export async function builtService<D extends TestDatabase>(
  createDatabase: () => Promise<D>,
): Promise<BuiltService<D>> {
  const folder = await emptyFolder();
  const database = await createDatabase();
  const programs: Program[] = [];
  const kill = async () => {
    for (const program of programs) program.kill('SIGKILL');
    await Promise.all(programs.map(untilEnded));
  };
  return {
    folder: folder.path,
    database,
    start: async (env, command) => {
      const own = { DATABASE_URL: database.connectionString, ...env };
      const program = await startProgram(folder.path, own, command);
      programs.push(program);
      return program;
    },
    kill,
    remove: async () => {
      await kill();
      await database.drop();
      await folder.remove();
    },
  };
}
