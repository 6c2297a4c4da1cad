import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** The options with which Node, as a process or a thread, runs our TypeScript without Jest. */
export const RUN_TYPESCRIPT: readonly string[] = [
  ...['--disable-warning=ExperimentalWarning'],
  ...['--import', path.join(import.meta.dirname, 'typescript.mjs')],
];

/** Runs a TypeScript file as a process of its own until it ends, and returns what it prints. Fails if it fails. */
export async function runTypeScript(
  file: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...RUN_TYPESCRIPT, file, ...args], {
    env: { ...process.env, ...env },
  });
  return stdout + stderr;
}
