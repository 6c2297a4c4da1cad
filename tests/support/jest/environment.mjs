import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** What jest and what it runs tests with keep in the global object for one file. */
const OF_JEST =
  /^(JEST_STATE_SYMBOL|EVENT_HANDLERS|TEST_TIMEOUT_SYMBOL|RETRY_\w+|WAIT_BEFORE_RETRY|LOG_ERRORS_BEFORE_RETRY)$/;

/** The world of Node itself, which all test files of a worker share; what a file leaves behind in it is taken away. */
export default class SharedEnvironment {
  global = globalThis;
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);
  #exit = process.exit;
  #console = globalThis.console;

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    process.exit = this.#exit;
    globalThis.console = this.#console;
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (OF_JEST.test(symbol.description ?? '')) delete globalThis[symbol];
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return globalThis;
  }
}
