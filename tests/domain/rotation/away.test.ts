import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/property.js';
import { findTurn, type AwayPeriods } from '../../../domain/rotation/away.js';
import { responsible } from '../../../domain/rotation/responsible.js';
import type { Rotation } from '../../../domain/rotation/rotation.js';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';
import { letters, member, segment, shuffle, slot, turns } from '../../builders/members.js';

const START = civilDate('2026-01-05');

function away(...periods: [who: string, from: number, to: number][]): AwayPeriods {
  return new Map(
    periods.map(([who, from, to]) => [member(who), [{ from: addDays(START, from), to: addDays(START, to) }]]),
  );
}

/** The people of the first six days; an asterisk marks a turn that an absence changed. */
function people(rotation: Rotation, absences: AwayPeriods) {
  const segments = [segment(rotation, START)];
  return Array.from({ length: 6 }, (_, index) => {
    const turn = findTurn(segments, index, addDays(START, index), 'mo', absences);
    return letters(turn.responsibleMemberIds) + (turn.turnReason === 'AWAY' ? '*' : '');
  }).join(' ');
}

describe('absences', () => {
  const week: Rotation = { kind: 'roster', weeks: [{ mo: slot('A'), tu: slot('B'), we: slot('AC') }] };
  test.each<[string, Rotation, AwayPeriods, string]>([
    ['nobody is away', turns('A B C'), away(), 'A B C A B C'],
    ['both ends of a period are included', turns('A B'), away(['A', 0, 2]), 'B* B B* B A B'],
    [
      'the next present takes the turn, others keep theirs',
      turns('A B C'),
      away(['B', 1, 4]),
      'A C* C A C* C',
    ],
    ['two are away: the one after them', turns('A B C'), away(['A', 0, 3], ['B', 0, 1]), 'C* C* C B* B C'],
    ['everyone is away: unassigned', turns('A B'), away(['A', 2, 3], ['B', 2, 3]), 'A B * * A B'],
    ['of a shared slot the present stay', turns('AB C'), away(['A', 0, 9]), 'B* C B* C B* C'],
    ['a whole shared slot is away', turns('AB C'), away(['A', 0, 0], ['B', 0, 0]), 'C* C AB C AB C'],
    [
      'fixed: the others do it',
      { kind: 'fixed', members: slot('AB') },
      away(['B', 1, 1]),
      'AB A* AB AB AB AB',
    ],
    ['fixed: nobody else does', { kind: 'fixed', members: slot('A') }, away(['A', 1, 2]), 'A * * A A A'],
    ['a roster: the next day that names somebody present', week, away(['A', 0, 9]), 'B* B C*   '],
    ['a period of somebody else', turns('A B'), away(['Z', 0, 9]), 'A B A B A B'],
  ])('%s', (_, rotation, absences, expected) => expect(people(rotation, absences)).toBe(expected));

  test('T-O11 an absence never gives a turn to somebody away or outside the rotation, nor moves another turn', () => {
    const rotation = fc.constantFrom<Rotation>(
      turns('A B C'),
      turns('A A BC D'),
      shuffle('ABCD'),
      shuffle('AB'),
    );
    const period = fc.tuple(fc.constantFrom('A', 'B', 'C', 'D'), fc.nat(30), fc.nat(30));
    fc.assert(
      fc.property(rotation, fc.array(period, { maxLength: 4 }), fc.nat(60), (turning, absent, index) => {
        const absences = away(
          ...absent.map(([who, from, more]) => [who, from, from + more] as [string, number, number]),
        );
        const date = addDays(START, index);
        const gone = (who: string) =>
          (absences.get(member(who)) ?? []).some(({ from, to }) => from <= date && date <= to);
        const segments = [segment(turning, START)];
        const due = responsible(segments, index, date, 'mo');
        const turn = findTurn(segments, index, date, 'mo', absences);
        expect(turn.responsibleMemberIds.some(gone)).toBe(false);
        expect(turn).toMatchObject(
          due.some(gone)
            ? { turnReason: 'AWAY', turnOf: due }
            : { responsibleMemberIds: due, turnReason: 'ROTATION', turnOf: null },
        );
        const somebodyThere = ['A', 'B', 'C', 'D'].some(
          (who) => !gone(who) && JSON.stringify(turning).includes(`"${who}"`),
        );
        expect(turn.responsibleMemberIds.length > 0).toBe(somebodyThere);
      }),
    );
  });
});
