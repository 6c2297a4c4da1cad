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
  ['true for a display that may still be paired', {}, 9 * MINUTE, true],
  ['false for a display whose code expired unused', {}, 10 * MINUTE, false],
  ['true for a paired display', { tokenHash: 'x' }, 59 * DAY, true],
  ['false for a display without requests for 60 days', { tokenHash: 'x' }, 60 * DAY, false],
  ['true for a guest link before its end', { tokenHash: 'x', expiresAt: NOON + DAY }, DAY - 1, true],
  ['false for a guest link after its end', { tokenHash: 'x', expiresAt: NOON + DAY }, DAY, false],
] as const)('isKept tells whether a display counts towards the limit: %s', (_name, fields, after, kept) => {
  expect(isKept({ ...tablet, ...fields }, NOON + after)).toBe(kept);
});
