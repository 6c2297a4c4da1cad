import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type SmallDisk = {
  readonly kind: 'disk' | 'limit';
  /** Starts a program that finds no more room than there is; see `startProgram`. */
  readonly launcher: readonly string[];
  remove(): Promise<void>;
};

/**
 * Room for one or two megabytes at `folder`: a disk of that size where we may mount one, else a limit on files that
 * fails their writes in the same place.
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
    // In blocks of 512 or 1024 bytes, which differs from shell to shell.
    const launcher = ['sh', '-c', 'ulimit -f 2048 && exec "$0" "$@"'];
    return { kind: 'limit', launcher, remove: () => Promise.resolve() };
  }
}
