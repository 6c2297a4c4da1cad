import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { LogFields, Logger } from '../../application/shared/ports.js';
import { Shutdown } from '../../bootstrap/shutdown.js';

class RecordingLogger implements Logger {
  readonly events: (readonly [level: string, message: string, fields: LogFields | undefined])[] = [];
  debug = (message: string, fields?: LogFields) => void this.events.push(['debug', message, fields]);
  info = (message: string, fields?: LogFields) => void this.events.push(['info', message, fields]);
  warn = (message: string, fields?: LogFields) => void this.events.push(['warn', message, fields]);
  error = (message: string, fields?: LogFields) => void this.events.push(['error', message, fields]);
  child = () => this;
}

let logger: RecordingLogger;
let exits: number[];
let order: string[];
let shutdown: Shutdown;
beforeEach(() => {
  jest.useFakeTimers();
  logger = new RecordingLogger();
  exits = [];
  order = [];
  shutdown = new Shutdown({ logger, exit: (code) => exits.push(code) });
});
afterEach(() => {
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

/** Adds a step that records its start and end and takes `takesMs`. */
function add(name: string, limitMs: number, takesMs = 0): void {
  shutdown.add({
    name,
    limitMs,
    run: async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, takesMs));
      order.push(`${name} ends`);
    },
  });
}

const failedSteps = () =>
  logger.events.filter(([level]) => level === 'error').map(([, , fields]) => fields?.['step']);

describe('shutdown', () => {
  test('runs the steps in order and exits with 0', async () => {
    add('streams', 1_000, 200);
    add('requests', 5_000, 3_000);
    add('pool', 2_000);
    const done = shutdown.begin('test');
    await jest.advanceTimersByTimeAsync(3_100);
    expect(exits).toEqual([]);
    await jest.advanceTimersByTimeAsync(200);
    await done;
    expect(order).toEqual([
      ...['streams begins', 'streams ends', 'requests begins', 'requests ends', 'pool begins', 'pool ends'],
    ]);
    expect(exits).toEqual([0]);
  });

  test('stops waiting for a step at its time limit and exits with 1', async () => {
    add('requests', 5_000, 60_000);
    add('pool', 2_000);
    const done = shutdown.begin('test');
    await jest.advanceTimersByTimeAsync(5_001);
    await done;
    expect(order).toEqual(['requests begins', 'pool begins', 'pool ends']);
    expect(failedSteps()).toEqual(['requests']);
    expect(exits).toEqual([1]);
    jest.clearAllTimers();
  });

  test.each([
    ['rejects', () => Promise.reject(new Error('no'))],
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
  ])('continues after a step that %s, and exits with 1', async (_how, run) => {
    shutdown.add({ name: 'broken', limitMs: 1_000, run });
    add('pool', 1_000);
    const done = shutdown.begin('test');
    await jest.advanceTimersByTimeAsync(1);
    await done;
    expect(order).toEqual(['pool begins', 'pool ends']);
    expect(failedSteps()).toEqual(['broken']);
    expect(exits).toEqual([1]);
  });

  test('ends within the deadline even if a step hangs', async () => {
    add('one', 4_000, 60_000);
    add('two', 6_000, 60_000);
    const done = shutdown.begin('test');
    await jest.advanceTimersByTimeAsync(10_000);
    await done;
    expect(exits).toEqual([1]);
    jest.clearAllTimers();
  });

  test('rejects steps whose limits exceed the deadline', () => {
    add('one', 9_000);
    expect(() => add('two', 1_001)).toThrow(
      'Shutdown step "two" exceeds the deadline: the steps take up to 10001 of 10000 ms',
    );
  });

  test('runs once even if it is requested several times', async () => {
    add('pool', 1_000);
    const asked = [shutdown.begin('one'), shutdown.begin('two')];
    await jest.advanceTimersByTimeAsync(1);
    await Promise.all(asked);
    expect(order).toEqual(['pool begins', 'pool ends']);
    expect(exits).toEqual([0]);
  });
});

describe('a signal', () => {
  test.each(['SIGTERM', 'SIGINT'])('%s begins the shutdown and is logged', async (signal) => {
    const process = new EventEmitter();
    shutdown.listenTo(process);
    add('pool', 1_000);
    process.emit(signal);
    await jest.advanceTimersByTimeAsync(1);
    expect(logger.events[0]).toEqual(['info', 'shutting down', { reason: signal }]);
    expect(exits).toEqual([0]);
  });

  test('that arrives twice within a moment counts once', async () => {
    const process = new EventEmitter();
    shutdown.listenTo(process);
    add('requests', 5_000, 1_000);
    process.emit('SIGINT');
    await jest.advanceTimersByTimeAsync(20);
    process.emit('SIGINT');
    expect(exits).toEqual([]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(exits).toEqual([0]);
  });

  test('that is repeated later exits immediately', async () => {
    const process = new EventEmitter();
    shutdown.listenTo(process);
    add('requests', 5_000, 4_000);
    process.emit('SIGTERM');
    await jest.advanceTimersByTimeAsync(600);
    process.emit('SIGINT');
    expect(exits).toEqual([1]);
    await jest.advanceTimersByTimeAsync(4_000);
  });
});
