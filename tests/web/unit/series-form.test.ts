import { describe, expect, test } from '@jest/globals';
import { emptyWhen, startOn } from '../../../web/src/features/series/series-form.ts';

/** A Saturday, and a Friday. */
const [FROM, TO] = ['2026-11-21', '2026-11-27'] as const;

describe('startOn', () => {
  test('changes the parts of the rule that were derived from the first date', () => {
    expect(startOn(emptyWhen(FROM, ['08:00']), FROM, TO)).toEqual(emptyWhen(TO, ['08:00']));
  });

  test('keeps the parts of the rule that the user has chosen', () => {
    const chosen = { ...emptyWhen(FROM), days: ['mo', 'th'], monthDays: [1], nthDay: 'su' } as const;
    expect(startOn(chosen, FROM, TO)).toEqual(chosen);
  });
});
