import { constants, createContext } from 'node:vm';
import { ModernFakeTimers } from '@jest/fake-timers';
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';
import { ModuleMocker } from 'jest-mock';

/**
 * Classes that each context has of its own. Test files get those of the process instead, because modules of Node
 * return instances of them.
 */
const OF_THE_PROCESS = ['ArrayBuffer', 'Uint8Array'];

/**
 * Runs test files in Node's environment, but with an ordinary global object. In the context that
 * jest-environment-node creates, each use of a global such as `Math` or `JSON` goes through a proxy. That took
 * 100 times as long, and half of the CPU time of the domain tests.
 * See `vm.constants.DONT_CONTEXTIFY` in the documentation of Node.
 */
export default class PlainContextEnvironment extends NodeEnvironment {
  constructor(config, context) {
    super(config, context);
    const proxied = this.global;
    const plain = createContext(constants.DONT_CONTEXTIFY);
    for (const key of Reflect.ownKeys(proxied))
      if (!Object.hasOwn(plain, key) || OF_THE_PROCESS.includes(key)) copyOnFirstUse(plain, key, proxied);
    plain.global = plain;
    plain.Error.stackTraceLimit = proxied.Error.stackTraceLimit;
    this.context = plain;
    this.global = plain;
    this.moduleMocker = new ModuleMocker(plain);
    this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global: plain });
  }
}

/** Copies a property when it is first read, not earlier, because reading some globals makes Node load their code. */
function copyOnFirstUse(target, key, source) {
  const { enumerable } = Object.getOwnPropertyDescriptor(source, key);
  const define = (value) =>
    Object.defineProperty(target, key, { configurable: true, enumerable, writable: true, value });
  Object.defineProperty(target, key, {
    configurable: true,
    enumerable,
    get: () => define(source[key])[key],
    set: define,
  });
}
