import { createRequire } from 'node:module';
import { types } from 'node:util';
import vm from 'node:vm';
import JestRuntime from 'jest-runtime';

const load = createRequire(import.meta.url);
const IN_A_PACKAGE = /[\\/]node_modules[\\/]/;
const PARTS_OF_A_PROJECT = /^(\.|\/|node:|data:|file:|@jest\/globals$)/;

/** Path to module; null: it waits while it loads, and jest itself loads it. */
const packages = new Map();

/**
 * jest's runtime, with one difference: what comes from a package is loaded by Node, once a worker, instead of by jest
 * once a file, which took a third of the time of all tests. What is ours is loaded anew for each file as ever. Both
 * live in the world of Node, or one's `Error` would not be the other's. A file that begins with
 * `@jest-environment node` has its own world and its own packages.
 */
export default class SharedPackagesRuntime extends JestRuntime {
  constructor(...args) {
    super(...args);
    const [, { global }] = args;
    if (global !== globalThis) return;
    const { executor, esmLoader, _resolution: resolution } = this;
    esmLoader.getContext = () => undefined;
    executor.compile = (source, filename) =>
      vm.compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });

    const packageFor = (specifier, from) => {
      if (PARTS_OF_A_PROJECT.test(specifier) || resolution.isCoreModule(specifier)) return null;
      const path = resolution.resolveEsm(from, specifier);
      return IN_A_PACKAGE.test(path) ? sharedPackage(path) : null;
    };
    const { resolveSpecifierForSyncGraph, resolveModule } = esmLoader;
    esmLoader.resolveSpecifierForSyncGraph = function (from, specifier, context, scratch, ...more) {
      const module = packageFor(specifier, from);
      if (module === null)
        return resolveSpecifierForSyncGraph.call(this, from, specifier, context, scratch, ...more);
      const cacheKey = module.identifier;
      scratch.set(cacheKey, { cacheKey, kind: 'prelinked', module });
      return { cacheKey, enqueue: null, modulePath: cacheKey };
    };
    esmLoader.resolveModule = async function (specifier, from, context) {
      return packageFor(specifier, from) ?? resolveModule.call(this, specifier, from, context);
    };
  }
}

function sharedPackage(path) {
  if (!packages.has(path)) packages.set(path, loadPackage(path));
  return packages.get(path);
}

function loadPackage(path) {
  try {
    const exports = load(path);
    return moduleOf(
      path,
      types.isModuleNamespaceObject(exports) ? exports : { ...exports, default: exports },
    );
  } catch (error) {
    if (error.code === 'ERR_REQUIRE_ASYNC_MODULE') return null;
    throw error;
  }
}

function moduleOf(identifier, exports) {
  const names = Object.keys(exports);
  const module = new vm.SyntheticModule(
    names,
    function () {
      for (const name of names) this.setExport(name, exports[name]);
    },
    { identifier },
  );
  module.evaluate();
  return module;
}
