import { expect, test } from '@jest/globals';
import { OPERATION_KINDS } from '../../../domain/operations/operation.js';
import { setLanguage, t, withWords } from '../../../web/src/i18n/t.ts';
import { defineBrowserGlobals } from '../../support/browser-globals.js';

defineBrowserGlobals();

test.each(['en', 'fr'] as const)(
  'the activity page has a text for every kind of operation, in %s',
  async (language) => {
    await withWords(setLanguage(language));
    const say = (kind: string) =>
      kind === 'MEMBER'
        ? t('activity.member', { change: 'ENTRY', name: 'Ana', whose: 'SELF', title: '' })
        : t('activity.did', { kind, name: 'Ana', type: 'TASK', title: 'Bins' });
    const newer = say('NEWER_THAN_THIS_CLIENT');
    const sentences = OPERATION_KINDS.map(say);
    expect(sentences).not.toContain(newer);
    expect(new Set(sentences).size).toBe(OPERATION_KINDS.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^Ana /);
  },
);
