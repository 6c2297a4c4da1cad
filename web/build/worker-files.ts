import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleClassic } from './classic.ts';

const WORKER = 'worker/sw.ts';

/** Read by people and robots, not by the client. */
const NOT_KEPT = ['/licences.txt', '/robots.txt'];

/**
 * Writes sw.js into `folder`, which knows by name every file that was built into it: an open tab keeps its own version
 * whole. There is none while the client has none.
 */
export async function writeWorker(
  folder: string,
  { build, target }: { build: string; target: string[] },
): Promise<void> {
  if (!existsSync(path.resolve(import.meta.dirname, '../src', WORKER))) return;
  const files = await listWorkerFiles(folder);
  const define = { __FILES__: JSON.stringify(files), __WEB_BUILD__: JSON.stringify(build) };
  await writeFile(path.join(folder, 'sw.js'), await bundleClassic(WORKER, { target, define }));
}

/** The addresses of what was built, in one order everywhere. */
export async function listWorkerFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !/(^|\/)\./.test(name) && !/\.(br|gz)$/.test(name))
    .map((name) => `/${name}`)
    .filter((address) => !NOT_KEPT.includes(address))
    .sort();
}
