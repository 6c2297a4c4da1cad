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
      'Ana would like to swap: they’ll do “Bins” and you’ll do “Dishes” (2026-11-28)',
      'Ana vous propose un échange : vous faites « Dishes » (2026-11-28), Ana fait « Bins »',
    ],
    [
      'TURN_SWAP_REQUESTED',
      { actorId: 'a', forMemberId: 'c', ...turns },
      'Ana would like to swap: they’ll do “Bins” and Chloé will do “Dishes” (2026-11-28)',
      'Ana propose un échange : Chloé fait « Dishes » (2026-11-28), Ana fait « Bins »',
    ],
    [
      'TURN_SWAP_ANSWERED',
      { actorId: 'b', status: 'ACCEPTED', ...turns },
      'Ben accepted your swap: you’ll do “Bins” instead of “Dishes” (2026-11-28)',
      'Ben accepte l’échange : vous faites « Bins », Ben fait « Dishes » (2026-11-28)',
    ],
    [
      'TURN_SWAP_ANSWERED',
      { actorId: 'b', status: 'DECLINED', ...turns },
      'Ben declined your swap: you keep “Dishes” (2026-11-28)',
      'Ben refuse l’échange : vous gardez « Dishes » (2026-11-28)',
    ],
    [
      'TURN_SWAP_REQUESTED',
      { actorId: 'a', title: 'Bins' },
      'Ana would like to swap: Bins',
      'Ana propose un échange : Bins',
    ],
  ])(
    'says which member does which task if the type is %s and the data are %j',
    (type, params, inEnglish, inFrench) => {
      expect(text(english, type, params)).toBe(inEnglish);
      expect(text(french as typeof english, type, params).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(inFrench);
    },
  );
});
