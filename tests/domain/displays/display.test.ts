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
  ['a display that may still be paired', {}, 9 * MINUTE, true],
  ['a display whose code expired unused', {}, 10 * MINUTE, false],
  ['a paired display', { tokenHash: 'x' }, 59 * DAY, true],
  ['a display without requests for a long time', { tokenHash: 'x' }, 60 * DAY, false],
  ['a pass before its end', { tokenHash: 'x', expiresAt: NOON + DAY }, DAY - 1, true],
  ['a pass that is over', { tokenHash: 'x', expiresAt: NOON + DAY }, DAY, false],
] as const)('isKept for %s returns the expected answer', (_name, fields, after, kept) => {
  expect(isKept({ ...tablet, ...fields }, NOON + after)).toBe(kept);
});
