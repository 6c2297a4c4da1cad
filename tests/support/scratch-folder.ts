import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** A migrated database takes 8 MB, and a container often has 64 MB there in all. */
const ENOUGH_BYTES = 2 * 1024 ** 3;

/** The variable with the folder of this run, below which its databases lie. */
export const RUN_SCRATCH = 'TEST_RUN_SCRATCH';

/** Where databases of tests go: into memory where there is plenty, which makes copying one ten times faster. */
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
