import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { ROUTES } from '../src/app/routes.ts';
import { compressFiles } from './compress.ts';
import { generateSources } from './generate.ts';
import { INPUTS_FILE, nameBuild, OUTPUT } from './fresh.ts';

/** Builds the client from `inputs` beside dist/web and puts it in place as a whole: a failed build changes nothing. */
export async function buildWeb(inputs: string): Promise<void> {
  const draft = `${OUTPUT}-${String(process.pid)}`;
  try {
    generateSources();
    const name = nameBuild();
    await build({
      configFile: path.resolve(import.meta.dirname, '../vite.config.ts'),
      logLevel: 'warn',
      define: { __WEB_BUILD__: JSON.stringify(name) },
      build: { outDir: draft, emptyOutDir: true },
    });
    await compressFiles(draft);
    await writeFile(path.join(draft, '.client.json'), JSON.stringify({ build: name, routes: ROUTES }));
    await writeFile(path.join(draft, INPUTS_FILE), inputs);
    await mkdir(path.dirname(OUTPUT), { recursive: true });
    await rm(OUTPUT, { recursive: true, force: true });
    await rename(draft, OUTPUT);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
