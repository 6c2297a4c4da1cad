import { existsSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TEST_TIMEOUT, useEnvironment } from './globals.mjs';

const require = createRequire(import.meta.url);

const GLOBALS = new URL('globals.mjs', import.meta.url).href;
const TYPESCRIPT = /\.tsx?$/;

/** The runtime of the test file that runs now. */
let current;
/** The source map of each compiled module, by the URL that stack traces name. */
const sourceMaps = new Map();
let filesRun = 0;

/**
 * Loads test files, and the modules that they import, with Node's own module loader. So each worker loads and
 * compiles a module once, and V8 optimises its code once. Jest's own runtime does both again for each test file,
 * which took more than a third of the CPU time of a run.
 *
 * Files that run in the same worker therefore share modules: a module must not keep anything that matters to the
 * next file, and `jest.mock` does not exist. `environment.mjs` restores what belongs to the process.
 *
 * A class like this is what Jest's option `runtime` expects. It has the methods that jest-runner and jest-circus
 * call.
 */
export default class NodeRuntime {
  #transformer;
  #coverageOptions;

  constructor(_config, environment, _resolver, transformer, _cache, coverageOptions) {
    this.#transformer = transformer;
    this.#coverageOptions = coverageOptions;
    current = this;
    useEnvironment(environment);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** Runs a test file or a setup file. Its URL is new each time, because Node runs a module only once. */
  async unstable_importModule(path) {
    filesRun += 1;
    await import(`${pathToFileURL(path).href}?${filesRun}`);
  }

  /**
   * Loads a new copy of jest-circus for each test file, because its module keeps the tests of a file. The two globals
   * belong to the copy of the last file.
   */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    delete globalThis[TEST_TIMEOUT];
    return require(path);
  }

  requireModule(path) {
    return require(path);
  }

  /** Compiles a file with ts-jest, or takes it from Jest's cache. */
  compile(url) {
    const path = fileURLToPath(url);
    const { code, sourceMapPath } = this.#transformer.transform(
      path,
      {
        ...this.#coverageOptions,
        supportsStaticESM: true,
        supportsDynamicImport: true,
        supportsTopLevelAwait: true,
      },
      readFileSync(path, 'utf8'),
    );
    if (sourceMapPath !== null) sourceMaps.set(url, sourceMapPath);
    return code;
  }

  getSourceMaps() {
    return sourceMaps;
  }

  getAllCoverageInfoCopy() {
    return structuredClone(globalThis.__coverage__);
  }

  // jest-circus reports its state to these. They need to do nothing here.
  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === '@jest/globals') return nextResolve(GLOBALS, context);
    const parent = context.parentURL?.split('?')[0] ?? '';
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && TYPESCRIPT.test(parent))
      for (const ending of ['.ts', '.tsx']) {
        const source = new URL(specifier.replace(/\.js$/, ending), parent);
        if (existsSync(source)) return nextResolve(source.href, context);
      }
    return nextResolve(specifier, context);
  },
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !TYPESCRIPT.test(url.split('?')[0])) return nextLoad(url, context);
    return { format: 'module', source: current.compile(url), shortCircuit: true };
  },
});
