import { describe, expect, test } from '@jest/globals';
import { WEEKDAYS } from '../../../domain/shared/civil-date.js';
import { parseCivilTime } from '../../../domain/shared/civil-time.js';
import { compileGrammar } from '../../../domain/quick-add/grammar/grammar.js';
import { TOKEN_SLOTS } from '../../../domain/quick-add/grammar/slots.js';
import { DAY_PARTS, MARKER_WORDS } from '../../../domain/quick-add/languages/language.js';
import { LANGUAGES } from '../../../domain/quick-add/languages/index.js';
import { MEANINGS, PART_GROUPS } from '../../../domain/quick-add/languages/meanings.js';
import { BUILDERS } from '../../../domain/quick-add/phrases/index.js';
import { PARTS } from '../../../domain/quick-add/grammar/matcher.js';
import { FORMS } from '../../bench/quick-add-form-examples.js';
import { chooseLocale } from '../../../domain/quick-add/choose-locale.js';
import { ALEX, KITCHEN, household, read } from './household.js';
import { quickAddForms } from '../../bench/quick-add-forms.js';
import { isWithdrawn } from './withdrawn.js';

describe('the languages of quick add', () => {
  const SLOTS = new Set<string>([
    ...Object.keys(TOKEN_SLOTS),
    ...PART_GROUPS,
    'fixed',
    'calendar',
    'timeOfDay',
  ]);

  describe.each(LANGUAGES.map((language) => [language.code, language] as const))(
    'the word lists of %s',
    (_, language) => {
      test('have at least one phrase for every meaning, and phrases for nothing else', () => {
        expect(Object.keys(language.phrases).sort()).toEqual([...MEANINGS].sort());
        expect(MEANINGS.filter((meaning) => language.phrases[meaning].length === 0)).toEqual([]);
      });

      test('use in their phrases only slots that the parser can fill', () => {
        const templates = Object.values(language.phrases)
          .flat()
          .map((phrase) => (typeof phrase === 'string' ? phrase : phrase.say));
        const slots = templates.flatMap((template) =>
          [...template.matchAll(/\{(.*?)\}/g)].map(([, slot]) => slot),
        );
        expect(slots.filter((slot) => !SLOTS.has(slot ?? ''))).toEqual([]);
        expect(() => compileGrammar(language)).not.toThrow();
      });

      test('contain words for all weekdays, months and markers, and know all parts of the day and units of time', () => {
        for (const day of WEEKDAYS) {
          const { strong, weak, plural } = language.weekdays[day];
          expect(strong.length).toBeGreaterThan(0);
          expect(plural.length).toBeGreaterThan(0);
          expect(strong.filter((word) => weak.includes(word))).toEqual([]);
        }
        expect(language.months.map(({ strong, weak }) => strong.length + weak.length > 0)).toEqual(
          Array.from({ length: 12 }, () => true),
        );
        for (const part of DAY_PARTS) expect(parseCivilTime(language.dayParts[part].time)).not.toBeNull();
        for (const word of MARKER_WORDS) expect(language.markers[word].length).toBeGreaterThan(0);
        expect([...new Set(language.units.map(({ unit }) => unit))].sort()).toEqual([
          'day',
          'month',
          'week',
          'year',
        ]);
      });

      test('use each name of a weekday for one weekday only', () => {
        const names = [
          ...Object.values(language.weekdays).flatMap(({ strong, weak, plural }) => [
            ...strong,
            ...weak,
            ...plural,
          ]),
        ];
        expect(new Set(names).size).toBe(names.length);
      });
    },
  );

  test('have exactly one builder for every meaning of a phrase', () => {
    const parts = PART_GROUPS.flatMap((group) => Object.keys(PARTS[group]));
    expect([...BUILDERS.keys(), ...parts].sort()).toEqual([...MEANINGS].sort());
  });
});

describe('a language that quick add does not know', () => {
  const unknown = ['de', 'de-AT', 'es', 'it', 'pt', 'pt-BR', 'nl', 'ja'];

  test.each(unknown)('reads only markers and ISO dates, with a warning, in the locale %s', (locale) => {
    const text = 'Party today at 5pm every Monday 3/4 2026-12-04T15:00 @alex #kitchen p1 ~30m // Kuchen';
    expect(read(text, household(locale))).toMatchObject({
      task: {
        title: 'Party today at 5pm every Monday 3/4',
        date: '2026-12-04',
        time: '15:00',
        durationMinutes: 30,
        recurrence: null,
        responsibleMemberIds: [ALEX],
        category: { id: KITCHEN },
        priority: 'URGENT',
        notes: 'Kuchen',
      },
      warnings: [{ code: 'LANGUAGE_NOT_SUPPORTED', start: 0, end: text.length }],
    });
  });

  test.each(['en', 'en-GB', 'fr', 'fr_CA', 'FR'])('is not the language of the locale %s', (locale) => {
    expect(read('Party 2026-12-04', household(locale)).warnings).toEqual([]);
  });

  test('is replaced by another language only if that language recognises more of the text', () => {
    expect(chooseLocale('Zahnarzt morgen', 'de', household('de'))).toBe('de');
    expect(chooseLocale('Dentist tomorrow', 'de', household('de'))).toBe('en');
  });

  test.each([
    'Müll jeden Dienstag 18:30',
    'Müll jeden Dienstag 18h30',
    'Zahnarzt am Freitag um 18:30',
    'Oma 4 August 18:30',
    'Putzen am Weekend 18:00',
    'Afspraak in de week 18:30',
    'Reunión en la tarde 18:30',
    'Essen 7pm #Küche @alex',
    'Even bellen om 18:30',
  ])('is not replaced by a language that only shares a few words with it: %s', (text) => {
    expect(chooseLocale(text, 'de', household('de'))).toBe('de');
  });
});

describe('a time beside a word for a day in another language', () => {
  test.each([
    ['en', 'Zahnarzt morgen 14:00'],
    ['en', 'Elternabend Mittwoch um 19:30'],
    ['en', 'Termin am 5. Juli 14:00'],
    ['en', 'Arzt nächste Woche 10:00'],
    ['en', 'dentista mañana a las 15:00'],
    ['en', 'comida domingo 14:00'],
    ['en', 'fiesta 5 de mayo 15:00'],
    ['en', 'cena venerdì 20:00'],
    ['en', 'dentista oggi 17:00'],
    ['en', 'appuntamento 3 marzo 10:00'],
    ['en', 'reunião quinta-feira 10:00'],
    ['en', 'almoço amanhã 13:00'],
    ['en', 'tandarts vrijdag 10:00'],
    ['en', 'voetbal zondag 14:00-16:00'],
    ['en', 'dentiste demain 14:00'],
    ['fr', 'Zahnarzt morgen 14:00'],
    ['fr', 'Treffen Montag 9h'],
    ['fr', 'cena sabato 20h'],
    ['fr', 'reunión lunes 10h'],
    ['fr', 'dentist tomorrow 14h'],
  ])('stays in the title with a warning, because it would be today (%s): %s', (locale, text) => {
    expect({ text, isWithdrawn: isWithdrawn(text, read(text, household(locale))) }).toEqual({
      text,
      isWithdrawn: true,
    });
  });

  test.each([
    ['en', 'Call Julio 3pm', 'Call Julio', '2026-11-18', '15:00'],
    ['en', 'Lunch with Domingo 14:00', 'Lunch with Domingo', '2026-11-18', '14:00'],
    ['en', 'Buy mayo 5pm', 'Buy mayo', '2026-11-18', '17:00'],
    ['en', 'Zahnarzt freitag 2026-12-04 14:00', 'Zahnarzt freitag', '2026-12-04', '14:00'],
    ['en', 'Zahnarzt morgen', 'Zahnarzt morgen', null, null],
    ['fr', 'Observer les lunes 22h', 'Observer les lunes', '2026-11-18', '22:00'],
  ])(
    'is read if the word is a name or a noun, or if there is a date (%s): %s',
    (locale, text, title, date, time) => {
      expect(read(text, household(locale))).toMatchObject({ task: { title, date, time }, warnings: [] });
    },
  );
});

describe('chooseLocale', () => {
  const choose = (text: string, own: string, ignore: readonly (readonly [number, number])[] = []) =>
    chooseLocale(text, own, { ...household(own), ignore });

  /** Both languages explain equally much of these texts, so `chooseLocale` returns the language of the account. */
  const READ_BY_BOTH = ['Dîner 17h30'];

  const examples = FORMS.filter(({ form }) => form !== 'left alone').flatMap(({ en, fr }) => [
    ['en', en, 'fr'] as const,
    ['fr', fr, 'en'] as const,
  ]);
  test.each(examples)(
    'chooses %s for the text %s, whatever the language of the account, unless both languages read it equally well',
    (locale, text, other) => {
      expect(choose(text, locale)).toBe(locale);
      const chosen = choose(text, other);
      const same =
        JSON.stringify(read(text, household(locale)).task) ===
        JSON.stringify(read(text, household(other)).task);
      if (!READ_BY_BOTH.includes(text)) expect(same ? locale : chosen).toBe(locale);
    },
  );

  test.each([
    ['Buy mars bars', 'en', 'en'],
    ['Lait', 'en', 'en'],
    ['Milk', 'fr', 'fr'],
    ['demain', 'en', 'en'],
    ['tomorrow', 'fr', 'fr'],
    ['Appeler @Alex #Kitchen !high', 'en', 'en'],
    ['Call @Alex 19:00', 'fr-CA', 'fr-CA'],
    ['Party 3/4', 'en-US', 'en-US'],
    ['', 'fr', 'fr'],
    ['Milk tomorrow\nEggs tomorrow', 'fr', 'fr'],
  ])('given the text %j and an account in %s, chooses %s', (text, own, locale) => {
    expect(choose(text, own)).toBe(locale);
  });

  test.each([
    ['swim every monday until Christmas 17:30', 'en'],
    ['gym three times a week at 18:00', 'en'],
    ['zoo tuesday trip 18:00', 'en'],
    ['bins on even days 18:00', 'en'],
    ['pay rent every monday except june 3 16:30', 'en'],
    ['Sport trois fois par semaine 18:30', 'fr'],
    ["Natation chaque lundi jusqu'à Noël 17:30", 'fr'],
    ['Poubelles les jours pairs 18:00', 'fr'],
    ['Piscine tous les mardis sauf le premier du mois 18:30', 'fr'],
  ])('counts words that are left unread for their language, and keeps its warning: %s', (text, locale) => {
    for (const own of ['en', 'fr', 'de']) {
      expect(choose(text, own)).toBe(locale);
      const { task, warnings } = read(text, household(choose(text, own)));
      expect(task).toMatchObject({ title: text, date: null, time: null, recurrence: null });
      expect(warnings).not.toEqual([]);
    }
  });

  test.each([
    ['Donner mon livre à Léa à 18:30', 'fr', 'fr'],
    ['Appeler mon père', 'fr', 'fr'],
    ['Gym mon 18:00', 'fr', 'en'],
    ['Gym – mon p4', 'fr', 'en'],
    ['Gym mon wed fri 18:00', 'fr', 'en'],
  ])('does not count an article of another language before a word: %s', (text, own, locale) => {
    expect(choose(text, own)).toBe(locale);
  });

  test.each([
    ['Sortir le gâteau du four à 17h30', 'fr', { title: 'Sortir le gâteau du four', time: '17:30' }],
    ['Rôti au four à 11h30', 'fr', { title: 'Rôti au four', time: '11:30', durationMinutes: null }],
    ['Four à pain 9h30', 'fr', { title: 'Four à pain', time: '09:30', durationMinutes: null }],
    ['Happy hour à 18h', 'fr', { title: 'Happy hour', time: '18:00' }],
    ['One man show à 20h', 'fr', { title: 'One man show', time: '20:00' }],
    ['Movie night à 21h', 'fr', { title: 'Movie night', time: '21:00' }],
    ['Last christmas à 20h', 'fr', { title: 'Last christmas', time: '20:00' }],
    ['Apéro avec six amis à 19h', 'fr', { title: 'Apéro avec six amis', time: '19:00' }],
    ['Premier league match at 8pm', 'en', { title: 'Premier league match', time: '20:00' }],
    ['Buy a pair of socks at 5', 'en', { title: 'Buy a pair of socks', time: '17:00' }],
    ['Matinee at 2pm', 'en', { title: 'Matinee', time: '14:00' }],
    ['Film noir at noon', 'en', { title: 'Film noir', time: '12:00' }],
    ['Call noel at 7pm', 'en', { title: 'Call noel', time: '19:00' }],
  ])(
    'does not count single words and names if the language of the account has a phrase for the time: %s',
    (text, own, task) => {
      expect(choose(text, own)).toBe(own);
      expect(read(text, household(own))).toMatchObject({ task, warnings: [] });
    },
  );

  test.each([
    ['Premier league match at 8pm', 'fr', 'en'],
    ['Matinee at 2pm', 'fr', 'en'],
    ['Sortir le gâteau du four à 17h30', 'en', 'fr'],
    ['Zoo tuesday trip !urgent 18:00', 'fr', 'en'],
    ['Call evening shift 18:00', 'fr', 'en'],
    ['Give eye drops every 4h', 'fr', 'en'],
    ['Couche toutes les 3h', 'en', 'fr'],
    ['Piscine 17 jan 2028 !haute', 'en', 'fr'],
    ['Plumber 45min (2027/07/15 and third to last weeks)', 'fr', 'en'],
  ])('given the text %j and an account in %s, still chooses %s', (text, own, locale) => {
    expect(choose(text, own)).toBe(locale);
  });

  test.each([
    ['Soirée samedi 20h-2h', 'fr'],
    ['Demain', 'fr'],
    ['Saturday 8pm', 'en'],
  ])(
    'keeps the language of the account if another one leaves more of the text as a title: %s',
    (text, own) => {
      expect(choose(text, own)).toBe(own);
    },
  );

  test('does not count a word with an accent for a language without accents', () => {
    expect(choose('vol AF1234 6 déc 7h45', 'en')).toBe('fr');
    expect(choose('vol AF1234 6 dec 7h45', 'en')).toBe('en');
    expect(choose('Milk tomorrow @Léa', 'en')).toBe('en');
  });

  test('counts a word for its language even if the user rejected it as a date', () => {
    const text = 'Piscine demain';
    expect(choose(text, 'en', [[8, 14]])).toBe('fr');
  });
});

describe('the order of day and month in "12/5"', () => {
  const dateFor = (locale: string, accountLocale?: string) =>
    read('party 12/5 3pm', household(locale, undefined, accountLocale === undefined ? {} : { accountLocale }))
      .task.date;

  test('follows the locale of the account if the language was chosen for the sentence', () => {
    expect(dateFor('en')).toBe('2026-12-05');
    expect(dateFor('en', 'en-US')).toBe('2026-12-05');
    for (const account of ['fr', 'fr-FR', 'fr-CA', 'de', 'en-GB'])
      expect(dateFor('en', account)).toBe('2027-05-12');
  });
});

describe('the forms in the documentation of quick add', () => {
  const examples = FORMS.filter(({ form }) => form !== 'left alone');

  test.each(examples.flatMap(({ en, fr }) => [['en', en] as const, ['fr', fr] as const]))(
    'have examples that are read without warnings other than NEW_CATEGORY and WEEK_PARITY (%s): %s',
    (locale, text) => {
      const { spans, warnings } = read(text, household(locale));
      expect(spans.length).toBeGreaterThan(0);
      expect(warnings.filter(({ code }) => code !== 'NEW_CATEGORY' && code !== 'WEEK_PARITY')).toEqual([]);
    },
  );

  test('have one row each in the table that quickAddForms returns', () => {
    const rows = quickAddForms().trimEnd().split('\n');
    expect(rows).toHaveLength(FORMS.length + 2);
    expect(rows).toContain(
      '| weekday | `Pay rent friday` | “Pay rent” · 2026-11-20 | `Loyer vendredi` | “Loyer” · 2026-11-20 |',
    );
  });
});
