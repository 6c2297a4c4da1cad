import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { readWebBuild } from '../../adapters/http/web/web-client.js';
import { WEB_FOLDER } from '../compose-web.js';
import type { Config } from '../config/config.js';
import { ROOT_FOLDER } from '../version.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Checks that there is a web client to serve, and that it is newer than its sources if those exist. */
export async function checkWeb(
  { http }: Pick<Config, 'http'>,
  { built, sources }: { built: string; sources: string } = {
    built: WEB_FOLDER,
    sources: path.join(ROOT_FOLDER, 'web'),
  },
): Promise<Finding> {
  if (!http.webClient) return ok('web', `not served by this process; links lead to ${http.webBaseUrl}`);
  const build = await readWebBuild(built);
  if (build === null) return fail('web', `not found in ${built}`, 'run "npm run build"');
  const weight = `${Math.round(build.firstLoad.js / 1000)} KB of JavaScript for the first screen`;
  const changed = await lastChange(sources);
  if (changed === null) return ok('web', `build ${build.build}, ${weight}`);
  if (changed > (await stat(path.join(built, 'index.html'))).mtimeMs)
    return warn('web', 'its sources have changed since it was built', 'run "npm run build", then restart');
  return ok('web', `built from these sources, ${weight}`);
}

/**
 * Returns when a source file was last changed. Returns null if there are no sources, as in an image. Generated files
 * are ignored.
 */
async function lastChange(folder: string): Promise<number | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const times = entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.gen.'))
    .map(async (entry) => (await stat(path.join(entry.parentPath, entry.name))).mtimeMs);
  return times.length === 0 ? null : Math.max(...(await Promise.all(times)));
}
