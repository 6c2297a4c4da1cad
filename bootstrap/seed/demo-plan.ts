import type { Season } from '../../domain/days/season.js';
import type { Shift } from '../../domain/days/shift.js';
import type { AfterCompletion, RecurrenceRule } from '../../domain/recurrence/rule.js';
import type { CivilTime } from '../../domain/shared/civil-time.js';
import type { Nag } from '../../domain/tasks/content.js';
import type { Priority } from '../../domain/tasks/occurrence.js';
import type { Visibility } from '../../domain/shared/visibility.js';
import type { MissedPolicy, WhenAway } from '../../domain/recurrence/policies.js';

/**
 * The members with accounts. The lists in this file refer to them by position: 0 is the first. The positions of
 * PROXIES follow after the last one.
 */
export const PEOPLE = [
  { name: 'Ana', email: 'ana@demo.example', locale: 'en', group: 'ADULT' },
  { name: 'Ben', email: 'ben@demo.example', locale: 'en', group: 'ADULT' },
  { name: 'Chloé', email: 'chloe@demo.example', locale: 'fr', group: 'ADULT' },
  { name: 'Emma', email: 'emma@demo.example', locale: 'fr', group: 'CHILD' },
] as const;
export const PASSWORD = 'a demo household of four';
export const DEMO_HOUSEHOLD = { name: 'Demo household', timeZone: 'Europe/Paris' } as const;

/** The members without accounts. The adults above manage them. */
export const PROXIES = [
  { displayName: 'Leo', group: 'CHILD' },
  { displayName: 'Minou', group: 'PET' },
] as const;

/** The guest of the household. `from` and `until` are in days before today. Negative numbers are days after today. */
export const GUEST = { displayName: 'Grandma Jeanne', group: 'GUEST', from: 2, until: -9 } as const;

export const DEMO_CATEGORIES = [
  { name: 'Kitchen', color: '#f59e0b', icon: null },
  { name: 'Cleaning', color: '#10b981', icon: null },
  { name: 'Outside', color: '#3b82f6', icon: null },
  { name: 'Paperwork', color: '#8b5cf6', icon: null },
] as const;
type CategoryName = (typeof DEMO_CATEGORIES)[number]['name'];

export type PlannedSeries = {
  readonly title: string;
  readonly by: number;
  readonly category: CategoryName;
  readonly recurrence: RecurrenceRule | AfterCompletion;
  /**
   * How many days ago the series began. undefined means at the start of the year, and null means that it has not been
   * started.
   */
  readonly daysAgo?: number | null;
  /** The rotation: members in one inner list do a turn together. An empty list means that there is no such rotation. */
  readonly turns: readonly (readonly number[])[];
  /** If set, each turn goes to the one of these members who has done the least work. */
  readonly balanced?: readonly number[];
  readonly season?: Season;
  /** How the repeating task avoids public holidays. */
  readonly shift?: Omit<Shift, 'calendarIds'>;
  readonly whenAway?: WhenAway;
  readonly time?: string;
  readonly minutes?: number;
  readonly missed?: MissedPolicy;
  readonly checklist?: readonly string[];
  readonly reminders?: readonly number[];
  readonly nag?: Nag;
  readonly escalateAfterMinutes?: number;
  /** Members who tick separately. undefined means that one tick is enough. */
  readonly each?: readonly number[];
};

const weekly = (...days: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]): RecurrenceRule => ({
  frequency: 'weekly',
  byDay: days.map((day) => ({ day })),
});

/** The times of day at which the cat gets its drops. */
const DROPS_AT = ['08:00', '20:00'] as CivilTime[];

/** The season of garden tasks, in which the grass grows. */
const GARDEN = [{ from: '04-01', to: '10-31' }] as unknown as Season;

export const DEMO_SERIES: readonly PlannedSeries[] = [
  { title: 'Take out the bins', by: 0, category: 'Outside', recurrence: weekly('tu'), turns: [[0], [1], [2]], time: '19:00', reminders: [60], nag: { everyMinutes: 30, times: 2 }, escalateAfterMinutes: 120 }, // oxfmt-ignore
  { title: 'Recycling', by: 1, category: 'Outside', recurrence: { ...weekly('fr'), interval: 2 }, turns: [[1], [2]], time: '08:00', shift: { when: 'earlierInWeek', then: 'nextFree', restDays: ['su'] } }, // oxfmt-ignore
  { title: 'Cook dinner', by: 0, category: 'Kitchen', recurrence: weekly('mo', 'we', 'fr'), turns: [[0], [1], [2]], time: '18:30', minutes: 60, missed: 'keepLatest' }, // oxfmt-ignore
  { title: 'Vacuum', by: 2, category: 'Cleaning', recurrence: weekly('sa'), turns: [[2], [0]], minutes: 40 },
  { title: 'Clean the bathroom', by: 1, category: 'Cleaning', recurrence: weekly('su'), turns: [], balanced: [0, 1, 2], checklist: ['Shower', 'Basin', 'Mirror', 'Floor'] }, // oxfmt-ignore
  { title: 'Change the bed sheets', by: 2, category: 'Cleaning', recurrence: { ...weekly('su'), interval: 2 }, turns: [[0, 2]] }, // oxfmt-ignore
  { title: 'Water the plants', by: 2, category: 'Outside', recurrence: { kind: 'afterCompletion', every: 10, unit: 'day' }, turns: [] }, // oxfmt-ignore
  { title: 'Pay the rent', by: 0, category: 'Paperwork', recurrence: { frequency: 'monthly', byMonthDay: [1] }, turns: [[0]], reminders: [1440], whenAway: 'keep' }, // oxfmt-ignore
  { title: 'Tidy your own room', by: 0, category: 'Cleaning', recurrence: weekly('sa'), turns: [], each: [1, 2, 3], minutes: 20 }, // oxfmt-ignore
  { title: 'Empty the dishwasher', by: 1, category: 'Kitchen', recurrence: weekly('tu', 'th'), turns: [[3], [4]], minutes: 10, missed: 'keepLatest' }, // oxfmt-ignore
  { title: 'Mow the lawn', by: 0, category: 'Outside', recurrence: weekly('sa'), turns: [[1], [0]], minutes: 45, season: GARDEN, missed: 'keepLatest' }, // oxfmt-ignore
  { title: 'Bleed the radiators', by: 1, category: 'Outside', recurrence: { kind: 'afterCompletion', every: 1, unit: 'year' }, turns: [], daysAgo: null }, // oxfmt-ignore
  { title: 'Give Minou her drops', by: 0, category: 'Kitchen', recurrence: { frequency: 'daily', times: DROPS_AT, count: 20 }, turns: [[0], [1]], minutes: 5, daysAgo: 4 }, // oxfmt-ignore
  { title: 'Read the meters', by: 1, category: 'Paperwork', recurrence: { frequency: 'monthly', byMonthDay: [-1] }, turns: [[1]] }, // oxfmt-ignore
];

export type PlannedTask = {
  readonly title: string;
  readonly by: number;
  readonly for: readonly number[];
  /** The date, in days before today. Negative numbers are days after today, and null means without a date. */
  readonly daysAgo: number | null;
  readonly priority?: Priority;
  readonly visibility?: Visibility;
  readonly time?: CivilTime;
  readonly showFrom?: number;
};

const ERRANDS = [
  'Fix the tap', 'Buy light bulbs', 'Repair the bicycle', 'Defrost the freezer', 'Return the parcel',
  'Call the landlord', 'Oil the door', 'Sort the cellar', 'Clean the windows', 'Replace the filter',
  'Hang the shelf', 'Descale the kettle', 'Mend the curtain', 'Wash the car', 'Check the smoke alarms',
]; // oxfmt-ignore

/** The one-off tasks: one errand per week, and tasks in the future or without a date. */
export const TASKS: readonly PlannedTask[] = [
  ...Array.from({ length: 51 }, (_, week) => ({
    title: ERRANDS[week % ERRANDS.length] ?? '',
    by: week % 3,
    for: [(week + 1) % 3],
    daysAgo: 358 - 7 * week,
    priority: (['NORMAL', 'HIGH', 'LOW', 'NORMAL'] as const)[week % 4] ?? 'NORMAL',
  })),
  { title: 'Call the dentist', by: 0, for: [0], daysAgo: 2, visibility: 'PERSONAL' },
  { title: 'Birthday cake', by: 1, for: [1, 2], daysAgo: -5, priority: 'URGENT' },
  { title: 'Renew the passport', by: 2, for: [2], daysAgo: -20, showFrom: 14 },
  { title: 'Learn the poem', by: 3, for: [3], daysAgo: -3 },
  { title: 'Paint the hall', by: 0, for: [], daysAgo: null, priority: 'LOW' },
];

export const SHOPPING = [
  '2 l milk, 6 eggs, bread',
  '500 g pasta, tomatoes, 1 kg flour',
  'dish soap, coffee, apples',
];

/** Items that were bought in each of the last six weeks, so the service suggests them. */
export const STAPLES = 'butter, yoghurt';

/** A second shopping list, with the sections of its shop. */
export const SECOND_LIST = {
  name: 'Hardware store',
  sections: ['Paint', 'Tools', 'Garden'],
  items: ['wood screws', 'potting soil'],
};

export const TEMPLATE = {
  name: 'Before a holiday',
  tasks: [
    { title: 'Empty the fridge', dayOffset: -1 },
    { title: 'Turn the heating down', dayOffset: 0 },
    { title: 'Ask the neighbours to water the plants', dayOffset: -3 },
  ],
} as const;

/** The name of the wall display. */
export const DISPLAY = 'Kitchen';

/** The position of the member who gets an agenda in the morning. */
export const AGENDA_MEMBER = 1;

/** The public holidays that are on the same date every year. */
export const HOLIDAYS = {
  name: 'Public holidays',
  days: [
    ['01-01', 'New Year'],
    ['05-01', 'Labour Day'],
    ['05-08', 'Victory Day'],
    ['07-14', 'Bastille Day'],
    ['08-15', 'Assumption'],
    ['11-01', 'All Saints'],
    ['11-11', 'Armistice'],
    ['12-25', 'Christmas'],
  ],
} as const;

/** The absences, in days before today: Ben's holiday, and Leo's stay with his father, which has no end yet. */
export const ABSENCES = [
  { who: 1, from: 110, to: 97 },
  { who: 4, from: 12, to: null },
] as const;

/** A household pause, in days before today. The numbers are negative, so it is in the future. */
export const PAUSE = { from: -49, to: -55, note: 'Skiing' } as const;
