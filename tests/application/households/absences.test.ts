import { beforeEach, describe, expect, test } from '@jest/globals';
import { AWAY_PERIODS_LIMIT } from '../../../domain/households/away.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { AwayPeriodId } from '../../../domain/shared/ids.js';
import { aDraft } from '../../builders/draft.js';
import { anId } from '../../builders/ids.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const MONDAY = { from: civilDate('2026-11-23'), to: civilDate('2026-11-23') };
const OPEN = { from: civilDate('2026-12-01'), to: null };

const add = (period: Parameters<Home['useCases']['addAbsence']>[2]) =>
  home.useCases.addAbsence(home.ben, home.ben.memberId, period);

describe('adding, editing and removing an absence', () => {
  test('keeps the other absences of the member, and keeps the id of an edited absence', async () => {
    const [first] = (await add(OPEN)).awayPeriods;
    const both = (await add(MONDAY)).awayPeriods;
    expect(both).toEqual([expect.objectContaining(MONDAY), first]);
    const to = civilDate('2026-12-05');
    const edited = await home.useCases.editAbsence(home.ana, home.ben.memberId, first!.id, { to });
    expect(edited.awayPeriods).toEqual([both[0], { ...first, to }]);
    await home.useCases.removeAbsence(home.ben, home.ben.memberId, both[0]!.id);
    await expect(
      home.useCases.editAbsence(home.ben, home.ben.memberId, both[0]!.id, { to: null }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('reassigns the turns of the member, who gets them back after the removal', async () => {
    const order = [[home.ben.memberId], [home.cleo.memberId]];
    const rotation = { kind: 'turns', order, unit: 'occurrence', length: 1, offset: 0 } as const;
    const date = civilDate('2026-11-21');
    await home.useCases.createTask(home.ana, aDraft({ date, rotation, recurrence: { frequency: 'daily' } }));
    const bens = async () => {
      const { rows } = await home.useCases.listOccurrences(home.ana, EVERYTHING, ALL);
      return rows.filter(({ responsibleMemberIds }) => responsibleMemberIds.includes(home.ben.memberId))
        .length;
    };
    const before = await bens();
    const [absence] = (await add({ from: date, to: null })).awayPeriods;
    expect(await bens()).toBe(0);
    await home.useCases.removeAbsence(home.ben, home.ben.memberId, absence!.id);
    expect(await bens()).toBe(before);
  });

  test('is refused for the absence of another member unless the caller is an owner, for an unknown absence, for an absence that ends before it begins, and above the limit of absences', async () => {
    const { useCases, ana, ben } = home;
    await expect(useCases.addAbsence(ben, ana.memberId, OPEN)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(useCases.removeAbsence(ben, ben.memberId, anId<AwayPeriodId>())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const wrong = { from: civilDate('2026-12-02'), to: civilDate('2026-12-01') };
    await expect(add(wrong)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const awayPeriods = Array.from({ length: AWAY_PERIODS_LIMIT }, () => MONDAY);
    await useCases.editMember(ben, ben.memberId, { awayPeriods });
    await expect(add(OPEN)).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  });
});
