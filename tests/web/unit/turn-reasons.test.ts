import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { TURN_REASONS } from '../../../domain/rotation/turn-reason.js';
import type { HouseholdData, Member, Occurrence } from '../../../web/src/data/household.ts';
import { describeTurn } from '../../../web/src/features/occurrence/turn-reason.ts';
import { setLanguage, t, withWords, type Key } from '../../../web/src/i18n/t.ts';
import { defineBrowserGlobals } from '../../support/browser-globals.js';

type Turn = Partial<Pick<Occurrence, 'responsibleMemberIds' | 'turnReason' | 'turnOf' | 'date'>>;
type Schema = { enum?: string[]; anyOf?: Schema[]; properties?: Record<string, Schema> };

const PEOPLE = new Map(
  [
    { id: 'ana', displayName: 'Ana', awayPeriods: [] },
    { id: 'ben', displayName: 'Ben', awayPeriods: [{ from: '2026-11-21', to: null }] },
    { id: 'chloe', displayName: 'Chloé', awayPeriods: [{ from: '2026-11-21', to: '2026-11-25' }] },
    // A guest before their first day.
    { id: 'zoe', displayName: 'Zoé', awayPeriods: [] },
  ].map((member) => [member.id, member as unknown as Member]),
);
const household = {
  member: (id: string) => PEOPLE.get(id),
  today: { value: '2026-11-21' },
  replica: { all: () => new Map() },
} as unknown as HouseholdData;
const say = (turn: Turn): string =>
  describeTurn(
    { id: '1', date: '2026-11-24', responsibleMemberIds: ['ana'], turnOf: null, ...turn } as Occurrence,
    household,
  );

defineBrowserGlobals();

describe('describeTurn', () => {
  test.each(['en', 'fr'] as const)('has a sentence for every reason of the service, in %s', async (to) => {
    await withWords(setLanguage(to));
    const reasons = reasonsOfApi();
    expect(reasons).toEqual(TURN_REASONS);
    const newer = say({ turnReason: 'NEWER_THAN_THIS_CLIENT' as never });
    for (const turnOf of [null, ['ben']]) {
      const sentences = reasons.map((turnReason) => say({ turnReason: turnReason as never, turnOf }));
      for (const sentence of sentences) expect(sentence).toMatch(/\bAna\b.*\.$/);
      expect(new Set(sentences).size).toBe(reasons.length);
      // Without a rotation to compare with, a manual assignment and an original one have the same sentence.
      expect(sentences.filter((sentence) => sentence === newer)).toHaveLength(turnOf === null ? 1 : 0);
    }
    for (const reason of reasons.filter((each) => each !== 'ROTATION')) {
      const key = `series.reason.${reason}` as Key & `series.reason.${string}`;
      expect(t(key)).not.toBe(key);
    }
  });

  test.each<[string, Turn, string]>([
    [
      'absent until further notice',
      { turnOf: ['ben'] },
      'Ben is away until further notice, so Ana is covering.',
    ],
    ['absent until a day', { turnOf: ['chloe'] }, 'Chloé is away until Wed 25 Nov, so Ana is covering.'],
    ['a guest before the first day', { turnOf: ['zoe'] }, 'Zoé is away that day, so Ana is covering.'],
    [
      'one of two who share the turn',
      { turnOf: ['ana', 'ben'] },
      'Ben is away until further notice, so Ana is covering.',
    ],
    [
      'both who share the turn',
      { turnOf: ['ben', 'chloe'] },
      'Ben and Chloé are away that day, so Ana is covering.',
    ],
    [
      'everybody is absent',
      { turnOf: ['ben'], responsibleMemberIds: [] },
      'Everyone is away, including Ben.',
    ],
    ['a member who is not known any more', { turnOf: ['left'] }, 'Someone is away, so Ana is covering.'],
  ])('names the absent member for the case: %s', async (_name, turn, expected) => {
    await withWords(setLanguage('en'));
    expect(say({ turnReason: 'AWAY', ...turn })).toBe(expected);
  });
});

function reasonsOfApi(): readonly string[] {
  const { components } = JSON.parse(readFileSync('tests/http/openapi.snapshot.json', 'utf8')) as {
    components: { schemas: Record<string, Schema> };
  };
  const found = components.schemas['OccurrenceDto']?.properties?.['turnReason'];
  return found?.anyOf?.flatMap((each) => each.enum ?? []) ?? found?.enum ?? [];
}
