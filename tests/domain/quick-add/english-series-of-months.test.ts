import { describe, expect, test } from '@jest/globals';
import { expectTask, household, read, type Row } from './household.js';

const rows: readonly Row[] = [
  [
    'Pay rent monthly',
    { title: 'Pay rent', date: '2026-11-18', recurrence: { frequency: 'monthly', byMonthDay: [18] } },
  ],
  ...[
    'Pay rent every month on the fifth',
    'Pay rent monthly on the fifth',
    'Pay rent on the fifth of every month',
    'Pay rent every fifth of the month',
  ].map((text): Row => [
    text,
    { title: 'Pay rent', date: '2026-12-05', recurrence: { frequency: 'monthly', byMonthDay: [5] } },
  ]),
  [
    'Pay rent every month on the twentieth',
    { title: 'Pay rent', date: '2026-11-20', recurrence: { frequency: 'monthly', byMonthDay: [20] } },
  ],
  [
    'Pay rent every quarter on the first',
    {
      title: 'Pay rent',
      date: '2026-12-01',
      recurrence: { frequency: 'monthly', interval: 3, byMonthDay: [1] },
    },
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
    'Clean every 2nd tuesday',
    {
      title: 'Clean',
      date: '2026-12-08',
      recurrence: { frequency: 'monthly', byDay: [{ day: 'tu', nthOfPeriod: 2 }] },
    },
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
    'Yearly',
    { title: '', date: '2026-11-18', recurrence: { frequency: 'yearly', byMonthDay: [18], byMonth: [11] } },
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
    'Pay bills the end of every month',
    { title: 'Pay bills', date: '2026-11-30', recurrence: { frequency: 'monthly', byMonthDay: [-1] } },
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
    'Clean fridge once a month',
    { title: 'Clean fridge', date: '2026-11-18', recurrence: { frequency: 'monthly', byMonthDay: [18] } },
  ],
  [
    'Service boiler every year in March',
    {
      title: 'Service boiler',
      date: '2027-03-01',
      recurrence: { frequency: 'yearly', byMonthDay: [1], byMonth: [3] },
    },
  ],
];

test.each([
  "Rent monthly on the 23, 5 o'clock",
  'Rent monthly on the 23, 5 o clock',
  'Rent monthly on the 23, 5pm',
])('the hour after a day of the month is no further day: %s', (text) => {
  const recurrence = { frequency: 'monthly', byMonthDay: [23] };
  expect(read(text, household('en'))).toMatchObject({ task: { title: 'Rent', time: '17:00', recurrence } });
});

describe('reading English repetitions in months and years', () => {
  test.each(rows)('reads the expected rule and task from %s', (text, said) =>
    expectTask(text, said, household('en')),
  );
});
