import { existsSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';

/** A decorator at the beginning of a line: `@Id() householdId!: HouseholdId`. */
const DECORATOR = /^\s*@\w+\(/m;

const require = createRequire(import.meta.url);

/** Compiles decorators. Node's type stripping removes types, but cannot do that. */
function compile(source) {
  const ts = require('typescript');
  const compilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.ESNext,
    experimentalDecorators: true,
    useDefineForClassFields: false,
    verbatimModuleSyntax: true,
  };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}

/**
 * Lets plain Node run our TypeScript. Node itself removes the types; these hooks resolve `./x.js` to `./x.ts`
 * and compile decorators. Child processes, threads and Jest's global setup use them. ts-jest
 * compiles test files instead; see `jest/runtime.mjs`.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(source)) return nextResolve(source.href, context);
    }
    return nextResolve(specifier, context);
  },
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
    const source = readFileSync(new URL(url), 'utf8');
    if (!DECORATOR.test(source)) return nextLoad(url, context);
    return { format: 'module', source: compile(source), shortCircuit: true };
  },
});
