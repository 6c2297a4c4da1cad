/*
 * This module takes the place of the package `@jest/globals`; see `runtime.mjs`. Jest creates `test`, `expect` and the
 * others again for each test file. A helper stays loaded for several files, so these functions look up the current ones
 * on every call.
 */

const fromJest = (name) =>
  new Proxy(() => undefined, {
    apply: (_target, self, args) => Reflect.apply(globalThis[name], self, args),
    get: (_target, key) => globalThis[name][key],
  });

export const afterAll = fromJest('afterAll');
export const afterEach = fromJest('afterEach');
export const beforeAll = fromJest('beforeAll');
export const beforeEach = fromJest('beforeEach');
export const describe = fromJest('describe');
export const expect = fromJest('expect');
export const it = fromJest('it');
export const test = fromJest('test');

let environment;

/** Tells this module which instance of the class in `environment.mjs` belongs to the file that runs now. */
export const useEnvironment = (current) => void (environment = current);

const mocks =
  (method) =>
  (...args) =>
    environment.moduleMocker[method](...args);
const timers =
  (method) =>
  (...args) =>
    environment.fakeTimersModern[method](...args);

export const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** The functions of Jest that tests use. To use another one, add it. */
export const jest = {
  fn: mocks('fn'),
  spyOn: mocks('spyOn'),
  restoreAllMocks: mocks('restoreAllMocks'),
  /** Never replaces `process.nextTick` and `queueMicrotask`, which Node's own streams and sockets use. */
  useFakeTimers: ({ doNotFake = [], ...options } = {}) =>
    environment.fakeTimersModern.useFakeTimers({
      ...options,
      doNotFake: [...doNotFake, 'nextTick', 'queueMicrotask'],
    }),
  useRealTimers: timers('useRealTimers'),
  advanceTimersByTime: timers('advanceTimersByTime'),
  advanceTimersByTimeAsync: timers('advanceTimersByTimeAsync'),
  clearAllTimers: timers('clearAllTimers'),
  getTimerCount: timers('getTimerCount'),
  /** Sets the limit of each test of the file. jest-circus reads it from this global. */
  setTimeout: (milliseconds) => void (globalThis[TEST_TIMEOUT] = milliseconds),
};
