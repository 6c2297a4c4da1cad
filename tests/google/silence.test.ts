import path from 'node:path';
import { expect, test } from '@jest/globals';
import { runTypeScript } from '../support/typescript-program.js';

/**
 * Runs `google-requests.ts` with the debugging of Google's library switched on, and returns what it prints. It is a process
 * of its own, because the library reads the switch only once.
 */
const printedBy = (sender: 'adapters' | 'library') =>
  runTypeScript(path.join(import.meta.dirname, 'google-requests.ts'), [sender], {
    GOOGLE_SDK_NODE_LOGGING: '*',
  });

test('adapters keep the Google library from printing requests and answers, even if its debugging is switched on', async () => {
  expect(await printedBy('adapters')).toBe('');
});

test('the Google library prints requests with their tokens if its debugging is switched on', async () => {
  expect(await printedBy('library')).toContain('ya29.');
});
