import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readWebClient, type WebClient } from '../../adapters/http/web/web-client.js';
import { compressFiles } from '../../web/build/compress.js';
import { ROUTES } from '../../web/src/app/routes.js';

/** The files of a small web client that was not built. Some are long enough to be compressed. */
export const WEB_FILES = {
  'index.html': `<!doctype html><title>Home</title>${'<p>page</p>'.repeat(200)}`,
  'assets/index-AbCd1234.js': `const code = 1;\n${'// of it\n'.repeat(200)}`,
  'assets/face-AbCd1234.woff2': 'a font',
  'sw.js': '// worker',
  'manifest.webmanifest': '{}',
  'robots.txt': 'User-agent: *',
  '.secret': 'not to be seen',
};

/**
 * Returns a web client with the real routes and these files. The files are compressed and read in the same
 * way as those of a real build.
 */
export async function aWebClient(): Promise<WebClient> {
  const folder = await mkdtemp(path.join(tmpdir(), 'planner-web-'));
  await mkdir(path.join(folder, 'assets'));
  const description = JSON.stringify({
    build: 'b1',
    routes: ROUTES,
    firstLoad: { js: 0, css: 0, fonts: 0 },
  });
  for (const [name, text] of Object.entries({ ...WEB_FILES, '.client.json': description }))
    await writeFile(path.join(folder, name), text);
  await compressFiles(folder);
  const client = await readWebClient(folder);
  await rm(folder, { recursive: true });
  if (client === null) throw new Error('nothing was written');
  return client;
}
