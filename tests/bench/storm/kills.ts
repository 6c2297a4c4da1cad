import { findPostmaster } from '../../../adapters/postgres/embedded/postmaster.js';
import { withClient } from '../database.js';

/**
 * Sends SIGKILL to one backend process of the database. The server then ends all other backends and recovers
 * by itself.
 */
export async function killBackend(connectionString: string): Promise<void> {
  const [backend] = await pidsOf(connectionString, 'datname = current_database()');
  if (backend !== undefined) process.kill(backend, 'SIGKILL');
}

/**
 * Sends SIGKILL to all processes of the server at once, as if the machine failed. The server must be started
 * again.
 */
export async function killServer(connectionString: string): Promise<void> {
  const pids = await pidsOf(connectionString, 'true');
  const postmaster = await withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return findPostmaster(rows[0]?.data_directory ?? '');
  });
  if (postmaster === null) throw new Error('Only a server of this machine can be killed');
  for (const pid of [postmaster.pid, ...pids]) killIfAlive(pid);
}

async function pidsOf(connectionString: string, which: string): Promise<readonly number[]> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where ${which} and pid <> pg_backend_pid()`,
    );
    return rows.map(({ pid }) => pid);
  });
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
