import { beforeEach, describe, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
let mine: OccurrenceId;
let theirs: OccurrenceId;
beforeEach(async () => {
  home = await aHome();
  const of = async ({ userId }: MemberCaller) =>
    (await home.useCases.createTask(home.cleo, aDraft({ responsibleMemberIds: [userId] }))).id;
  [mine, theirs] = [await of(home.ana), await of(home.ben)];
});

const ask = () => home.useCases.requestSwap(home.ana, mine, theirs);
const people = async (id: OccurrenceId) =>
  (await home.useCases.getOccurrence(home.ana, id)).responsibleMemberIds;
const status = async () => (await home.useCases.listSwaps(home.ana, ALL)).rows[0]?.status;

describe('a request to swap', () => {
  test('exchanges the people once it is accepted', async () => {
    const { id } = await ask();
    expect(await people(mine)).toEqual([home.ana.userId]);
    const answered = await home.useCases.answerSwap(home.ben, id, 'ACCEPTED');
    expect(answered).toMatchObject({ status: 'ACCEPTED', answeredBy: home.ben.userId });
    expect(await people(mine)).toEqual([home.ben.userId]);
    expect(await people(theirs)).toEqual([home.ana.userId]);
  });

  test('changes nothing when it is declined', async () => {
    const { id } = await ask();
    await home.useCases.answerSwap(home.ben, id, 'DECLINED');
    expect(await people(mine)).toEqual([home.ana.userId]);
    expect(await people(theirs)).toEqual([home.ben.userId]);
  });

  test('is one, however often it is made', async () => {
    expect(await ask()).toEqual(await ask());
  });

  test('is answered by who was asked, and once', async () => {
    const { id } = await ask();
    const answer = (caller: MemberCaller) => home.useCases.answerSwap(caller, id, 'ACCEPTED');
    for (const caller of [home.ana, home.cleo])
      await expect(answer(caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await answer(home.ben);
    await expect(answer(home.ben)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  test('is taken back by who asked', async () => {
    const { id } = await ask();
    await expect(home.useCases.withdrawSwap(home.ben, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await home.useCases.withdrawSwap(home.ana, id);
    expect(await status()).toBeUndefined();
  });

  test('offers a turn of one’s own for one of another’s', async () => {
    const { useCases, ana, ben } = home;
    await expect(useCases.requestSwap(ben, mine, theirs)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(useCases.requestSwap(ana, mine, mine)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test.each<readonly [string, (home: Home) => Promise<unknown>]>([
    ['done', ({ useCases, ana }) => useCases.completeOccurrence(ana, mine, { for: null, at: null })],
    ['skipped', ({ useCases, ben }) => useCases.skipOccurrence(ben, theirs)],
    ['deleted', ({ useCases, ana }) => useCases.deleteOccurrence(ana, theirs, 'this', {})],
    [
      'given away',
      ({ useCases, ana }) => useCases.editOccurrence(ana, mine, 'this', { responsibleMemberIds: [] }, {}),
    ],
    [
      'its asker’s no more',
      ({ useCases, ben }) => useCases.editOccurrence(ben, theirs, 'this', { responsibleMemberIds: [] }, {}),
    ],
    [
      'of a day that has passed',
      ({ useCases, ana }) =>
        useCases.editOccurrence(ana, mine, 'this', { date: civilDate('2026-11-20') }, {}),
    ],
    ['without who was asked', ({ useCases, ben }) => useCases.removeMember(ben, ben.userId)],
    [
      'without who asked',
      ({ useCases, ana, ben }) =>
        useCases
          .editMember(ana, ben.userId, { role: 'OWNER' })
          .then(() => useCases.removeMember(ana, ana.userId)),
    ],
  ])('falls when one of its turns is %s', async (_name, act) => {
    await ask();
    await act(home);
    expect((await home.useCases.listSwaps(home.cleo, ALL)).rows.map((swap) => swap.status)).not.toContain(
      'OPEN',
    );
  });

  test('of what is done is refused', async () => {
    await home.useCases.completeOccurrence(home.ben, theirs, { for: null, at: null });
    await expect(ask()).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  test.each<readonly [string, (home: Home) => Promise<unknown>]>([
    ['is deleted', ({ useCases, ana }) => useCases.deleteOccurrence(ana, mine, 'all', {})],
    [
      'becomes personal as a whole',
      ({ useCases, ana }) => useCases.editOccurrence(ana, mine, 'all', { visibility: 'PERSONAL' }, {}),
    ],
    [
      'becomes personal from the second turn on',
      ({ useCases, ana }) =>
        useCases.editOccurrence(ana, theirs, 'following', { visibility: 'PERSONAL' }, {}),
    ],
  ])('falls when the series of its turns %s, and cannot be made again', async (_name, act) => {
    const { ana, ben, useCases } = home;
    const turns = {
      kind: 'turns',
      order: [[ana.userId], [ben.userId]],
      unit: 'occurrence',
      length: 1,
      offset: 0,
    } as const;
    await useCases.createTask(
      ana,
      aDraft({ date: civilDate('2026-11-21'), recurrence: { frequency: 'weekly' }, rotation: turns }),
    );
    const { rows } = await useCases.listOccurrences(
      ana,
      { ...EVERYTHING, from: civilDate('2026-11-21') },
      ALL,
    );
    [mine, theirs] = rows.map(({ id }) => id) as [OccurrenceId, OccurrenceId];
    const { id } = await ask();
    await act(home);
    expect(await status()).not.toBe('OPEN');
    await expect(useCases.answerSwap(ben, id, 'ACCEPTED')).rejects.toThrow();
    await expect(ask()).rejects.toThrow();
  });
});
