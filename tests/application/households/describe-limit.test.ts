import { describe, expect, test } from '@jest/globals';
import { describeLimit } from '../../../application/households/describe-limit.js';
import { ACCOUNT_LIMITS, HOUSEHOLD_LIMITS } from '../../../domain/limits/limits.js';

describe('describeLimit', () => {
  test.each([
    ['openSeries', HOUSEHOLD_LIMITS.openSeries, '500 open series'],
    ['openOccurrences', HOUSEHOLD_LIMITS.openOccurrences, '50,000 open occurrences'],
    ['textBytes', HOUSEHOLD_LIMITS.textBytes, '64 MB of titles, notes and checklists of open occurrences'],
    ['openSeries', ACCOUNT_LIMITS.openSeries, '2,500 open series'],
    ['attachmentBytes', ACCOUNT_LIMITS.attachmentBytes, '1,000 MB of files'],
  ] as const)('returns the limit %s of %d in words', (limit, most, expected) => {
    expect(describeLimit(limit, most)).toBe(expected);
  });
});
