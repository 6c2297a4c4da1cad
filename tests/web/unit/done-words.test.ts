import { describe, expect, test } from '@jest/globals';
import type { HouseholdData, Member, Occurrence } from '../../../web/src/data/household.ts';
import type { Activity } from '../../../web/src/data/occurrence.ts';
import { describeDone } from '../../../web/src/features/occurrence/done-words.ts';
import { describeHistory } from '../../../web/src/features/occurrence/history-words.ts';
import { setLanguage, withWords } from '../../../web/src/i18n/t.ts';
import { defineBrowserGlobals } from '../../support/browser-globals.js';

const PEOPLE = new Map(
  Object.entries({ ana: 'Ana', mia: 'Mia', alex: 'Alex', otherAlex: 'Alex' }).map(([id, displayName]) => [
    id,
    { id, displayName } as Member,
  ]),
);
const household = {
  member: (id: string) => PEOPLE.get(id),
  zone: { value: 'Europe/Paris' },
  today: { value: '2026-11-21' },
} as unknown as HouseholdData;

defineBrowserGlobals();

describe('describeDone', () => {
  const describeRow = (row: Partial<Occurrence>) =>
    describeDone({ status: 'DONE', completedAt: '2026-11-21T11:00:00Z', ...row } as Occurrence, household);

  test.each([
    ['en', 'Done by Mia (ticked by Ana), '],
    ['fr', 'Faite par Mia (cochée par Ana), '],
  ] as const)(
    'names the member who ticked if another member did the task, in %s',
    async (language, start) => {
      await withWords(setLanguage(language));
      expect(describeRow({ completedForIds: ['mia'], completedBy: 'ana' })).toContain(start);
    },
  );

  test('names only the members who did the task if one of them ticked it', async () => {
    await withWords(setLanguage('en'));
    expect(describeRow({ completedForIds: ['mia', 'ana'], completedBy: 'ana' })).toMatch(
      /^Done by Mia and Ana, /,
    );
    expect(describeRow({ completedForIds: [], completedBy: 'ana' })).toMatch(/^Done by Ana, /);
    expect(describeRow({ completedForIds: [], completedBy: null })).toMatch(/^Done (?!by)/);
  });

  test('names the member who ticked even if the member who did the task has the same name', async () => {
    await withWords(setLanguage('en'));
    expect(describeRow({ completedForIds: ['alex'], completedBy: 'otherAlex' })).toContain(
      'Done by Alex (ticked by Alex), ',
    );
  });
});

describe('describeHistory', () => {
  const describeTick = (actorId: string, doerId: string) =>
    describeHistory(
      {
        action: 'COMPLETED',
        actorId,
        subject: { date: null },
        changes: [{ field: 'completedForIds', from: [], to: [doerId] }],
      } as unknown as Activity,
      household,
    );

  test.each([
    ['ana', 'mia', 'Mia did this task (ticked by Ana)'],
    ['mia', 'mia', 'Mia did this task'],
    ['otherAlex', 'alex', 'Alex did this task (ticked by Alex)'],
  ])(
    'says who did the task, and who ticked it if that was another member: %s ticked for %s',
    async (actorId, doerId, sentence) => {
      await withWords(setLanguage('en'));
      expect(describeTick(actorId, doerId)).toBe(sentence);
    },
  );
});
