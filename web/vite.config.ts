import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const here = import.meta.dirname;

/** What the browsers of the law understand: Chrome and Edge 125, Safari 17.5, Firefox 128. */
export const TARGETS = ['chrome125', 'edge125', 'safari17.5', 'firefox128'];

const SERVICE = 'http://localhost:3000';
const SERVICE_PATHS = ['/v1', '/openapi.json', '/docs', '/health', '/oauth'];

/** The order of the cascade's layers, in every file of styles: whichever of them comes first decides it for all. */
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

export default defineConfig({
  plugins: [layersFirst],
  root: here,
  publicDir: path.join(here, 'public'),
  cacheDir: path.join(here, '../node_modules/.cache/vite'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: TARGETS,
    cssTarget: TARGETS,
    assetsDir: 'assets',
    // Data addresses would be inline, and the size of a file is known only when it is one.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(SERVICE_PATHS.map((prefix) => [prefix, { target: SERVICE }])),
  },
});
