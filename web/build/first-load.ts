import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * The size of what a browser loads before the first row is shown, in bytes: scripts and styles compressed
 * with gzip, fonts as they are.
 */
export type FirstLoad = { readonly js: number; readonly css: number; readonly fonts: number };

/** The build fails if the first load is larger than this. */
export const BUDGET: FirstLoad = { js: 55_000, css: 10_000, fonts: 60_000 };

/** The limit for the scripts that a later page loads in addition to those of the first load, in bytes after gzip. */
export const LATER_PAGE = 15_000;

type Chunk = {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};

/** Matches the dynamic imports that the first screen needs: the messages of one language, and the Today page. */
const FIRST_SCREEN = [/(^|\/)i18n\/messages\.en\.gen\.ts$/, /(^|\/)features\/today\/[^/]+$/];

/** Measures the first load of the build in `folder`, using its manifest and index.html. */
export function weighFirstLoad(folder: string): FirstLoad {
  const { js, css, fonts } = listFirst(folder, readManifest(folder));
  return {
    js: sum(js, (file) => weighGzipped(folder, file)),
    css: sum(css, (file) => weighGzipped(folder, file)),
    fonts: sum(fonts, (file) => readFileSync(path.join(folder, file)).length),
  };
}

/**
 * Returns how many bytes (after gzip) of scripts each later page loads in addition to the first load, by the source
 * file of the page.
 */
export function weighLaterPages(folder: string): ReadonlyMap<string, number> {
  const manifest = readManifest(folder);
  const first = listFirst(folder, manifest).js;
  const later = Object.entries(manifest).filter(
    ([, chunk]) => chunk.isDynamicEntry && !first.has(chunk.file),
  );
  return new Map(
    later.map(([key]) => {
      const own = withImports(manifest, [key]).filter(({ file }) => !first.has(file));
      return [key, sum(new Set(own.map(({ file }) => file)), (file) => weighGzipped(folder, file))];
    }),
  );
}

/** Describes the later pages that exceed the limit. */
export const findHeavyPages = (weights: ReadonlyMap<string, number>): string[] =>
  [...weights]
    .filter(([, bytes]) => bytes > LATER_PAGE)
    .map(([page, bytes]) => `${page} ${String(bytes)} bytes of ${String(LATER_PAGE)}`);

/** Describes the parts of the first load that exceed the budget. Empty if none does. */
export function findExcess(weight: FirstLoad, budget: FirstLoad = BUDGET): string[] {
  return (['js', 'css', 'fonts'] as const)
    .filter((kind) => weight[kind] > budget[kind])
    .map((kind) => `${kind} ${String(weight[kind])} bytes of ${String(budget[kind])}`);
}

type Manifest = Readonly<Record<string, Chunk>>;

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;

/**
 * Returns the files that the first screen needs. Files that index.html names may be missing in the manifest.
 */
function listFirst(folder: string, manifest: Manifest): Record<keyof FirstLoad, ReadonlySet<string>> {
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const named = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, file]) => file ?? '');
  const entries = Object.entries(manifest).filter(
    ([key, { isEntry, isDynamicEntry }]) =>
      isEntry || (isDynamicEntry && FIRST_SCREEN.some((pattern) => pattern.test(key))),
  );
  const chunks = withImports(
    manifest,
    entries.map(([key]) => key),
  );
  return {
    js: new Set([...chunks.map(({ file }) => file), ...named(/<script[^>]* src="\/([^"]+\.js)"/g)]),
    css: new Set([...chunks.flatMap(({ css = [] }) => css), ...named(/<link[^>]* href="\/([^"]+\.css)"/g)]),
    fonts: new Set(named(/<link[^>]* href="\/([^"]+\.woff2)"/g)),
  };
}

function withImports(manifest: Manifest, keys: readonly string[]): Chunk[] {
  const found = new Set<Chunk>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined || found.has(chunk)) return;
    found.add(chunk);
    chunk.imports?.forEach(add);
  };
  keys.forEach(add);
  return [...found];
}

const weighGzipped = (folder: string, file: string): number =>
  gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length;

const sum = (files: ReadonlySet<string>, weigh: (file: string) => number): number =>
  [...files].reduce((total, file) => total + weigh(file), 0);
