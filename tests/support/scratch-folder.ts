import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/**
 * The minimum free space. A migrated database takes 8 MB, and containers often have only 64 MB in this
 * folder.
 */
const ENOUGH_BYTES = 2 * 1024 ** 3;

/** The environment variable with the folder of this run that contains its databases. */
export const RUN_SCRATCH = 'TEST_RUN_SCRATCH';

/**
 * Returns the folder for the databases of tests. It is in memory if there is enough, which makes copying a
 * database ten times faster.
 */
export async function scratchFolder(): Promise<string> {
  const ofRun = process.env[RUN_SCRATCH];
  if (ofRun !== undefined) return ofRun;
  try {
    const { bavail, bsize } = await statfs(IN_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : tmpdir();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return tmpdir();
    throw error;
  }
}
