import { describe, test } from '@jest/globals';
import { ALEX, LEA, ME, expectTask, household, type Row } from './household.js';

const rows: readonly Row[] = [
  [
    'Vaisselle chaque jour à tour de rôle',
    {
      title: 'Vaisselle',
      date: '2026-11-18',
      recurrence: { frequency: 'daily' },
      rotation: { kind: 'turns', order: [[ALEX], [LEA], [ME]], unit: 'occurrence', length: 1, offset: 0 },
    },
  ],
  [
    'Vaisselle tous les soirs en alternance',
    {
      title: 'Vaisselle',
      date: '2026-11-18',
      time: '19:00',
      recurrence: { frequency: 'daily' },
      rotation: { kind: 'turns', order: [[ALEX], [LEA], [ME]], unit: 'occurrence', length: 1, offset: 0 },
    },
  ],
  [
    'Vaisselle tous les jours chacun son tour',
    {
      title: 'Vaisselle',
      date: '2026-11-18',
      recurrence: { frequency: 'daily' },
      rotation: { kind: 'turns', order: [[ALEX], [LEA], [ME]], unit: 'occurrence', length: 1, offset: 0 },
    },
  ],
  ['Lire cette semaine', { title: 'Lire', softDue: { kind: 'THIS_WEEK' } }],
  ["Lire d'ici vendredi", { title: 'Lire', softDue: { kind: 'BEFORE', date: '2026-11-20' } }],
  ['Lire avant le 3 juin', { title: 'Lire', softDue: { kind: 'BEFORE', date: '2027-06-03' } }],
  [
    'Vaisselle une semaine Alex une semaine Léa',
    {
      title: 'Vaisselle',
      date: '2026-11-18',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'we' }] },
      rotation: { kind: 'turns', order: [[ALEX], [LEA]], unit: 'week', length: 1, offset: 0 },
    },
  ],
  ['Cadeau !privé', { title: 'Cadeau', visibility: 'PERSONAL' }],
  ['Cadeau !urgent @moi', { title: 'Cadeau', responsibleMemberIds: [ME], priority: 'URGENT' }],
  ['Cadeau @ensemble', { title: 'Cadeau', responsibleMemberIds: [ALEX, LEA, ME] }],
  ["Lire d'ici 3 jours", { title: 'Lire', softDue: { kind: 'BEFORE', date: '2026-11-21' } }],
  ["Lire d'ici la fin du mois", { title: 'Lire', softDue: { kind: 'BEFORE', date: '2026-11-30' } }],
  ['Lire ce mois-ci', { title: 'Lire', softDue: { kind: 'THIS_MONTH' } }],
  [
    'Vaisselle en alternance entre Alex et Léa tous les soirs',
    {
      title: 'Vaisselle',
      date: '2026-11-18',
      time: '19:00',
      recurrence: { frequency: 'daily' },
      rotation: { kind: 'turns', order: [[ALEX], [LEA]], unit: 'occurrence', length: 1, offset: 0 },
    },
  ],
  [
    'Vaisselle chaque jour @alex @léa à tour de rôle',
    {
      title: 'Vaisselle',
      date: '2026-11-18',
      recurrence: { frequency: 'daily' },
      rotation: { kind: 'turns', order: [[ALEX], [LEA]], unit: 'occurrence', length: 1, offset: 0 },
    },
  ],
  [
    'Salle de bain une semaine @alex, une semaine @moi chaque samedi',
    {
      title: 'Salle de bain',
      date: '2026-11-21',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'sa' }] },
      rotation: { kind: 'turns', order: [[ALEX], [ME]], unit: 'week', length: 1, offset: 0 },
    },
  ],
  [
    'Bains chaque lundi en alternant chaque semaine entre Alex et Léa',
    {
      title: 'Bains',
      date: '2026-11-23',
      recurrence: { frequency: 'weekly', byDay: [{ day: 'mo' }] },
      rotation: { kind: 'turns', order: [[ALEX], [LEA]], unit: 'week', length: 1, offset: 0 },
    },
  ],
  ['Papiers ce mois-ci', { title: 'Papiers', softDue: { kind: 'THIS_MONTH' } }],
  ['Papiers au plus tard vendredi', { title: 'Papiers', softDue: { kind: 'BEFORE', date: '2026-11-20' } }],
  ["Papiers d'ici le 15 mars", { title: 'Papiers', softDue: { kind: 'BEFORE', date: '2027-03-15' } }],
  ['Papiers dans la semaine', { title: 'Papiers', softDue: { kind: 'THIS_WEEK' } }],
  ['Achat #Jardin !haute', { title: 'Achat', category: { newName: 'Jardin' }, priority: 'HIGH' }],
  ['Achat !basse @"Marie Curie"', { title: 'Achat', responsibleMemberIds: [ME], priority: 'LOW' }],
  ['Achat p2', { title: 'Achat', priority: 'HIGH' }],
  ['Liste\n- lait\n- pain', { title: 'Liste', checklist: [{ title: 'lait' }, { title: 'pain' }] }],
  ['Rappeler // numéro sur le frigo', { title: 'Rappeler', notes: 'numéro sur le frigo' }],
  [
    'Payer la cantine avant vendredi',
    { title: 'Payer la cantine', softDue: { kind: 'BEFORE', date: '2026-11-20' } },
  ],
  [
    "Acheter le cadeau de Léa d'ici samedi 28 novembre",
    { title: 'Acheter le cadeau de Léa', softDue: { kind: 'BEFORE', date: '2026-11-28' } },
  ],
  [
    'Vaisselle @alex et @moi demain',
    { title: 'Vaisselle', date: '2026-11-19', responsibleMemberIds: [ALEX, ME] },
  ],
];

describe('French: people, markers, soft due dates and the rest', () => {
  test.each(rows)('%s', (text, said) => expectTask(text, said, household('fr')));
});
