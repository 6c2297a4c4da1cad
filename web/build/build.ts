import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { ROUTES } from '../src/app/routes.ts';
import { compressFiles } from './compress.ts';
import { findExcess, findHeavyPages, weighFirstLoad, weighLaterPages } from './first-load.ts';
import { INPUTS_FILE, nameBuild, OUTPUT } from './inputs.ts';
import { generateSources } from './generate.ts';
import { TARGETS } from './targets.ts';
import { writeWorker } from './worker-files.ts';

/**
 * Builds the client into a temporary folder and then moves it to dist/web, so that a failed build keeps the old
 * client.
 *
 * @param inputs the hash of the inputs, which is stored with the client
 * @throws Error if the first load or a later page is too heavy
 */
export async function buildWeb(inputs: string): Promise<void> {
  const draft = `${OUTPUT}-${String(process.pid)}`;
  const former = `${draft}-former`;
  // Vite takes the mode of the build from NODE_ENV. Tests set NODE_ENV to another value, but the client must always
  // be built for production.
  process.env['NODE_ENV'] = 'production';
  try {
    generateSources();
    const name = nameBuild();
    await build({
      configFile: path.resolve(import.meta.dirname, '../vite.config.ts'),
      logLevel: 'warn',
      define: { __WEB_BUILD__: JSON.stringify(name) },
      build: { outDir: draft, emptyOutDir: true },
    });
    await writeWorker(draft, { build: name, target: TARGETS });
    const firstLoad = weighFirstLoad(draft);
    const excess = [...findExcess(firstLoad), ...findHeavyPages(weighLaterPages(draft))];
    if (excess.length > 0) throw new Error(`the web client is too heavy: ${excess.join('; ')}`);
    await compressFiles(draft);
    // The service reads `.client.json` in adapters/http/web.
    await writeFile(
      path.join(draft, '.client.json'),
      JSON.stringify({ build: name, routes: ROUTES, firstLoad }),
    );
    await writeFile(path.join(draft, INPUTS_FILE), inputs);
    await mkdir(path.dirname(OUTPUT), { recursive: true });
    if (existsSync(OUTPUT)) await rename(OUTPUT, former);
    await rename(draft, OUTPUT);
  } finally {
    await Promise.all([draft, former].map((folder) => rm(folder, { recursive: true, force: true })));
  }
}
