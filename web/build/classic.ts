import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'vite';

const SOURCES = path.resolve(import.meta.dirname, '../src');
const BOOT = path.join(SOURCES, 'boot.ts');
/** The address at which the development server serves the boot script. */
const BOOT_ADDRESS = '/@boot.js';

/**
 * Bundles one file and its imports as a classic script, for code that the browser does not run as a module.
 */
export async function bundleClassic(
  entry: string,
  { target, define = {} }: { target: string[]; define?: Record<string, string> },
): Promise<string> {
  const bundles = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target,
      minify: true,
      lib: { entry: path.join(SOURCES, entry), formats: ['iife'], name: 'unused' },
    },
  });
  const [chunk] = [bundles].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []));
  if (chunk?.type !== 'chunk') throw new Error(`${entry} made no script`);
  return chunk.code;
}

/**
 * The language version that the script is compiled to. It is old, because the script must run in old browsers
 * too: it tells their users that the browser is too old.
 */
const OLD = ['es2018'];
const WORDS = /\/messages\.(\w+)\.gen\.ts$/;

/**
 * Adds src/boot.ts to the page as its first script. It is a classic script, so it runs while the modules are
 * loading. It is a file, because the content security policy forbids inline scripts. The addresses of the
 * message files are attributes of its element.
 */
export function bootScript(): Plugin {
  let isBuild = false;
  let address = BOOT_ADDRESS;
  return {
    name: 'boot-script',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    async buildStart() {
      if (!isBuild || !existsSync(BOOT)) return;
      const code = await bundleClassic('boot.ts', { target: OLD });
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
      const fileName = `assets/boot-${hash}.js`;
      address = `/${fileName}`;
      this.emitFile({ type: 'asset', fileName, source: code });
    },
    configureServer({ middlewares }) {
      middlewares.use(BOOT_ADDRESS, (_request, response, next) => {
        bundleClassic('boot.ts', { target: OLD }).then(
          (code) => response.setHeader('Content-Type', 'text/javascript').end(code),
          next,
        );
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const words = Object.values(bundle).flatMap((file) => {
          const [, language] = WORDS.exec((file.type === 'chunk' && file.facadeModuleId) || '') ?? [];
          return language === undefined ? [] : [[`data-${language}`, `/${file.fileName}`] as const];
        });
        const attrs = { src: address, ...Object.fromEntries(words) };
        return existsSync(BOOT) ? [{ tag: 'script', attrs, injectTo: 'head-prepend' }] : [];
      },
    },
  };
}
