import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { bootScript } from './build/classic.ts';
import { generateSources, MESSAGES_FOLDER } from './build/generate.ts';
import { licences } from './build/licences.ts';
import { TARGETS } from './build/targets.ts';

const here = import.meta.dirname;

const SERVICE = `http://localhost:${process.env['PORT'] ?? '3000'}`;
const SERVICE_PATHS = ['/v1', '/openapi.json', '/docs', '/health', '/oauth'];

/**
 * The order of the cascade layers, at the top of every style sheet, because the first one that is loaded
 * decides.
 */
const LAYERS = '@layer tokens,base,parts,features;';

const layersFirst: Plugin = {
  name: 'layers-first',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.fileName.endsWith('.css'))
        file.source =
          LAYERS + (typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source));
  },
};

const FIRST = 'first';

/**
 * Adds the comment `allFunctionsCalledOnLoad` to the script of the first page. Browsers that know this comment
 * compile all functions of the script while it is loading, so that compiling does not delay rendering. The first page
 * calls two thirds of them.
 */
const firstCompiledAtOnce: Plugin = {
  name: 'first-compiled-at-once',
  generateBundle: {
    // The comment only works on the first line, so it must be added after Vite's own line.
    order: 'post',
    handler(_, bundle) {
      const first = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === FIRST);
      if (first?.type !== 'chunk') throw new Error('there is no first script');
      first.code = `//# allFunctionsCalledOnLoad\n${first.code}`;
    },
  },
};

export default defineConfig({
  root: here,
  publicDir: path.join(here, 'public'),
  cacheDir: path.join(here, '../node_modules/.cache/vite'),
  plugins: [layersFirst, firstCompiledAtOnce, bootScript(), licences(), messages()],
  define: { __WEB_BUILD__: JSON.stringify('development') },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: TARGETS,
    cssTarget: TARGETS,
    assetsDir: 'assets',
    // No data URLs: they would be inline, which the content security policy forbids.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Puts all imports of the first page into one file. By default they would be split into many small files
    // that later pages share, which means more requests and worse compression.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: FIRST, tags: ['$initial'] }] } } },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(SERVICE_PATHS.map((prefix) => [prefix, { target: SERVICE }])),
  },
});

/** In development, compiles the messages again when they change. */
function messages(): Plugin {
  return {
    name: 'messages',
    apply: 'serve',
    buildStart: () => generateSources(),
    handleHotUpdate({ file, server }) {
      if (path.dirname(file) !== MESSAGES_FOLDER) return;
      try {
        generateSources();
      } catch (error) {
        server.config.logger.error((error as Error).message);
      }
    },
    configureServer({ watcher }) {
      watcher.add(MESSAGES_FOLDER);
    },
  };
}
