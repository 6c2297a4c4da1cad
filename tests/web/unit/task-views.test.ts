import { describe, expect, test } from '@jest/globals';
import { selectTasks, type Filters, type View } from '../../../web/src/data/task-views.ts';

type Row = Parameters<typeof selectTasks>[0][number];

const ANA = 'ana';
const BEN = 'ben';
const EVERYTHING: Filters = { memberId: null, categoryId: null };
const NOW = new Date('2026-11-24T12:00:00Z');

let made = 0;
const row = (title: string, fields: Partial<Row>): Row =>
  ({
    id: String((made += 1)).padStart(4, '0'),
    title,
    status: 'TODO',
    date: null,
    time: null,
    priority: 'NORMAL',
    softDue: null,
    overdueFrom: null,
    categoryId: null,
    completedAt: null,
    responsibleMemberIds: [],
    ...fields,
  }) as Row;

const ROWS = [
  row('some time', {}),
  row('this week', { softDue: { kind: 'THIS_WEEK', by: '2026-11-29' } }),
  row('tomorrow', { date: '2026-11-25', responsibleMemberIds: [BEN] }),
  row('late', { date: '2026-11-20', overdueFrom: '2026-11-21T00:00:00Z', responsibleMemberIds: [ANA] }),
  row('today at nine', { date: '2026-11-24', time: '09:00', overdueFrom: '2026-11-24T09:00:00Z' }),
  row('today at noon', { date: '2026-11-24', time: '13:00', overdueFrom: '2026-11-24T13:00:00Z' }),
  row('today, urgent', { date: '2026-11-24', priority: 'URGENT', categoryId: 'kitchen' }),
  row('done first', { status: 'DONE', date: '2026-11-23', completedAt: '2026-11-23T08:00:00Z' }),
  row('done last', {
    status: 'DONE',
    date: '2026-11-22',
    completedAt: '2026-11-24T08:00:00Z',
    responsibleMemberIds: [ANA],
  }),
  row('skipped', { status: 'SKIPPED', date: '2026-11-24' }),
];

function titles(view: View, filters = EVERYTHING, lingering: readonly string[] = []): string[] {
  const ids = new Set(ROWS.filter(({ title }) => lingering.includes(title)).map(({ id }) => id));
  const moment = { now: NOW, today: '2026-11-24', me: ANA, lingering: ids };
  return selectTasks(ROWS, view, filters, moment).map(({ title }) => title);
}

describe('selectTasks', () => {
  test.each<[View, string[]]>([
    [
      'all',
      ['late', 'today, urgent', 'today at nine', 'today at noon', 'tomorrow', 'this week', 'some time'],
    ],
    ['upcoming', ['tomorrow']],
    ['overdue', ['late', 'today at nine']],
    ['unscheduled', ['this week', 'some time']],
    ['mine', ['late']],
    ['unassigned', ['today, urgent', 'today at nine', 'today at noon', 'this week', 'some time']],
    ['done', ['done last', 'done first']],
  ])('selects the tasks of the view %s', (view, expected) => expect(titles(view)).toEqual(expected));

  test('applies filters together with the view', () => {
    expect(titles('all', { memberId: BEN, categoryId: null })).toEqual(['tomorrow']);
    expect(titles('all', { memberId: null, categoryId: 'kitchen' })).toEqual(['today, urgent']);
    expect(titles('done', { memberId: ANA, categoryId: null })).toEqual(['done last']);
    expect(titles('all', { memberId: BEN, categoryId: 'kitchen' })).toEqual([]);
  });

  test('keeps a task that was just ticked in place, but only in the view in which it was ticked', () => {
    expect(titles('mine', EVERYTHING, ['done last'])).toEqual(['late', 'done last']);
    expect(titles('unscheduled', EVERYTHING, ['done last'])).toEqual(['this week', 'some time']);
  });

  test('selects no tasks in the view "mine" if the user is not known', () => {
    const moment = { now: NOW, today: '2026-11-24', me: null, lingering: new Set<string>() };
    expect(selectTasks(ROWS, 'mine', EVERYTHING, moment)).toEqual([]);
  });
});
