import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  BUDGET,
  findExcess,
  findHeavyPages,
  LATER_PAGE,
  weighFirstLoad,
  weighLaterPages,
} from '../../../web/build/first-load.ts';
import { listWorkerFiles } from '../../../web/build/worker-files.ts';

let folder: string;
/** The random bytes cannot be compressed, so the compressed size is known. */
const KILOBYTE = 1000;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'planner-build-'));
  for (const name of ['.vite', 'assets']) await mkdir(path.join(folder, name));
  const sizes = { 'main.js': 8, 'shared.js': 4, 'en.js': 2, 'fr.js': 2, 'today.js': 1, 'week.js': 16, 'boot.js': 1, 'main.css': 3, 'week.css': 9, 'face.woff2': 20, 'ext.woff2': 40 }; // oxfmt-ignore
  for (const [name, kilobytes] of Object.entries(sizes))
    await writeFile(path.join(folder, 'assets', name), randomBytes(kilobytes * KILOBYTE));
  const manifest = {
    'index.html': {
      file: 'assets/main.js',
      isEntry: true,
      imports: ['_shared.js'],
      css: ['assets/main.css'],
    },
    '_shared.js': { file: 'assets/shared.js', imports: ['index.html'] },
    'src/i18n/messages.en.gen.ts': { file: 'assets/en.js', isDynamicEntry: true },
    'src/i18n/messages.fr.gen.ts': { file: 'assets/fr.js', isDynamicEntry: true },
    'src/features/today/today.tsx': {
      file: 'assets/today.js',
      isDynamicEntry: true,
      imports: ['_shared.js'],
    },
    'src/features/week/week.tsx': { file: 'assets/week.js', isDynamicEntry: true, css: ['assets/week.css'] },
  };
  await writeFile(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  await writeFile(
    path.join(folder, 'index.html'),
    '<script src="/assets/boot.js"></script><link rel="preload" as="font" href="/assets/face.woff2">',
  );
  await writeFile(path.join(folder, 'assets/main.js.br'), '');
  await writeFile(path.join(folder, 'robots.txt'), '');
});
afterAll(() => rm(folder, { recursive: true }));

test('the size of the first load counts each import of the page, of one language and of Today once', () => {
  const { js, css, fonts } = weighFirstLoad(folder);
  expect(Math.round(js / KILOBYTE)).toBe(8 + 4 + 2 + 1 + 1);
  expect(Math.round(css / KILOBYTE)).toBe(3);
  expect(fonts).toBe(20 * KILOBYTE);
});

test('the check of the first load names the kinds of files that exceed the budget', () => {
  expect(findExcess(BUDGET)).toEqual([]);
  expect(findExcess({ ...BUDGET, js: BUDGET.js + 1 })).toEqual(['js 55001 bytes of 55000']);
  expect(findExcess({ js: 0, css: 10_001, fonts: 60_001 })).toHaveLength(2);
});

test('the size of a later page counts only the imports that the first load does not contain', () => {
  const pages = weighLaterPages(folder);
  expect([...pages.keys()]).toEqual(['src/i18n/messages.fr.gen.ts', 'src/features/week/week.tsx']);
  expect(Math.round((pages.get('src/features/week/week.tsx') ?? 0) / KILOBYTE)).toBe(16);
  expect(findHeavyPages(pages)).toEqual([
    expect.stringMatching(/^src\/features\/week\/week.tsx 16\d\d\d bytes of 15000$/),
  ]);
  expect(findHeavyPages(new Map([['a', LATER_PAGE]]))).toEqual([]);
});

test('the list of files for the service worker contains every file of the build except compressed versions', async () => {
  const files = await listWorkerFiles(folder);
  expect(files).toEqual([...files].sort());
  expect(files).toContain('/index.html');
  expect(files).toContain('/assets/week.js');
  expect(files).toHaveLength(12);
});
