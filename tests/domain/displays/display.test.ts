import { expect, test } from '@jest/globals';
import { isKept, type Display } from '../../../domain/displays/display.js';
import type { DisplayId, HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import { DAY, MINUTE, NOON } from '../../builders/instants.js';

const tablet: Display = {
  id: 'tablet' as DisplayId,
  householdId: 'home' as HouseholdId,
  kind: 'DISPLAY',
  name: 'Kitchen',
  memberId: null,
  tokenHash: null,
  createdBy: 'Ana' as MemberId,
  createdAt: NOON,
  lastSeenAt: null,
  firstDate: null,
  lastDate: null,
  expiresAt: null,
};

test.each([
  ['one that may be paired still', {}, 9 * MINUTE, true],
  ['one whose code nobody typed in time', {}, 10 * MINUTE, false],
  ['one that was paired', { tokenHash: 'x' }, 59 * DAY, true],
  ['one that nobody has looked at for long', { tokenHash: 'x' }, 60 * DAY, false],
  ['a pass until its end', { tokenHash: 'x', expiresAt: NOON + DAY }, DAY - 1, true],
  ['a pass that is over', { tokenHash: 'x', expiresAt: NOON + DAY }, DAY, false],
] as const)('%s counts among those of a household, or not', (_name, fields, after, kept) => {
  expect(isKept({ ...tablet, ...fields }, NOON + after)).toBe(kept);
});
