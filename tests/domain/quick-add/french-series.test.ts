import { describe, test } from '@jest/globals';
import { ALEX, LEA, KITCHEN, expectTask, household, type Row } from './household.js';

const rows: readonly Row[] = [
  ...[
    'Loyer chaque mois le premier',
    'Loyer le premier de chaque mois',
    'Loyer mensuellement le premier',
    'Loyer le premier du mois',
    'Loyer tous les premiers du mois',
  ].map((text): Row => [
    text,
    { title: 'Loyer', date: '2026-12-01', recurrence: { frequency: 'monthly', byMonthDay: [1] } },
  ]),
  [
    'Ménage tous les mardis et jeudis',
    {
      title: 'Ménage',
      date: '2026-11-19',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'tu' }, { day: 'th' }] },
    },
  ],
  [
    'Ménage chaque mardi à 19h',
    {
      title: 'Ménage',
      date: '2026-11-24',
      time: '19:00',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'tu' }] },
    },
  ],
  [
    'Ménage un mardi sur deux',
    {
      title: 'Ménage',
      date: '2026-11-24',
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'tu' }] },
    },
  ],
  [
    'Ménage une semaine sur deux',
    {
      title: 'Ménage',
      date: '2026-11-18',
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'we' }] },
    },
  ],
  [
    'Ménage tous les quinze jours',
    {
      title: 'Ménage',
      date: '2026-11-18',
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'we' }] },
    },
  ],
  [
    'Poubelle jaune semaines paires',
    {
      title: 'Poubelle jaune',
      date: '2026-11-23',
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'mo' }] },
    },
  ],
  [
    'Poubelle le mardi des semaines impaires',
    {
      title: 'Poubelle',
      date: '2026-12-01',
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'tu' }] },
    },
  ],
  [
    'Travail du lundi au vendredi',
    {
      title: 'Travail',
      date: '2026-11-18',
      recurrence: {
        frequency: 'weekly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }],
      },
    },
  ],
  [
    'Réveil en semaine',
    {
      title: 'Réveil',
      date: '2026-11-18',
      recurrence: {
        frequency: 'weekly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }],
      },
    },
  ],
  [
    'Point les jours ouvrés',
    {
      title: 'Point',
      date: '2026-11-18',
      recurrence: {
        frequency: 'weekly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }],
      },
    },
  ],
  [
    'Point tous les jours ouvrés',
    {
      title: 'Point',
      date: '2026-11-18',
      recurrence: {
        frequency: 'weekly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }],
      },
    },
  ],
  [
    'Loyer le 5 de chaque mois',
    { title: 'Loyer', date: '2026-12-05', recurrence: { frequency: 'monthly', byMonthDay: [5] } },
  ],
  [
    'Rapport premier lundi du mois',
    {
      title: 'Rapport',
      date: '2026-12-07',
      recurrence: { frequency: 'monthly', byDay: [{ day: 'mo', nthOfPeriod: 1 }] },
    },
  ],
  [
    'Rapport le dernier jour ouvré du mois',
    {
      title: 'Rapport',
      date: '2026-11-30',
      recurrence: {
        frequency: 'monthly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }],
        bySetPosition: [-1],
      },
    },
  ],
  [
    'Impôts chaque trimestre',
    {
      title: 'Impôts',
      date: '2026-11-18',
      recurrence: { frequency: 'monthly', interval: 3, byMonthDay: [18] },
    },
  ],
  [
    'Fête tous les ans le 14 juillet',
    {
      title: 'Fête',
      date: '2027-07-14',
      recurrence: { frequency: 'yearly', byMonthDay: [14], byMonth: [7] },
    },
  ],
  [
    "Yoga tous les jours jusqu'au 30 juin",
    { title: 'Yoga', date: '2026-11-18', recurrence: { frequency: 'daily', until: '2027-06-30' } },
  ],
  [
    'Yoga tous les jours à partir du 3 juin',
    { title: 'Yoga', date: '2027-06-03', recurrence: { frequency: 'daily' } },
  ],
  [
    'Yoga chaque semaine 6 fois',
    {
      title: 'Yoga',
      date: '2026-11-18',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'we' }], count: 6 },
    },
  ],
  [
    'Médicament tous les 3 jours après exécution',
    {
      title: 'Médicament',
      date: '2026-11-18',
      recurrence: { kind: 'afterCompletion', every: 3, unit: 'day' },
    },
  ],
  [
    'Tous les mardis sauf en août faire du yoga',
    {
      title: 'faire du yoga',
      date: '2026-11-24',
      recurrence: {
        frequency: 'weekly',
        byDay: [{ day: 'tu' }],
        byMonth: [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12],
      },
    },
  ],
  [
    'Tous les jours sauf le dimanche promener le chien',
    {
      title: 'promener le chien',
      date: '2026-11-18',
      recurrence: {
        frequency: 'weekly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }, { day: 'sa' }],
      },
    },
  ],
  [
    'Yoga pendant 6 semaines tous les lundis',
    {
      title: 'Yoga',
      date: '2026-11-23',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'mo' }], until: '2027-01-03' },
    },
  ],
  [
    'Tous les matins méditer',
    { title: 'méditer', date: '2026-11-19', time: '09:00', recurrence: { frequency: 'daily' } },
  ],
  [
    'Chaque mois le premier lundi bilan',
    {
      title: 'bilan',
      date: '2026-12-07',
      recurrence: { frequency: 'monthly', byDay: [{ day: 'mo', nthOfPeriod: 1 }] },
    },
  ],
  [
    'Payer tous les 2 mois le 15',
    {
      title: 'Payer',
      date: '2026-12-15',
      recurrence: { frequency: 'monthly', interval: 2, byMonthDay: [15] },
    },
  ],
  [
    'Yoga tous les jours jusqu’au 30 juin',
    { title: 'Yoga', date: '2026-11-18', recurrence: { frequency: 'daily', until: '2027-06-30' } },
  ],
  [
    'Yoga tous les jours du 3 au 5 mars',
    { title: 'Yoga', date: '2027-03-03', recurrence: { frequency: 'daily', until: '2027-03-05' } },
  ],
  [
    'Cours de piano chaque jeudi de 17h à 18h30 @léa',
    {
      title: 'Cours de piano',
      date: '2026-11-19',
      time: '17:00',
      durationMinutes: 90,
      recurrence: { frequency: 'weekly', byDay: [{ day: 'th' }] },
      responsibleMemberIds: [LEA],
    },
  ],
  [
    'Poubelles tous les lundis et jeudis soirs',
    {
      title: 'Poubelles',
      date: '2026-11-19',
      time: '19:00',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'mo' }, { day: 'th' }] },
    },
  ],
  [
    'Arroser chaque jour pendant 2 semaines',
    { title: 'Arroser', date: '2026-11-18', recurrence: { frequency: 'daily', until: '2026-12-01' } },
  ],
  [
    'Arroser dès demain chaque jour',
    { title: 'Arroser', date: '2026-11-19', recurrence: { frequency: 'daily' } },
  ],
  [
    'Piscine une fois par semaine',
    { title: 'Piscine', date: '2026-11-18', recurrence: { frequency: 'weekly', byDay: [{ day: 'we' }] } },
  ],
  [
    'Tous les 31 du mois',
    {
      title: '',
      date: '2026-11-30',
      recurrence: { frequency: 'monthly', byMonthDay: [31], skip: 'backward' },
    },
  ],
  [
    'Payer le 31 de chaque mois',
    {
      title: 'Payer',
      date: '2026-11-30',
      recurrence: { frequency: 'monthly', byMonthDay: [31], skip: 'backward' },
    },
  ],
  [
    'Payer chaque fin de mois',
    { title: 'Payer', date: '2026-11-30', recurrence: { frequency: 'monthly', byMonthDay: [-1] } },
  ],
  [
    'Tous les mois payer',
    { title: 'payer', date: '2026-11-18', recurrence: { frequency: 'monthly', byMonthDay: [18] } },
  ],
  [
    'Anniversaire tous les ans le 29 février',
    {
      title: 'Anniversaire',
      date: '2027-02-28',
      recurrence: { frequency: 'yearly', byMonthDay: [29], byMonth: [2], skip: 'backward' },
    },
  ],
  [
    'Arroser un jour sur deux',
    { title: 'Arroser', date: '2026-11-18', recurrence: { frequency: 'daily', interval: 2 } },
  ],
  [
    'Arroser un jour sur trois',
    { title: 'Arroser', date: '2026-11-18', recurrence: { frequency: 'daily', interval: 3 } },
  ],
  [
    'Ménage tous les samedis matin',
    {
      title: 'Ménage',
      date: '2026-11-21',
      time: '09:00',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'sa' }] },
    },
  ],
  [
    "Marché chaque samedi à 10h jusqu'à fin juin",
    {
      title: 'Marché',
      date: '2026-11-21',
      time: '10:00',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'sa' }], until: '2027-06-30' },
    },
  ],
  [
    'Linge chaque semaine',
    { title: 'Linge', date: '2026-11-18', recurrence: { frequency: 'weekly', byDay: [{ day: 'we' }] } },
  ],
  [
    'Linge toutes les semaines',
    { title: 'Linge', date: '2026-11-18', recurrence: { frequency: 'weekly', byDay: [{ day: 'we' }] } },
  ],
  [
    'Linge toutes les 3 semaines',
    {
      title: 'Linge',
      date: '2026-11-18',
      recurrence: { frequency: 'weekly', interval: 3, byDay: [{ day: 'we' }] },
    },
  ],
  [
    'Linge tous les deux jours',
    { title: 'Linge', date: '2026-11-18', recurrence: { frequency: 'daily', interval: 2 } },
  ],
  ['Linge quotidiennement', { title: 'Linge', date: '2026-11-18', recurrence: { frequency: 'daily' } }],
  [
    'Loyer mensuellement',
    { title: 'Loyer', date: '2026-11-18', recurrence: { frequency: 'monthly', byMonthDay: [18] } },
  ],
  [
    'Loyer chaque mois le 1er',
    { title: 'Loyer', date: '2026-12-01', recurrence: { frequency: 'monthly', byMonthDay: [1] } },
  ],
  [
    'Loyer tous les mois le 31',
    {
      title: 'Loyer',
      date: '2026-11-30',
      recurrence: { frequency: 'monthly', byMonthDay: [31], skip: 'backward' },
    },
  ],
  [
    'Charges chaque semestre',
    {
      title: 'Charges',
      date: '2026-11-18',
      recurrence: { frequency: 'monthly', interval: 6, byMonthDay: [18] },
    },
  ],
  [
    'Poubelles les lundis et jeudis',
    {
      title: 'Poubelles',
      date: '2026-11-19',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'mo' }, { day: 'th' }] },
    },
  ],
  [
    'Poubelles lundis et jeudis',
    {
      title: 'Poubelles',
      date: '2026-11-19',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'mo' }, { day: 'th' }] },
    },
  ],
  [
    'Poubelles un jeudi sur trois',
    {
      title: 'Poubelles',
      date: '2026-11-19',
      recurrence: { frequency: 'weekly', interval: 3, byDay: [{ day: 'th' }] },
    },
  ],
  [
    'Poubelles le jeudi une semaine sur deux',
    {
      title: 'Poubelles',
      date: '2026-11-19',
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'th' }] },
    },
  ],
  [
    'Marché chaque week-end',
    { title: 'Marché', date: '2026-11-21', recurrence: { frequency: 'weekly', byDay: [{ day: 'sa' }] } },
  ],
  [
    'Bilan le dernier vendredi du mois',
    {
      title: 'Bilan',
      date: '2026-11-27',
      recurrence: { frequency: 'monthly', byDay: [{ day: 'fr', nthOfPeriod: -1 }] },
    },
  ],
  [
    'Bilan chaque premier jour ouvré du mois',
    {
      title: 'Bilan',
      date: '2026-12-01',
      recurrence: {
        frequency: 'monthly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }],
        bySetPosition: [1],
      },
    },
  ],
  [
    'Bilan le dernier jour du mois',
    { title: 'Bilan', date: '2026-11-30', recurrence: { frequency: 'monthly', byMonthDay: [-1] } },
  ],
  [
    'Bilan chaque fin de mois',
    { title: 'Bilan', date: '2026-11-30', recurrence: { frequency: 'monthly', byMonthDay: [-1] } },
  ],
  [
    'Bilan tous les ans le premier lundi de mars',
    {
      title: 'Bilan',
      date: '2027-03-01',
      recurrence: { frequency: 'yearly', byDay: [{ day: 'mo', nthOfPeriod: 1 }], byMonth: [3] },
    },
  ],
  [
    'Anniversaire chaque 27 janvier',
    {
      title: 'Anniversaire',
      date: '2027-01-27',
      recurrence: { frequency: 'yearly', byMonthDay: [27], byMonth: [1] },
    },
  ],
  [
    'Plantes tous! les 5 jours',
    { title: 'Plantes', date: '2026-11-18', recurrence: { kind: 'afterCompletion', every: 5, unit: 'day' } },
  ],
  [
    "Plantes 5 jours après l'avoir fait",
    { title: 'Plantes', date: '2026-11-18', recurrence: { kind: 'afterCompletion', every: 5, unit: 'day' } },
  ],
  [
    'Filtre chaque mois après exécution',
    { title: 'Filtre', date: '2026-11-18', recurrence: { kind: 'afterCompletion', every: 1, unit: 'month' } },
  ],
  [
    'Yoga tous les lundis 10 fois',
    {
      title: 'Yoga',
      date: '2026-11-23',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'mo' }], count: 10 },
    },
  ],
  [
    'Yoga tous les lundis pendant 3 mois',
    {
      title: 'Yoga',
      date: '2026-11-23',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'mo' }], until: '2027-02-22' },
    },
  ],
  [
    'Yoga tous les jours sauf samedi et dimanche',
    {
      title: 'Yoga',
      date: '2026-11-18',
      recurrence: {
        frequency: 'weekly',
        byDay: [{ day: 'mo' }, { day: 'tu' }, { day: 'we' }, { day: 'th' }, { day: 'fr' }],
      },
    },
  ],
  [
    'Danse tous les vendredis à minuit',
    {
      title: 'Danse',
      date: '2026-11-21',
      time: '00:00',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'sa' }] },
    },
  ],
  [
    'Cuisine tous les jours de 18h à 19h @alex #kitchen !urgent',
    {
      title: 'Cuisine',
      date: '2026-11-18',
      time: '18:00',
      durationMinutes: 60,
      recurrence: { frequency: 'daily' },
      responsibleMemberIds: [ALEX],
      category: { id: KITCHEN },
      priority: 'URGENT',
    },
  ],
  [
    'Sortir le chien tous les jours à 7h et 19h',
    {
      title: 'Sortir le chien',
      date: '2026-11-19',
      time: '07:00',
      recurrence: { frequency: 'daily', times: ['07:00', '19:00'] },
    },
  ],
  [
    'Gouttes tous les lundis à 8h, 12h30 et à 20h pendant 2 semaines',
    {
      title: 'Gouttes',
      date: '2026-11-23',
      time: '08:00',
      recurrence: {
        frequency: 'weekly',
        byDay: [{ day: 'mo' }],
        times: ['08:00', '12:30', '20:00'],
        until: '2026-12-06',
      },
    },
  ],
  [
    'Nettoyer le frigo une fois par mois',
    {
      title: 'Nettoyer le frigo',
      date: '2026-11-18',
      recurrence: { frequency: 'monthly', byMonthDay: [18] },
    },
  ],
  [
    'Linge tous les 15 jours le samedi',
    {
      title: 'Linge',
      date: '2026-11-21',
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'sa' }] },
    },
  ],
  [
    'Cours de danse tous les mercredis de 14h à 15h30 sauf en juillet et août',
    {
      title: 'Cours de danse',
      date: '2026-11-18',
      time: '14:00',
      durationMinutes: 90,
      recurrence: { frequency: 'weekly', byDay: [{ day: 'we' }], byMonth: [1, 2, 3, 4, 5, 6, 9, 10, 11, 12] },
    },
  ],
  [
    'Poubelle verte un lundi sur deux à 20h @alex',
    {
      title: 'Poubelle verte',
      date: '2026-11-23',
      time: '20:00',
      recurrence: { frequency: 'weekly', interval: 2, byDay: [{ day: 'mo' }] },
      responsibleMemberIds: [ALEX],
    },
  ],
  [
    'Réviser la voiture tous les ans en mars',
    {
      title: 'Réviser la voiture',
      date: '2027-03-01',
      recurrence: { frequency: 'yearly', byMonthDay: [1], byMonth: [3] },
    },
  ],
];

describe('reading French repetitions', () => {
  test.each(rows)('reads the expected rule and task from %s', (text, said) =>
    expectTask(text, said, household('fr')),
  );
});
