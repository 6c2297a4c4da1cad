import { describe, test } from '@jest/globals';
import { ALEX, LEA, ME, KITCHEN, LIVING_ROOM, expectTask, household, type Row } from './household.js';

const rows: readonly Row[] = [
  ['Dishes @alex @me', { title: 'Dishes', responsibleMemberIds: [ALEX, ME] }],
  ['Dishes @together', { title: 'Dishes', responsibleMemberIds: [ALEX, LEA, ME] }],
  ['Dishes @"Marie Curie"', { title: 'Dishes', responsibleMemberIds: [ME] }],
  [
    'Dishes every day in turn',
    {
      title: 'Dishes',
      date: '2026-11-18',
      recurrence: { frequency: 'daily' },
      rotation: { kind: 'turns', order: [[ALEX], [LEA], [ME]], unit: 'occurrence', length: 1, offset: 0 },
    },
  ],
  [
    'Dishes every day alternating between Alex and Léa',
    {
      title: 'Dishes',
      date: '2026-11-18',
      recurrence: { frequency: 'daily' },
      rotation: { kind: 'turns', order: [[ALEX], [LEA]], unit: 'occurrence', length: 1, offset: 0 },
    },
  ],
  [
    'Dishes every day taking turns @alex @me',
    {
      title: 'Dishes',
      date: '2026-11-18',
      recurrence: { frequency: 'daily' },
      rotation: { kind: 'turns', order: [[ALEX], [ME]], unit: 'occurrence', length: 1, offset: 0 },
    },
  ],
  [
    'Kitchen one week Alex one week Léa',
    {
      title: 'Kitchen',
      date: '2026-11-18',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'we' }] },
      rotation: { kind: 'turns', order: [[ALEX], [LEA]], unit: 'week', length: 1, offset: 0 },
    },
  ],
  ['Read this week', { title: 'Read', softDue: { kind: 'THIS_WEEK' } }],
  ['Read this month', { title: 'Read', softDue: { kind: 'THIS_MONTH' } }],
  ['Read before June 3', { title: 'Read', softDue: { kind: 'BEFORE', date: '2027-06-03' } }],
  ['Read by friday', { title: 'Read', softDue: { kind: 'BEFORE', date: '2026-11-20' } }],
  ['Gift !private', { title: 'Gift', visibility: 'PERSONAL' }],
  ['Gift p1', { title: 'Gift', priority: 'URGENT' }],
  ['Shop\n- milk\n- bread', { title: 'Shop', checklist: [{ title: 'milk' }, { title: 'bread' }] }],
  ['Call mum // about the trip', { title: 'Call mum', notes: 'about the trip' }],
  ['Do it this week at 5pm', { title: 'Do it at 5pm', softDue: { kind: 'THIS_WEEK' } }],
  ['Do it by the end of the month', { title: 'Do it', softDue: { kind: 'BEFORE', date: '2026-11-30' } }],
  ['Do it within 3 days', { title: 'Do it', softDue: { kind: 'BEFORE', date: '2026-11-21' } }],
  ['Clean #living room tomorrow', { title: 'Clean', date: '2026-11-19', category: { id: LIVING_ROOM } }],
  [
    'Clean #Garden-work tomorrow',
    { title: 'Clean', date: '2026-11-19', category: { newName: 'Garden-work' } },
  ],
  ['Clean #"two words"', { title: 'Clean', category: { newName: 'two words' } }],
  ['"Call mum tomorrow"', { title: 'Call mum tomorrow' }],
  ['Tag #today', { title: 'Tag', category: { newName: 'today' } }],
  ['Pay the fine within 2 weeks', { title: 'Pay the fine', softDue: { kind: 'BEFORE', date: '2026-12-02' } }],
  ['Book flights by March 15th', { title: 'Book flights', softDue: { kind: 'BEFORE', date: '2027-03-15' } }],
  ['Buy stamps !low', { title: 'Buy stamps', priority: 'LOW' }],
  ['Buy stamps p4', { title: 'Buy stamps', priority: 'LOW' }],
  ['Buy stamps p2 #kitchen', { title: 'Buy stamps', category: { id: KITCHEN }, priority: 'HIGH' }],
  ['Cook together @alex @me @together', { title: 'Cook together', responsibleMemberIds: [ALEX, ME] }],
  [
    'Trash every tuesday @me @alex taking turns',
    {
      title: 'Trash',
      date: '2026-11-24',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'tu' }] },
      rotation: { kind: 'turns', order: [[ME], [ALEX]], unit: 'occurrence', length: 1, offset: 0 },
    },
  ],
  [
    'Bins alternating weeks between Alex and Léa every monday',
    {
      title: 'Bins',
      date: '2026-11-23',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'mo' }] },
      rotation: { kind: 'turns', order: [[ALEX], [LEA]], unit: 'week', length: 1, offset: 0 },
    },
  ],
  [
    'Bathroom one week @alex one week @me every saturday',
    {
      title: 'Bathroom',
      date: '2026-11-21',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'sa' }] },
      rotation: { kind: 'turns', order: [[ALEX], [ME]], unit: 'week', length: 1, offset: 0 },
    },
  ],
  [
    'Submit form no later than friday',
    { title: 'Submit form', softDue: { kind: 'BEFORE', date: '2026-11-20' } },
  ],
  [
    'Mow the lawn every weekend in turn @alex @léa',
    {
      title: 'Mow the lawn',
      date: '2026-11-21',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'sa' }] },
      rotation: { kind: 'turns', order: [[ALEX], [LEA]], unit: 'occurrence', length: 1, offset: 0 },
    },
  ],
  [
    'Change bed sheets every 2 weeks on sunday, @me and @alex taking turns',
    {
      title: 'Change bed sheets',
      date: '2026-11-22',
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'su' }] },
      rotation: { kind: 'turns', order: [[ME], [ALEX]], unit: 'occurrence', length: 1, offset: 0 },
    },
  ],
  [
    'Dishes @alex and @me tomorrow',
    { title: 'Dishes', date: '2026-11-19', responsibleMemberIds: [ALEX, ME] },
  ],
  ['Dishes @alex, @me, @léa', { title: 'Dishes', responsibleMemberIds: [ALEX, ME, LEA] }],
];

describe('English: people, markers, soft due dates and the rest', () => {
  test.each(rows)('%s', (text, said) => expectTask(text, said, household('en')));
});
