import type { TestDatabase } from './database/test-database.js';
import { emptyFolder, startProgram, type Program } from './program.js';

/** Processes of the built service in one folder and on one database; none of them outlives it. */
export type BuiltService<D extends TestDatabase> = {
  readonly folder: string;
  readonly database: D;
  /** One more process; see `startProgram`. */
  readonly start: (env?: Record<string, string>, command?: readonly string[]) => Promise<Program>;
  /** Ends all of them at once, and waits for it. */
  kill(): Promise<void>;
  remove(): Promise<void>;
};

/** Makes what they need; nothing runs yet. */
export async function builtService<D extends TestDatabase>(
  createDatabase: () => Promise<D>,
): Promise<BuiltService<D>> {
  const folder = await emptyFolder();
  const database = await createDatabase();
  const programs: Program[] = [];
  const kill = async () => {
    for (const program of programs) program.kill('SIGKILL');
    await Promise.all(programs.map(({ ended }) => ended));
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
