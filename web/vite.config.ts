import path from 'node:path';
import { defineConfig } from 'vite';

const here = import.meta.dirname;

/** What the browsers of the law understand: Chrome and Edge 125, Safari 17.5, Firefox 128. */
export const TARGETS = ['chrome125', 'edge125', 'safari17.5', 'firefox128'];

const SERVICE = 'http://localhost:3000';
const SERVICE_PATHS = ['/v1', '/openapi.json', '/docs', '/health', '/oauth'];

export default defineConfig({
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
