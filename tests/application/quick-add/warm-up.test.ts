import { expect, test } from '@jest/globals';
import { warmUpQuickAdd } from '../../../application/quick-add/warm-up.js';
import { parse } from '../../../domain/quick-add/parse.js';
import { household } from '../../domain/quick-add/household.js';
import { processorTime } from '../../support/processor-time.js';

test('warmUpQuickAdd compiles the grammars, so the first sentence after it takes far less processor time', () => {
  const start = processorTime(warmUpQuickAdd);
  const first = ['en', 'fr'].map((locale) =>
    processorTime(() => void parse('Gym 2026-12-04 18:00', household(locale))),
  );
  // Compiling a grammar takes more than ten times as long as reading a sentence.
  expect(Math.max(...first)).toBeLessThan(start / 3);
});
