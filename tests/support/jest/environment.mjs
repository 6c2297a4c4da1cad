import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

// Each test file ends with this state, which the worker had before its first file.
const globals = Object.getOwnPropertyDescriptors(globalThis);
const variables = { ...process.env };
const { exit } = process;

/**
 * Runs test files in the process of the worker, without a separate V8 context (`node:vm`); see `runtime.mjs`. After each
 * file it restores timers, spied functions, the globals of Node and environment variables. A test that adds a global
 * removes it itself. Listeners of the process, its working folder and `expect.extend` are not restored.
 */
export default class ProcessEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.useRealTimers();
    this.moduleMocker.restoreAllMocks();
    Object.defineProperties(globalThis, globals);
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
    // Jest replaces `process.exit` for each file.
    process.exit = exit;
  }

  /** Jest requires this method. The runtime needs no context. */
  getVmContext() {
    return null;
  }
}
