import { describe, expect, test } from '@jest/globals';
import { messages as english } from '../../../web/src/i18n/messages.en.notices.gen.ts';
import { messages as french } from '../../../web/src/i18n/messages.fr.notices.gen.ts';
import { noticeText } from '../../../web/src/i18n/notices.ts';

const NAMES: Readonly<Partial<Record<string, string>>> = { a: 'Ana', b: 'Ben', c: 'Chloé' };
const naming = { nameOf: (id: string) => NAMES[id], dayText: (date: string) => date };
const turns = {
  offered: { title: 'Dishes', date: '2026-11-28', time: null },
  wanted: { title: 'Bins', date: null, time: null },
};

describe('the sentence of a notification about a swap', () => {
  const text = (words: typeof english, type: string, params: Record<string, unknown>) =>
    noticeText(words, { id: 'n', householdId: 'h', occurrenceId: 'o', type, params }, naming);

  test.each([
    [
      'TURN_SWAP_REQUESTED',
      { actorId: 'a', ...turns },
      'Ana would do “Bins” for you, and you would do “Dishes” (2026-11-28)',
      'Ana ferait « Bins » à votre place, et vous feriez « Dishes » (2026-11-28)',
    ],
    [
      'TURN_SWAP_REQUESTED',
      { actorId: 'a', forMemberId: 'c', ...turns },
      'Ana would do “Bins” for Chloé, and Chloé would do “Dishes” (2026-11-28)',
      'Ana ferait « Bins » à la place de Chloé, qui ferait « Dishes » (2026-11-28)',
    ],
    [
      'TURN_SWAP_ANSWERED',
      { actorId: 'b', status: 'ACCEPTED', ...turns },
      'Ben said yes: you do “Bins”, not “Dishes” (2026-11-28)',
      'Ben accepte : vous faites « Bins » au lieu de « Dishes » (2026-11-28)',
    ],
    [
      'TURN_SWAP_ANSWERED',
      { actorId: 'b', status: 'DECLINED', ...turns },
      'Ben said no: you keep “Dishes” (2026-11-28)',
      'Ben refuse : vous gardez « Dishes » (2026-11-28)',
    ],
    [
      'TURN_SWAP_REQUESTED',
      { actorId: 'a', title: 'Bins' },
      'Ana asks to swap turns: Bins',
      'Ana propose un échange de tours : Bins',
    ],
  ])('says who does what if %s comes with %j', (type, params, inEnglish, inFrench) => {
    expect(text(english, type, params)).toBe(inEnglish);
    expect(text(french as typeof english, type, params).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(inFrench);
  });
});
