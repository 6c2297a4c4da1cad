import { beforeEach, describe, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { civilDate, type CivilDate } from '../../../domain/shared/civil-date.js';
import type { OccurrenceId, MemberId } from '../../../domain/shared/ids.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';
import type { Scope, TaskEdit } from '../../../domain/series/edit-request.js';
import { standsInFor, type Occurrence } from '../../../domain/tasks/occurrence.js';

describe('a request to swap', () => {
  let home: Home;
  let mine: OccurrenceId;
  let theirs: OccurrenceId;
  beforeEach(async () => {
    home = await aHome();
    const of = async ({ memberId }: MemberCaller) =>
      (await home.useCases.createTask(home.cleo, aDraft({ responsibleMemberIds: [memberId] }))).id;
    [mine, theirs] = [await of(home.ana), await of(home.ben)];
  });

  const ask = () => home.useCases.requestSwap(home.ana, mine, theirs);
  const people = async (id: OccurrenceId) =>
    (await home.useCases.getOccurrence(home.ana, id)).responsibleMemberIds;
  const status = async () => (await home.useCases.listSwaps(home.ana, ALL)).rows[0]?.status;

  test('exchanges the assignees of the two turns when the request is accepted', async () => {
    const { id } = await ask();
    expect(await people(mine)).toEqual([home.ana.memberId]);
    const answered = await home.useCases.answerSwap(home.ben, id, 'ACCEPTED');
    expect(answered).toMatchObject({ status: 'ACCEPTED', answeredBy: home.ben.memberId });
    expect(await people(mine)).toEqual([home.ben.memberId]);
    expect(await people(theirs)).toEqual([home.ana.memberId]);
  });

  test('changes no assignee when the request is declined', async () => {
    const { id } = await ask();
    await home.useCases.answerSwap(home.ben, id, 'DECLINED');
    expect(await people(mine)).toEqual([home.ana.memberId]);
    expect(await people(theirs)).toEqual([home.ben.memberId]);
  });

  test('is created once, even if the client sends it twice', async () => {
    expect(await ask()).toEqual(await ask());
  });

  test('can be answered once, only by the member who was asked', async () => {
    const { id } = await ask();
    const answer = (caller: MemberCaller) => home.useCases.answerSwap(caller, id, 'ACCEPTED');
    for (const caller of [home.ana, home.cleo])
      await expect(answer(caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await answer(home.ben);
    await expect(answer(home.ben)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  test('can be withdrawn only by the member who asked', async () => {
    const { id } = await ask();
    await expect(home.useCases.withdrawSwap(home.ben, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await home.useCases.withdrawSwap(home.ana, id);
    expect(await status()).toBeUndefined();
  });

  test('must offer a turn of the caller for a turn of another member', async () => {
    const { useCases, ana, ben } = home;
    await expect(useCases.requestSwap(ben, mine, theirs)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(useCases.requestSwap(ana, mine, mine)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test.each<readonly [string, (home: Home) => Promise<unknown>]>([
    [
      'a turn is done',
      ({ useCases, ana }) => useCases.completeOccurrence(ana, mine, { for: null, at: null }),
    ],
    ['a turn is skipped', ({ useCases, ben }) => useCases.skipOccurrence(ben, theirs)],
    ['a turn is deleted', ({ useCases, ana }) => useCases.deleteOccurrence(ana, theirs, 'this', {})],
    [
      'the member who asked is no longer assigned',
      ({ useCases, ana }) => useCases.editOccurrence(ana, mine, 'this', { responsibleMemberIds: [] }, {}),
    ],
    [
      'the member who was asked is no longer assigned',
      ({ useCases, ben }) => useCases.editOccurrence(ben, theirs, 'this', { responsibleMemberIds: [] }, {}),
    ],
    [
      'a turn is moved to a past day',
      ({ useCases, ana }) =>
        useCases.editOccurrence(ana, mine, 'this', { date: civilDate('2026-11-20') }, {}),
    ],
    ['the member who was asked leaves', ({ useCases, ben }) => useCases.removeMember(ben, ben.memberId)],
    [
      'the member who asked leaves',
      ({ useCases, ana, ben }) =>
        useCases
          .editMember(ana, ben.memberId, { role: 'OWNER' })
          .then(() => useCases.removeMember(ana, ana.memberId)),
    ],
  ])('is closed when %s', async (_name, act) => {
    await ask();
    await act(home);
    expect((await home.useCases.listSwaps(home.cleo, ALL)).rows.map((swap) => swap.status)).not.toContain(
      'OPEN',
    );
  });

  test('is rejected if one of the turns is completed', async () => {
    await home.useCases.completeOccurrence(home.ben, theirs, { for: null, at: null });
    await expect(ask()).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  test.each<readonly [string, (home: Home) => Promise<unknown>]>([
    ['is deleted', ({ useCases, ana }) => useCases.deleteOccurrence(ana, mine, 'all', {})],
    [
      'becomes personal with scope all',
      ({ useCases, ana }) => useCases.editOccurrence(ana, mine, 'all', { visibility: 'PERSONAL' }, {}),
    ],
    [
      'becomes personal from the second turn on',
      ({ useCases, ana }) =>
        useCases.editOccurrence(ana, theirs, 'following', { visibility: 'PERSONAL' }, {}),
    ],
  ])('is closed when the series of the turns %s, and cannot be made again', async (_name, act) => {
    const { ana, ben, useCases } = home;
    const turns = {
      kind: 'turns',
      order: [[ana.memberId], [ben.memberId]],
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

describe('standsInFor, which returns the members whom the assignee of a turn replaces', () => {
  let home: Home;
  const [FIRST, SECOND, THIRD] = ['2026-11-21', '2026-11-28', '2026-12-05'].map(civilDate) as [
    CivilDate,
    CivilDate,
    CivilDate,
  ];

  /** A task on every Saturday, with the turns Ana, Ben, Cleo. */
  beforeEach(async () => {
    home = await aHome();
    const order = [home.ana, home.ben, home.cleo].map(({ memberId }) => [memberId]);
    await home.useCases.createTask(
      home.ana,
      aDraft({
        ...{ title: 'Bins', date: FIRST, recurrence: { frequency: 'weekly' } },
        rotation: { kind: 'turns', order, unit: 'occurrence', length: 1, offset: 0 },
      }),
    );
  });

  const on = async (date: CivilDate): Promise<Occurrence> =>
    (await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL)).rows.find((row) => row.date === date)!;
  const names = (ids: readonly MemberId[] | null) =>
    ids?.map((id) => (['ana', 'ben', 'cleo'] as const).find((name) => home[name].memberId === id)) ?? null;
  /** Returns the assignees of the date, and the members whom they replace. */
  const told = async (date: CivilDate) => {
    const row = await on(date);
    return [names(row.responsibleMemberIds), names(standsInFor(row))];
  };
  const edit = async (date: CivilDate, fields: TaskEdit, scope: Scope = 'this') =>
    home.useCases.editOccurrence(home.ana, (await on(date)).id, scope, fields, {});
  const give = (date: CivilDate, ...to: readonly MemberCaller[]) =>
    edit(date, { responsibleMemberIds: to.map(({ memberId }) => memberId) });
  const away = (who: MemberCaller, ...days: readonly CivilDate[]) =>
    home.useCases.editMember(who, who.memberId, { awayPeriods: days.map((day) => ({ from: day, to: day })) });

  test('returns null while the turn follows the rotation', async () => {
    expect(await told(FIRST)).toEqual([['ana'], null]);
  });

  test('returns the absent member until the absence ends', async () => {
    await away(home.ben, SECOND);
    expect(await told(SECOND)).toEqual([['cleo'], ['ben']]);
    await away(home.ben);
    expect(await told(SECOND)).toEqual([['ben'], null]);
  });

  test('returns null after an edit of the rotation gives the turn to the stand-in', async () => {
    await away(home.ben, SECOND);
    const order = [[home.cleo.memberId], [home.ana.memberId]];
    await edit(
      SECOND,
      { rotation: { kind: 'turns', order, unit: 'occurrence', length: 1, offset: 1 } },
      'all',
    );
    expect(await told(SECOND)).toEqual([['cleo'], null]);
    expect((await on(SECOND)).turnReason).toBe('ROTATION');
  });

  test('returns the member whose turn it is by rotation, however often the turn is reassigned', async () => {
    await give(SECOND, home.ana);
    expect(await told(SECOND)).toEqual([['ana'], ['ben']]);
    await give(SECOND, home.cleo);
    expect(await told(SECOND)).toEqual([['cleo'], ['ben']]);
    await give(SECOND, home.ben);
    expect(await told(SECOND)).toEqual([['ben'], null]);
    await give(SECOND, home.cleo);
    expect(await told(SECOND)).toEqual([['cleo'], ['ben']]);
  });

  test('returns the member whose turn it is by rotation, if the turn had another stand-in before', async () => {
    await away(home.ben, SECOND);
    await give(SECOND, home.ana);
    expect(await told(SECOND)).toEqual([['ana'], ['ben']]);
  });

  test('returns the member who gave the turn away, after a swap', async () => {
    const [mine, theirs] = [await on(FIRST), await on(SECOND)];
    const { id } = await home.useCases.requestSwap(home.ana, mine.id, theirs.id);
    await home.useCases.answerSwap(home.ben, id, 'ACCEPTED');
    expect(await told(FIRST)).toEqual([['ben'], ['ana']]);
    expect(await told(SECOND)).toEqual([['ana'], ['ben']]);
  });

  test.each([
    ['all', () => FIRST],
    ['following', () => SECOND],
  ] as const)(
    'returns the new assignee of the series after an edit with scope %s, if the turn was swapped',
    async (scope, target) => {
      const [theirs, hers] = [await on(SECOND), await on(THIRD)];
      const { id } = await home.useCases.requestSwap(home.ben, theirs.id, hers.id);
      await home.useCases.answerSwap(home.cleo, id, 'ACCEPTED');
      await edit(target(), { responsibleMemberIds: [home.ana.memberId] }, scope);
      expect(await told(THIRD)).toEqual([['ben'], ['ana']]);
      expect(await told(SECOND)).toEqual([['cleo'], ['ana']]);
    },
  );

  test('returns null once the assignee is reset to the rotation', async () => {
    await give(SECOND, home.ana);
    await edit(SECOND, { responsibleMemberIds: null });
    expect(await told(SECOND)).toEqual([['ben'], null]);
  });

  test('returns null if the series has no rotation', async () => {
    await edit(FIRST, { rotation: null }, 'all');
    await give(SECOND, home.ana);
    await give(SECOND, home.ben);
    expect(await told(SECOND)).toEqual([['ben'], null]);
  });

  test('has no turn to look up after the task becomes personal or stops repeating, because `turnOf` is null', async () => {
    await give(SECOND, home.ana);
    await edit(SECOND, { visibility: 'PERSONAL' }, 'all');
    expect((await on(SECOND)).turnOf).toBeNull();
    await give(THIRD, home.ana);
    await edit(THIRD, { recurrence: null }, 'all');
    expect((await on(THIRD)).turnOf).toBeNull();
  });

  test('returns the same member as before after another field of the series is edited', async () => {
    await give(SECOND, home.ana);
    await edit(FIRST, { title: 'Glass' }, 'all');
    expect(await told(SECOND)).toEqual([['ana'], ['ben']]);
  });
});
