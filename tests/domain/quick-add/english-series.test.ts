import { describe, test } from '@jest/globals';
import { ALEX, LEA, ME, KITCHEN, expectTask, household, type Row } from './household.js';

const rows: readonly Row[] = [
  [
    'take out the bins every Tuesday at 7pm @alex #kitchen !high',
    {
      title: 'take out the bins',
      date: '2026-11-24',
      time: '19:00',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'tu' }] },
      responsibleMemberIds: [ALEX],
      category: { id: KITCHEN },
      priority: 'HIGH',
    },
  ],
  ['Water plants daily', { title: 'Water plants', date: '2026-11-18', recurrence: { frequency: 'daily' } }],
  [
    'Feed the cat every day at 6pm, 8am and at 1:30pm @alex',
    {
      title: 'Feed the cat',
      date: '2026-11-19',
      time: '08:00',
      recurrence: { frequency: 'daily', times: ['08:00', '13:30', '18:00'] },
      responsibleMemberIds: [ALEX],
    },
  ],
  ['Call mum tomorrow at 8am and 6pm', { title: 'Call mum at 8am and 6pm', date: '2026-11-19' }],
  [
    'Filter every! 3 days at 8am and 6pm',
    {
      title: 'Filter at 8am and 6pm',
      date: '2026-11-18',
      recurrence: { kind: 'afterCompletion', every: 3, unit: 'day' },
    },
  ],
  [
    'Pill every day at 8am and midnight',
    { title: 'Pill at 8am and midnight', date: '2026-11-18', recurrence: { frequency: 'daily' } },
  ],
  [
    'Review weekly',
    { title: 'Review', date: '2026-11-18', recurrence: { frequency: 'weekly', byDay: [{ day: 'we' }] } },
  ],
  [
    'Water every 3 days',
    { title: 'Water', date: '2026-11-18', recurrence: { frequency: 'daily', interval: 3 } },
  ],
  [
    'Clean every other day',
    { title: 'Clean', date: '2026-11-18', recurrence: { frequency: 'daily', interval: 2 } },
  ],
  [
    'Clean every other tuesday',
    {
      title: 'Clean',
      date: '2026-11-24',
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'tu' }] },
    },
  ],
  [
    'Clean every 2 fridays',
    {
      title: 'Clean',
      date: '2026-11-20',
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'fr' }] },
    },
  ],
  [
    'Gym every mon, wed and fri',
    {
      title: 'Gym',
      date: '2026-11-18',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'mo' }, { day: 'we' }, { day: 'fr' }] },
    },
  ],
  [
    'Gym on Mondays',
    { title: 'Gym', date: '2026-11-23', recurrence: { frequency: 'weekly', byDay: [{ day: 'mo' }] } },
  ],
  [
    'Mondays gym',
    { title: 'gym', date: '2026-11-23', recurrence: { frequency: 'weekly', byDay: [{ day: 'mo' }] } },
  ],
  [
    'Standup every weekday',
    {
      title: 'Standup',
      date: '2026-11-18',
      recurrence: {
        frequency: 'weekly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }],
      },
    },
  ],
  [
    'Standup every workday at 9:30',
    {
      title: 'Standup',
      date: '2026-11-19',
      time: '09:30',
      recurrence: {
        frequency: 'weekly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }],
      },
    },
  ],
  [
    'Mow every weekend',
    { title: 'Mow', date: '2026-11-21', recurrence: { frequency: 'weekly', byDay: [{ day: 'sa' }] } },
  ],
  [
    'Walk dog every day except sunday',
    {
      title: 'Walk dog',
      date: '2026-11-18',
      recurrence: {
        frequency: 'weekly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }, { day: 'sa' }],
      },
    },
  ],
  [
    'Walk every day starting tomorrow',
    { title: 'Walk', date: '2026-11-19', recurrence: { frequency: 'daily' } },
  ],
  [
    'Walk every day from June 3 until July 1',
    { title: 'Walk', date: '2027-06-03', recurrence: { frequency: 'daily', until: '2027-07-01' } },
  ],
  [
    'Walk every monday for 2 weeks from June 3',
    {
      title: 'Walk',
      date: '2027-06-07',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'mo' }], until: '2027-06-20' },
    },
  ],
  [
    'Walk every week for 6 weeks',
    {
      title: 'Walk',
      date: '2026-11-18',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'we' }], until: '2026-12-29' },
    },
  ],
  [
    'Walk every day for 20 times',
    { title: 'Walk', date: '2026-11-18', recurrence: { frequency: 'daily', count: 20 } },
  ],
  [
    'Water every! 3 days',
    { title: 'Water', date: '2026-11-18', recurrence: { kind: 'afterCompletion', every: 3, unit: 'day' } },
  ],
  [
    'Water every 3 days after completion',
    { title: 'Water', date: '2026-11-18', recurrence: { kind: 'afterCompletion', every: 3, unit: 'day' } },
  ],
  [
    'Standup on weekdays at 9',
    {
      title: 'Standup',
      date: '2026-11-19',
      time: '09:00',
      recurrence: {
        frequency: 'weekly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }],
      },
    },
  ],
  [
    'Trash every tuesday and every friday',
    {
      title: 'Trash',
      date: '2026-11-20',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'tu' }, { day: 'fr' }] },
    },
  ],
  [
    'Every morning meditate',
    { title: 'meditate', date: '2026-11-19', time: '09:00', recurrence: { frequency: 'daily' } },
  ],
  [
    'Every monday morning meditate',
    {
      title: 'meditate',
      date: '2026-11-23',
      time: '09:00',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'mo' }] },
    },
  ],
  [
    'Every friday at midnight dance',
    {
      title: 'dance',
      date: '2026-11-21',
      time: '00:00',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'sa' }] },
    },
  ],
  [
    'Yoga every tuesday in even weeks',
    {
      title: 'Yoga',
      date: '2026-11-24',
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'tu' }] },
    },
  ],
  [
    'Walk every week on monday and friday',
    {
      title: 'Walk',
      date: '2026-11-20',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'mo' }, { day: 'fr' }] },
    },
  ],
  [
    'Walk every 2 weeks on friday',
    {
      title: 'Walk',
      date: '2026-11-20',
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'fr' }] },
    },
  ],
  [
    'Walk every 3rd day',
    { title: 'Walk', date: '2026-11-18', recurrence: { frequency: 'daily', interval: 3 } },
  ],
  [
    'Walk every second day',
    { title: 'Walk', date: '2026-11-18', recurrence: { frequency: 'daily', interval: 2 } },
  ],
  [
    'Walk every third week',
    {
      title: 'Walk',
      date: '2026-11-18',
      recurrence: { frequency: 'weekly', interval: 3, byDay: [{ day: 'we' }] },
    },
  ],
  [
    'Walk every weekday except friday',
    {
      title: 'Walk',
      date: '2026-11-18',
      recurrence: {
        frequency: 'weekly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }],
      },
    },
  ],
  [
    'Run every day for 45 minutes',
    { title: 'Run', date: '2026-11-18', durationMinutes: 45, recurrence: { frequency: 'daily' } },
  ],
  [
    'Every Tuesday',
    { title: '', date: '2026-11-24', recurrence: { frequency: 'weekly', byDay: [{ day: 'tu' }] } },
  ],
  [
    'Bi-weekly',
    {
      title: '',
      date: '2026-11-18',
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'we' }] },
    },
  ],
  [
    'Water the ferns every other week @alex',
    {
      title: 'Water the ferns',
      date: '2026-11-18',
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'we' }] },
      responsibleMemberIds: [ALEX],
    },
  ],
  [
    'Walk the dog every day at 7am and feed it',
    {
      title: 'Walk the dog and feed it',
      date: '2026-11-19',
      time: '07:00',
      recurrence: { frequency: 'daily' },
    },
  ],
  [
    'Vacuum every 2 weeks on Saturday at 10 for 45 minutes @me #Kitchen',
    {
      title: 'Vacuum',
      date: '2026-11-21',
      time: '10:00',
      durationMinutes: 45,
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'sa' }] },
      responsibleMemberIds: [ME],
      category: { id: KITCHEN },
    },
  ],
  [
    'Read every night',
    { title: 'Read', date: '2026-11-18', time: '22:00', recurrence: { frequency: 'daily' } },
  ],
  [
    'Tennis every monday except in july and august',
    {
      title: 'Tennis',
      date: '2026-11-23',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'mo' }], byMonth: [1, 2, 3, 4, 5, 6, 9, 10, 11, 12] },
    },
  ],
  [
    'Stretch every day 10 times',
    { title: 'Stretch', date: '2026-11-18', recurrence: { frequency: 'daily', count: 10 } },
  ],
  [
    'Stretch each day for 10 days',
    { title: 'Stretch', date: '2026-11-18', recurrence: { frequency: 'daily', until: '2026-11-27' } },
  ],
  [
    'Clean filter 2 weeks after it is done',
    {
      title: 'Clean filter',
      date: '2026-11-18',
      recurrence: { kind: 'afterCompletion', every: 2, unit: 'week' },
    },
  ],
  [
    'School run every weekday 8:30am',
    {
      title: 'School run',
      date: '2026-11-19',
      time: '08:30',
      recurrence: {
        frequency: 'weekly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }],
      },
    },
  ],
  [
    'Every other friday pizza night 7pm',
    {
      title: 'pizza night',
      date: '2026-11-20',
      time: '19:00',
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'fr' }] },
    },
  ],
  [
    'Pizza every 2 weeks starting next friday',
    {
      title: 'Pizza',
      date: '2026-11-27',
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'fr' }] },
    },
  ],
  [
    'Call mum every sunday at 6',
    {
      title: 'Call mum',
      date: '2026-11-22',
      time: '18:00',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'su' }] },
    },
  ],
  [
    'Trash out every Monday & Thursday evening',
    {
      title: 'Trash out',
      date: '2026-11-19',
      time: '19:00',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'mo' }, { day: 'th' }] },
    },
  ],
  [
    'Water plants mon-fri at 8am',
    {
      title: 'Water plants',
      date: '2026-11-19',
      time: '08:00',
      recurrence: {
        frequency: 'weekly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }],
      },
    },
  ],
  [
    'Clean bathroom every saturday @together',
    {
      title: 'Clean bathroom',
      date: '2026-11-21',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'sa' }] },
      responsibleMemberIds: [ALEX, LEA, ME],
    },
  ],
  [
    'Water plants every mon/wed/fri',
    {
      title: 'Water plants',
      date: '2026-11-18',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'mo' }, { day: 'we' }, { day: 'fr' }] },
    },
  ],
  [
    'Call gran once a week',
    { title: 'Call gran', date: '2026-11-18', recurrence: { frequency: 'weekly', byDay: [{ day: 'we' }] } },
  ],
  [
    'Work monday - friday',
    {
      title: 'Work',
      date: '2026-11-18',
      recurrence: {
        frequency: 'weekly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }],
      },
    },
  ],
];

describe('reading English repetitions in days and weeks', () => {
  test.each(rows)('reads the expected rule and task from %s', (text, said) =>
    expectTask(text, said, household('en')),
  );
});
