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
    'Review weekly',
    { title: 'Review', date: '2026-11-18', recurrence: { frequency: 'weekly', byDay: [{ day: 'we' }] } },
  ],
  [
    'Pay rent monthly',
    { title: 'Pay rent', date: '2026-11-18', recurrence: { frequency: 'monthly', byMonthDay: [18] } },
  ],
  [
    'Pay tax quarterly',
    {
      title: 'Pay tax',
      date: '2026-11-18',
      recurrence: { frequency: 'monthly', interval: 3, byMonthDay: [18] },
    },
  ],
  [
    'Checkup yearly',
    {
      title: 'Checkup',
      date: '2026-11-18',
      recurrence: { frequency: 'yearly', byMonthDay: [18], byMonth: [11] },
    },
  ],
  [
    'Checkup annually',
    {
      title: 'Checkup',
      date: '2026-11-18',
      recurrence: { frequency: 'yearly', byMonthDay: [18], byMonth: [11] },
    },
  ],
  [
    'Checkup biannually',
    {
      title: 'Checkup',
      date: '2026-11-18',
      recurrence: { frequency: 'monthly', interval: 6, byMonthDay: [18] },
    },
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
    'Clean every 2nd tuesday',
    {
      title: 'Clean',
      date: '2026-12-08',
      recurrence: { frequency: 'monthly', byDay: [{ day: 'tu', nthOfPeriod: 2 }] },
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
    'Pay every 27th',
    { title: 'Pay', date: '2026-11-27', recurrence: { frequency: 'monthly', byMonthDay: [27] } },
  ],
  [
    'Pay every 27',
    { title: 'Pay', date: '2026-11-27', recurrence: { frequency: 'monthly', byMonthDay: [27] } },
  ],
  [
    'Pay every 2, 15, 27',
    { title: 'Pay', date: '2026-11-27', recurrence: { frequency: 'monthly', byMonthDay: [2, 15, 27] } },
  ],
  [
    'Pay every last day',
    { title: 'Pay', date: '2026-11-30', recurrence: { frequency: 'monthly', byMonthDay: [-1] } },
  ],
  [
    'Report every last friday',
    {
      title: 'Report',
      date: '2026-11-27',
      recurrence: { frequency: 'monthly', byDay: [{ day: 'fr', nthOfPeriod: -1 }] },
    },
  ],
  [
    'Report every last workday',
    {
      title: 'Report',
      date: '2026-11-30',
      recurrence: {
        frequency: 'monthly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }],
        bySetPosition: [-1],
      },
    },
  ],
  [
    'Report every 15th workday, last workday',
    {
      title: 'Report',
      date: '2026-11-20',
      recurrence: {
        frequency: 'monthly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }],
        bySetPosition: [-1, 15],
      },
    },
  ],
  [
    'Report first workday of the month',
    {
      title: 'Report',
      date: '2026-12-01',
      recurrence: {
        frequency: 'monthly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }],
        bySetPosition: [1],
      },
    },
  ],
  [
    'Birthday every jan 27th',
    {
      title: 'Birthday',
      date: '2027-01-27',
      recurrence: { frequency: 'yearly', byMonthDay: [27], byMonth: [1] },
    },
  ],
  [
    'Meeting every 1st wed oct',
    {
      title: 'Meeting',
      date: '2027-10-06',
      recurrence: { frequency: 'yearly', byDay: [{ day: 'we', nthOfPeriod: 1 }], byMonth: [10] },
    },
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
    'Pay rent every 31st',
    {
      title: 'Pay rent',
      date: '2026-11-30',
      recurrence: { frequency: 'monthly', byMonthDay: [31], skip: 'backward' },
    },
  ],
  [
    'Pay rent every month on the 15th',
    { title: 'Pay rent', date: '2026-12-15', recurrence: { frequency: 'monthly', byMonthDay: [15] } },
  ],
  [
    'Rent on the 1st of every month',
    { title: 'Rent', date: '2026-12-01', recurrence: { frequency: 'monthly', byMonthDay: [1] } },
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
    'Birthday every feb 29',
    {
      title: 'Birthday',
      date: '2027-02-28',
      recurrence: { frequency: 'yearly', byMonthDay: [29], byMonth: [2], skip: 'backward' },
    },
  ],
  [
    'Walk monthly on the last friday',
    {
      title: 'Walk',
      date: '2026-11-27',
      recurrence: { frequency: 'monthly', byDay: [{ day: 'fr', nthOfPeriod: -1 }] },
    },
  ],
  [
    'Walk every month on the last day',
    { title: 'Walk', date: '2026-11-30', recurrence: { frequency: 'monthly', byMonthDay: [-1] } },
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
    'Yearly',
    { title: '', date: '2026-11-18', recurrence: { frequency: 'yearly', byMonthDay: [18], byMonth: [11] } },
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
    'Wash car every 2nd saturday of the month',
    {
      title: 'Wash car',
      date: '2026-12-12',
      recurrence: { frequency: 'monthly', byDay: [{ day: 'sa', nthOfPeriod: 2 }] },
    },
  ],
  [
    'Change filters every quarter starting 1 January',
    {
      title: 'Change filters',
      date: '2027-01-01',
      recurrence: { frequency: 'monthly', interval: 3, byMonthDay: [1] },
    },
  ],
  [
    'Pay council tax every 1st until March 31',
    {
      title: 'Pay council tax',
      date: '2026-12-01',
      recurrence: { frequency: 'monthly', byMonthDay: [1], until: '2027-03-31' },
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
    'Check boiler every year on 1 October',
    {
      title: 'Check boiler',
      date: '2027-10-01',
      recurrence: { frequency: 'yearly', byMonthDay: [1], byMonth: [10] },
    },
  ],
  [
    'Check boiler yearly on October 1st',
    {
      title: 'Check boiler',
      date: '2027-10-01',
      recurrence: { frequency: 'yearly', byMonthDay: [1], byMonth: [10] },
    },
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
    'Defrost every 6 months',
    {
      title: 'Defrost',
      date: '2026-11-18',
      recurrence: { frequency: 'monthly', interval: 6, byMonthDay: [18] },
    },
  ],
  [
    'Clean gutters biannually starting March 1',
    {
      title: 'Clean gutters',
      date: '2027-03-01',
      recurrence: { frequency: 'monthly', interval: 6, byMonthDay: [1] },
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
    'Descale kettle every! month',
    {
      title: 'Descale kettle',
      date: '2026-11-18',
      recurrence: { kind: 'afterCompletion', every: 1, unit: 'month' },
    },
  ],
  [
    'Review every third friday',
    {
      title: 'Review',
      date: '2026-11-20',
      recurrence: { frequency: 'monthly', byDay: [{ day: 'fr', nthOfPeriod: 3 }] },
    },
  ],
  [
    'Report every first and third monday',
    {
      title: 'Report',
      date: '2026-12-07',
      recurrence: {
        frequency: 'monthly',
        byDay: [
          { day: 'mo', nthOfPeriod: 1 },
          { day: 'mo', nthOfPeriod: 3 },
        ],
      },
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
    'Pay bills the end of every month',
    { title: 'Pay bills', date: '2026-11-30', recurrence: { frequency: 'monthly', byMonthDay: [-1] } },
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
    'Pay credit card on the last day of the month',
    { title: 'Pay credit card', date: '2026-11-30', recurrence: { frequency: 'monthly', byMonthDay: [-1] } },
  ],
  [
    'Book club 2nd thursday of each month at 7:30pm',
    {
      title: 'Book club',
      date: '2026-12-10',
      time: '19:30',
      recurrence: { frequency: 'monthly', byDay: [{ day: 'th', nthOfPeriod: 2 }] },
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
    'Clean fridge once a month',
    { title: 'Clean fridge', date: '2026-11-18', recurrence: { frequency: 'monthly', byMonthDay: [18] } },
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
    'Service boiler every year in March',
    {
      title: 'Service boiler',
      date: '2027-03-01',
      recurrence: { frequency: 'yearly', byMonthDay: [1], byMonth: [3] },
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

describe('English: tasks that repeat', () => {
  test.each(rows)('%s', (text, said) => expectTask(text, said, household('en')));
});
