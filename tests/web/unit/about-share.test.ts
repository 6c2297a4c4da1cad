import { expect, test } from '@jest/globals';
import { isAboutShare } from '../../../web/src/features/fairness/about-share.ts';

test.each([
  ['20 minutes of ten hours are about the share', 600, -20, true],
  ['21 minutes of ten hours are a difference', 600, 21, false],
  ['a quarter of half an hour is about the share', 32, 8, true],
  ['half of half an hour is a difference', 30, -15, false],
  ['nothing done of a small share is a difference', 5, -5, false],
  ['ten minutes without an expected share are a difference', 0, 10, false],
])(
  'isAboutShare judges a difference from the expected share: %s',
  (_, expectedMinutes, difference, isAbout) => {
    expect(isAboutShare({ expectedMinutes, difference })).toBe(isAbout);
  },
);
