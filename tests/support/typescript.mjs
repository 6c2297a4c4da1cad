import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * Lets plain Node run our TypeScript: its own type stripping does the rest, but it does not know that
 * `./x.js` is written in `./x.ts`. For child processes and jest's global setup; tests go through
 * `jest/typescript-transform.mjs`.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(source)) return nextResolve(source.href, context);
    }
    return nextResolve(specifier, context);
  },
});
