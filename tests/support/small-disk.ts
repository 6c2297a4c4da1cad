import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type SmallDisk = {
  readonly kind: 'disk' | 'limit';
  /** Runs a program with no more disk space than this; see `startProgram`. */
  readonly launcher: readonly string[];
  remove(): Promise<void>;
};

/**
 * Limits the space in `folder` to one or two megabytes. Mounts a disk of that size if the user may do so.
 * Otherwise limits the size of files, which makes the same writes fail.
 */
export async function smallDisk(folder: string): Promise<SmallDisk> {
  await mkdir(folder, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0700', 'tmpfs', folder]);
    const remove = async () => {
      await run('umount', [folder]);
    };
    return { kind: 'disk', launcher: [], remove };
  } catch {
    // The limit is in blocks. A block is 512 or 1024 bytes, depending on the shell.
    const launcher = ['sh', '-c', 'ulimit -f 2048 && exec "$0" "$@"'];
    return { kind: 'limit', launcher, remove: () => Promise.resolve() };
  }
}
