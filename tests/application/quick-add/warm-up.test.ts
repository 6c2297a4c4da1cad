import path from 'node:path';
import { expect, test } from '@jest/globals';
import { runTypeScript } from '../../support/typescript-program.js';

test('warmUpQuickAdd compiles the grammars, so the first sentence after it takes far less processor time', async () => {
  // A process of its own, because other tests may have compiled the grammars in this one.
  const printed = await runTypeScript(path.join(import.meta.dirname, 'time-of-warm-up.ts'));
  const { warmUp, sentences } = JSON.parse(printed) as { warmUp: number; sentences: number[] };
  // Compiling a grammar takes more than ten times as long as reading a sentence.
  expect(Math.max(...sentences)).toBeLessThan(warmUp / 3);
});
