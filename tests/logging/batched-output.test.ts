import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { BatchedOutput } from '../../adapters/logging/batched-output.js';
import { createLogger } from '../../adapters/logging/winston-logger.js';

function outputTo(written: string[]) {
  const process = new EventEmitter();
  const sink = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      written.push(text);
      done();
    },
  });
  return { process, output: new BatchedOutput(sink, process) };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('batched output writes the lines of a few milliseconds together and in order', () => {
  const written: string[] = [];
  const { output } = outputTo(written);
  output.write('one\n');
  jest.advanceTimersByTime(9);
  output.write('two\n');
  expect(written).toEqual([]);
  jest.advanceTimersByTime(1);
  output.write('three\n');
  jest.advanceTimersByTime(10);
  expect(written).toEqual(['one\ntwo\n', 'three\n']);
});

test('batched output writes the remaining lines once when the process exits', () => {
  const written: string[] = [];
  const { process, output } = outputTo(written);
  output.write('last words\n');
  process.emit('exit', 1);
  expect(written).toEqual(['last words\n']);
  jest.advanceTimersByTime(10);
  expect(written).toEqual(['last words\n']);
});

test('batched output writes pieces that are small enough not to be mixed in a shared pipe', () => {
  const written: string[] = [];
  const { output } = outputTo(written);
  const line = `${'x'.repeat(999)}\n`;
  for (let i = 0; i < 5; i++) output.write(line);
  expect(written).toEqual([line.repeat(4)]);
  jest.advanceTimersByTime(10);
  expect(written).toEqual([line.repeat(4), line]);
});

test.each(['warn', 'error'] as const)(
  'batched output is flushed, in order, by a log line of the level %s',
  (level) => {
    const written: string[] = [];
    const logger = createLogger({ level: 'info', format: 'pretty', output: outputTo(written).output });
    logger.info('request');
    expect(written).toEqual([]);
    logger.child({ job: 7 })[level]('lost');
    expect(written).toEqual([expect.stringMatching(/request\n.*lost job=7\n$/)]);
  },
);
