import { existsSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TEST_TIMEOUT, useEnvironment } from './globals.mjs';

const require = createRequire(import.meta.url);

const GLOBALS = new URL('globals.mjs', import.meta.url).href;
const TYPESCRIPT = /\.tsx?$/;

/** The runtime of the test file that runs now. */
let currentRuntime;
/** The source map of each compiled module, by the URL that stack traces name. */
const sourceMaps = new Map();
let importCount = 0;

/**
 * Loads test files, and the modules that they import, with Node's own module loader. So each worker loads a module once,
 * and V8 compiles and optimises its code once. Jest's own runtime does that again for each test file, which took more than
 * a third of the CPU time of a run.
 *
 * Files that run in the same worker therefore share modules. A module must not keep state that changes the result of
 * another file, and `jest.mock` does not exist. A test that needs modules of its own imports them with `?own` at the end:
 * this loads new copies of the module and of all our modules that it imports. `environment.mjs` restores the state of the
 * process.
 *
 * Jest's option `runtime` expects a class with these methods. jest-runner and jest-circus call them.
 */
export default class NodeRuntime {
  #transformer;
  #coverageOptions;

  constructor(_config, environment, _resolver, transformer, _cache, coverageOptions) {
    this.#transformer = transformer;
    this.#coverageOptions = coverageOptions;
    currentRuntime = this;
    useEnvironment(environment);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** Runs a test file or a setup file. Its URL is new each time, because Node runs a module only once. */
  async unstable_importModule(path) {
    importCount += 1;
    await import(`${pathToFileURL(path).href}?${importCount}`);
  }

  /**
   * Loads a new copy of jest-circus for each test file, because its module keeps the tests of the previous file. Deletes
   * two globals that belong to the previous file: the event handlers of the copy, and the time limit of tests.
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

  // Jest's own runtime needs these to prepare the context of a test file and to clean it up. This runtime has no such context.
  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === '@jest/globals') return nextResolve(GLOBALS, context);
    const [parent = '', query] = context.parentURL?.split('?') ?? [];
    if (/^\.{1,2}\//.test(specifier) && TYPESCRIPT.test(parent)) {
      const { href } = new URL(specifier, parent);
      const source = ['.ts', '.tsx']
        .map((ending) => href.replace(/\.js$/, ending))
        .find((url) => TYPESCRIPT.test(url) && existsSync(new URL(url)));
      if (source !== undefined) return nextResolve(query === 'own' ? `${source}?own` : source, context);
    }
    return nextResolve(specifier, context);
  },
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !TYPESCRIPT.test(url.split('?')[0])) return nextLoad(url, context);
    return { format: 'module', source: currentRuntime.compile(url), shortCircuit: true };
  },
});
