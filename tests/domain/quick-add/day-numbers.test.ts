import { describe, expect, test } from '@jest/globals';
import { expectTask, household, read, type Said } from './household.js';
import { isWithdrawn } from './withdrawn.js';

type Case = readonly [locale: string, text: string, said: Said];

describe('a number beside a time or a weekday', () => {
  const days: readonly Case[] = [
    ['fr', 'Dentiste le 4 à 14h', { title: 'Dentiste', date: '2026-12-04', time: '14:00' }],
    ['fr', 'RDV le 15 à 20h', { title: 'RDV', date: '2026-12-15', time: '20:00' }],
    ['fr', 'Coiffeur le 19 à 14h30', { title: 'Coiffeur', date: '2026-11-19', time: '14:30' }],
    ['fr', 'Coiffeur le 4 à midi', { title: 'Coiffeur', date: '2026-12-04', time: '12:00' }],
    ['fr', 'Coiffeur le 4 vers 9h', { title: 'Coiffeur', date: '2026-12-04', time: '09:00' }],
    ['fr', 'Coiffeur le 4 - 14h', { title: 'Coiffeur', date: '2026-12-04', time: '14:00' }],
    [
      'fr',
      'Garde le 4 de 14h à 16h',
      { title: 'Garde', date: '2026-12-04', time: '14:00', durationMinutes: 120 },
    ],
    ['fr', 'Dentiste vendredi 4 à 14h', { title: 'Dentiste', date: '2026-12-04', time: '14:00' }],
    ['fr', 'Dentiste vendredi le 4 à 14h', { title: 'Dentiste', date: '2026-12-04', time: '14:00' }],
    ['fr', 'Dentiste vendredi 4 - 14h', { title: 'Dentiste', date: '2026-12-04', time: '14:00' }],
    ['en', 'Dentist friday 4 at 2pm', { title: 'Dentist', date: '2026-12-04', time: '14:00' }],
    ['en', 'Dentist friday the 4 at 2pm', { title: 'Dentist', date: '2026-12-04', time: '14:00' }],
    ['en', 'Dentist on the 4th at 2pm', { title: 'Dentist', date: '2026-12-04', time: '14:00' }],
  ];
  test.each(days)('is a day of the month (%s): %s', (locale, text, said) => {
    expectTask(text, said, household(locale));
  });

  const hours: readonly Case[] = [
    [
      'fr',
      'Atelier demain de 4 à 14h',
      { title: 'Atelier', date: '2026-11-19', time: '04:00', durationMinutes: 600 },
    ],
    [
      'fr',
      'Atelier demain 4h à 14h',
      { title: 'Atelier', date: '2026-11-19', time: '04:00', durationMinutes: 600 },
    ],
    [
      'fr',
      'Atelier demain entre 4 et 14h',
      { title: 'Atelier', date: '2026-11-19', time: '04:00', durationMinutes: 600 },
    ],
    [
      'fr',
      'Atelier demain 9-11h',
      { title: 'Atelier', date: '2026-11-19', time: '09:00', durationMinutes: 120 },
    ],
    [
      'en',
      'Football friday 4-6pm',
      { title: 'Football', date: '2026-11-20', time: '16:00', durationMinutes: 120 },
    ],
    ['en', 'Football at 4 friday', { title: 'Football', date: '2026-11-20', time: '16:00' }],
  ];
  test.each(hours)('is an hour if it is marked as one (%s): %s', (locale, text, said) => {
    expectTask(text, said, household(locale));
  });

  const titles: readonly Case[] = [
    ['fr', 'Bus 4 à 14h demain', { title: 'Bus 4', date: '2026-11-19', time: '14:00' }],
    ['fr', 'Table pour 4 à 20h', { title: 'Table pour 4', date: '2026-11-18', time: '20:00' }],
    ['fr', 'Chapitre 7 vendredi 14h', { title: 'Chapitre 7', date: '2026-11-20', time: '14:00' }],
    ['en', 'Room 4 at 2pm', { title: 'Room 4', date: '2026-11-18', time: '14:00' }],
    ['en', 'Chapter 7 friday 2pm', { title: 'Chapter 7', date: '2026-11-20', time: '14:00' }],
  ];
  test.each(titles)('belongs to the title (%s): %s', (locale, text, said) => {
    expectTask(text, said, household(locale));
  });

  test.each([
    ['fr', 'Réunion 9 à 11h'],
    ['fr', 'Réunion demain 9 à 11h'],
    ['fr', 'Réunion du 4 à 14h'],
    ['fr', 'Dentiste vendredi 9 à 14h'],
    ['fr', 'Dentiste vendredi le 9 à 14h'],
    ['fr', 'Dentiste 4 vendredi 14h'],
    ['fr', 'Vacances du 4 au 8 à 14h'],
    ['en', 'Dentist the 4 at 2pm'],
    ['en', 'Dentist friday 9 at 2pm'],
    ['en', 'Dentist friday the 4'],
    ['en', 'Dentist 4 friday 2pm'],
    ['en', 'Holiday from the 4 to the 8 at 2pm'],
  ])('withdraws the date and the time if it may be several of these (%s): %s', (locale, text) => {
    expect(isWithdrawn(text, read(text, household(locale)))).toBe(true);
  });
});
