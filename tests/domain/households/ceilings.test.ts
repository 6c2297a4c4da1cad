import { describe, expect, test } from '@jest/globals';
import {
  CEILINGS,
  countHoldings,
  NOTHING_HELD,
  passedCeiling,
  type Holdings,
} from '../../../domain/households/ceilings.js';
import type { HouseholdId, UserId } from '../../../domain/shared/ids.js';
import { anOccurrence } from '../../builders/occurrence.js';

const NAMES = Object.keys(CEILINGS) as (keyof Holdings)[];

describe.each(NAMES)('the ceiling of %s', (name) => {
  const growth = { ...NOTHING_HELD, [name]: 2 };
  test('may be reached and not passed', () => {
    expect(passedCeiling({ ...NOTHING_HELD, [name]: CEILINGS[name] - 2 }, growth)).toBeNull();
    expect(passedCeiling({ ...NOTHING_HELD, [name]: CEILINGS[name] - 1 }, growth)).toBe(name);
  });
  test('stops nothing else', () => {
    const beyond = { ...NOTHING_HELD, [name]: CEILINGS[name] + 1 };
    expect(passedCeiling(beyond, NOTHING_HELD)).toBeNull();
    for (const other of NAMES.filter((one) => one !== name))
      expect(passedCeiling(beyond, { ...NOTHING_HELD, [other]: 1 })).toBeNull();
  });
});

test('what is open counts, and its text in bytes', () => {
  const householdId = 'home' as HouseholdId;
  const of = { householdId, createdBy: 'ana' as UserId };
  const open = anOccurrence({ ...of, title: 'Bücher', notes: 'né' });
  const done = anOccurrence({ ...of, status: 'SKIPPED' });
  const deleted = anOccurrence({ ...of, deletedAt: 1 });
  expect(
    countHoldings(
      [open, done, deleted],
      [
        { householdId, endedAt: null },
        { householdId, endedAt: 1 },
      ],
    ),
  ).toEqual(new Map([[householdId, { ...NOTHING_HELD, openSeries: 1, openOccurrences: 1, textBytes: 10 }]]));
});
