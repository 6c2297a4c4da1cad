import { describe, expect, test } from '@jest/globals';
import { RENAMED_ZONES } from '../../../domain/shared/zone-names.js';
import { presentZone } from '../../../web/src/i18n/zones.ts';

describe('presentZone', () => {
  test('returns the current name of every time zone that the service knows as renamed', () => {
    const renamed = Object.entries(RENAMED_ZONES);
    expect(renamed.length).toBeGreaterThan(10);
    expect(renamed.map(([old]) => [old, presentZone(old)])).toEqual(renamed);
  });

  test('returns a current name unchanged', () => {
    expect(presentZone('Europe/Paris')).toBe('Europe/Paris');
  });
});
