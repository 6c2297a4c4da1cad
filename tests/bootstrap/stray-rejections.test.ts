import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { expect, test } from '@jest/globals';
import { surviveStrayRejections } from '../../bootstrap/main.js';
import { RecordingLogger } from '../support/recording-logger.js';
import { within } from '../support/until.js';

test('surviveStrayRejections logs an unhandled rejection with its error', () => {
  const process = new EventEmitter();
  const logger = new RecordingLogger();
  surviveStrayRejections(process, logger);
  const error = new Error('surprise');
  process.emit('unhandledRejection', error);
  expect(logger.events('error')).toEqual([expect.objectContaining({ error })]);
});

test('an unhandled rejection ends the process if there is no listener', async () => {
  const child = spawn(
    process.execPath,
    ['-e', 'Promise.reject(new Error("x")); setTimeout(() => {}, 1000)'],
    {
      stdio: 'ignore',
    },
  );
  const [code] = await within(once(child, 'exit'), 'the process has ended');
  expect(code).not.toBe(0);
});
