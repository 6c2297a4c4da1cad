import { expect, test } from '@jest/globals';
import { isAboutShare } from '../../../web/src/features/fairness/about-share.ts';

test.each([
  ['20 minutes of ten hours', 600, -20, true],
  ['21 minutes of ten hours', 600, 21, false],
  ['a quarter of half an hour', 32, 8, true],
  ['half of half an hour', 30, -15, false],
  ['nothing done of a small share', 5, -5, false],
  ['ten minutes where nothing was expected', 0, 10, false],
])('%s', (_, expectedMinutes, difference, isAbout) => {
  expect(isAboutShare({ expectedMinutes, difference })).toBe(isAbout);
});
