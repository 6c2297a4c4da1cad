import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** What a browser loads before the first row, in bytes: scripts and styles as they travel. */
export type FirstLoad = { readonly js: number; readonly css: number; readonly fonts: number };

/** More of it than this is told by the build and refused by the tests. */
export const BUDGET: FirstLoad = { js: 50_000, css: 10_000, fonts: 60_000 };

type Chunk = {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};

/** Loaded by the first screen although nothing imports them at once: one language, and today. */
const FIRST_SCREEN = [/(^|\/)i18n\/messages\.en\.gen\.ts$/, /(^|\/)features\/today\/[^/]+$/];

/** Weighs what was built into `folder`, by the manifest and the page. */
export function weighFirstLoad(folder: string): FirstLoad {
  const read = (file: string) => readFileSync(path.join(folder, file));
  const manifest = JSON.parse(read('.vite/manifest.json').toString()) as Record<string, Chunk>;
  const needed = new Set<Chunk>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined || needed.has(chunk)) return;
    needed.add(chunk);
    chunk.imports?.forEach(add);
  };
  for (const [key, { isEntry, isDynamicEntry }] of Object.entries(manifest))
    if (isEntry || (isDynamicEntry && FIRST_SCREEN.some((pattern) => pattern.test(key)))) add(key);
  const page = read('index.html').toString();
  const classic = [...page.matchAll(/<script[^>]* src="\/([^"]+\.js)"/g)].map(([, file]) => file ?? '');
  const preloaded = [...page.matchAll(/<link[^>]* href="\/([^"]+\.woff2)"/g)].map(([, file]) => file ?? '');
  const linked = [...page.matchAll(/<link[^>]* href="\/([^"]+\.css)"/g)].map(([, file]) => file ?? '');
  const chunks = [...needed];
  const gzipped = (file: string) => gzipSync(read(file), { level: 9 }).length;
  return {
    js: sum(new Set([...chunks.map(({ file }) => file), ...classic]), gzipped),
    css: sum(new Set([...chunks.flatMap(({ css = [] }) => css), ...linked]), gzipped),
    fonts: sum(new Set(preloaded), (file) => read(file).length),
  };
}

/** What is too heavy, in words; nothing where all is well. */
export function findExcess(weight: FirstLoad, budget: FirstLoad = BUDGET): string[] {
  return (['js', 'css', 'fonts'] as const)
    .filter((kind) => weight[kind] > budget[kind])
    .map((kind) => `${kind} ${String(weight[kind])} bytes of ${String(budget[kind])}`);
}

const sum = (files: ReadonlySet<string>, weigh: (file: string) => number): number =>
  [...files].reduce((total, file) => total + weigh(file), 0);
