import { beforeEach, describe, expect, test } from '@jest/globals';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { civilDate, type CivilDate } from '../../../domain/shared/civil-date.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import type { TaskEdit } from '../../../domain/series/edit.js';
import { standsInFor, type Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
const [FIRST, SECOND, THIRD] = ['2026-11-21', '2026-11-28', '2026-12-05'].map(civilDate) as [
  CivilDate,
  CivilDate,
  CivilDate,
];

/** Every Saturday: Ana, Ben, Cleo, by turns. */
beforeEach(async () => {
  home = await aHome();
  const order = [home.ana, home.ben, home.cleo].map(({ userId }) => [userId]);
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
  ids?.map((id) => (['ana', 'ben', 'cleo'] as const).find((name) => home[name].userId === id)) ?? null;
/** Who does it, and for whom. */
const told = async (date: CivilDate) => {
  const row = await on(date);
  return [names(row.responsibleMemberIds), names(standsInFor(row))];
};
const edit = async (date: CivilDate, fields: TaskEdit, scope: 'this' | 'all' = 'this') =>
  home.useCases.editOccurrence(home.ana, (await on(date)).id, scope, fields, {});
const give = (date: CivilDate, ...to: readonly MemberCaller[]) =>
  edit(date, { responsibleMemberIds: to.map(({ userId }) => userId) });
const away = (who: MemberCaller, ...days: readonly CivilDate[]) =>
  home.useCases.editMember(who, who.userId, { awayPeriods: days.map((day) => ({ from: day, to: day })) });

describe('whoever has a turn stands in', () => {
  test('for nobody while the rule decides', async () => {
    expect(await told(FIRST)).toEqual([['ana'], null]);
  });

  test('for who is away, until they are not', async () => {
    await away(home.ben, SECOND);
    expect(await told(SECOND)).toEqual([['cleo'], ['ben']]);
    await away(home.ben);
    expect(await told(SECOND)).toEqual([['ben'], null]);
  });

  test('for nobody once an edit makes it a turn of their own', async () => {
    await away(home.ben, SECOND);
    const order = [[home.cleo.userId], [home.ana.userId]];
    await edit(
      SECOND,
      { rotation: { kind: 'turns', order, unit: 'occurrence', length: 1, offset: 1 } },
      'all',
    );
    expect(await told(SECOND)).toEqual([['cleo'], null]);
    expect((await on(SECOND)).turnReason).toBe('ROTATION');
  });

  test('for whom the rule named, through however many hands it goes', async () => {
    await give(SECOND, home.ana);
    expect(await told(SECOND)).toEqual([['ana'], ['ben']]);
    await give(SECOND, home.cleo);
    expect(await told(SECOND)).toEqual([['cleo'], ['ben']]);
    await give(SECOND, home.ben);
    expect(await told(SECOND)).toEqual([['ben'], null]);
    await give(SECOND, home.cleo);
    expect(await told(SECOND)).toEqual([['cleo'], ['ben']]);
  });

  test('for whom the rule named, of a turn that was somebody else’s already', async () => {
    await away(home.ben, SECOND);
    await give(SECOND, home.ana);
    expect(await told(SECOND)).toEqual([['ana'], ['ben']]);
  });

  test('for the other after a swap', async () => {
    const [mine, theirs] = [await on(FIRST), await on(SECOND)];
    const { id } = await home.useCases.requestSwap(home.ana, mine.id, theirs.id);
    await home.useCases.answerSwap(home.ben, id, 'ACCEPTED');
    expect(await told(FIRST)).toEqual([['ben'], ['ana']]);
    expect(await told(SECOND)).toEqual([['ana'], ['ben']]);
  });

  test('for nobody once the turn follows the rule again', async () => {
    await give(SECOND, home.ana);
    await edit(SECOND, { responsibleMemberIds: null });
    expect(await told(SECOND)).toEqual([['ben'], null]);
  });

  test('for nobody where the rule named nobody', async () => {
    await edit(FIRST, { rotation: null }, 'all');
    await give(SECOND, home.ana);
    await give(SECOND, home.ben);
    expect(await told(SECOND)).toEqual([['ben'], null]);
  });

  test('for nobody in a task that repeats no more, or is its author’s alone', async () => {
    await give(SECOND, home.ana);
    await edit(SECOND, { visibility: 'PERSONAL' }, 'all');
    expect((await on(SECOND)).turnOf).toBeNull();
    await give(THIRD, home.ana);
    await edit(THIRD, { recurrence: null }, 'all');
    expect((await on(THIRD)).turnOf).toBeNull();
  });

  test('still, when the series is edited around it', async () => {
    await give(SECOND, home.ana);
    await edit(FIRST, { title: 'Glass' }, 'all');
    expect(await told(SECOND)).toEqual([['ana'], ['ben']]);
  });
});
