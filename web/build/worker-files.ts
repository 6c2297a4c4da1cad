import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleClassic } from './classic.ts';

const WORKER = 'worker/sw.ts';

/** The client does not use these files, so the service worker does not cache them. */
const NOT_KEPT = ['/licences.txt', '/robots.txt'];

/**
 * Writes the service worker sw.js into `folder`. It contains the list of {@link listWorkerFiles}, so that an open tab
 * keeps all files of its own version. Does nothing if the client has no service worker.
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

/**
 * Returns the addresses of the built files that the client uses, in the same order on every machine. Compressed
 * copies and hidden files are left out.
 */
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
