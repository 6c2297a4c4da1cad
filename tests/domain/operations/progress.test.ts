import { describe, expect, test } from '@jest/globals';
import { progressFor } from '../../../domain/operations/operation.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import { anId } from '../../builders/ids.js';

describe('progressFor', () => {
  const [ana, ben] = [anId<MemberId>(), anId<MemberId>()];
  const progress = { done: 50, total: 80 };

  test('returns the exact counts to the actor', () => {
    expect(progressFor({ actorId: ana, progress }, ana)).toEqual(progress);
  });

  test('tells other members that the operation is not finished, but no counts', () => {
    expect(progressFor({ actorId: ana, progress }, ben)).toEqual({ done: 0, total: 1 });
  });

  test('returns null when only rows that the actor cannot see are still unfinished', () => {
    expect(progressFor({ actorId: ana, progress: { done: 80, total: 80 } }, ana)).toBeNull();
    expect(progressFor({ actorId: ana, progress: { done: 80, total: 80 } }, ben)).toBeNull();
  });

  test('returns null when the operation is finished', () => {
    expect(progressFor({ actorId: ana }, ana)).toBeNull();
  });
});
