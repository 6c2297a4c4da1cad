import { describe, expect, test } from '@jest/globals';
import { writeMessage } from '../../adapters/mail/message.js';
import type { AgendaMail, InvitationMail, Mail, PasswordResetMail } from '../../application/shared/ports.js';
import { civilDate } from '../../domain/shared/civil-date.js';
import { civilTime } from '../../domain/shared/civil-time.js';
import type { TimeZone } from '../../domain/shared/zone.js';

const RESET: PasswordResetMail = {
  kind: 'passwordReset',
  to: 'ana@example.org',
  locale: 'en',
  link: 'https://web.example.org/reset-password#token=abc',
  name: 'Ana',
  validForMinutes: 60,
};
const INVITATION: InvitationMail = {
  kind: 'invitation',
  to: 'ben@example.org',
  locale: 'fr',
  link: 'https://web.example.org/join?token=abc&x=1',
  inviter: 'Zoé',
  household: 'Chez <nous>',
  expiresAt: Date.parse('2026-11-28T17:30:00Z'),
  timeZone: 'Europe/Paris' as TimeZone,
};
const task = (title: string, date: string, time: string | null = null) => ({
  title,
  date: civilDate(date),
  time: time === null ? null : civilTime(time),
});
const AGENDA: AgendaMail = {
  kind: 'agenda',
  to: 'ana@example.org',
  locale: 'en',
  link: 'https://web.example.org/households/1',
  name: 'Ana',
  date: civilDate('2026-11-24'),
  homes: [
    {
      household: 'Chez <nous>',
      late: [task('Tax www.evil.example', '2026-11-20')],
      today: [task('Bins', '2026-11-24', '19:00'), task('Plants', '2026-11-24')],
      coming: [task('Dishes', '2026-11-26')],
    },
    { household: 'Cabin', late: [], today: [task('Roof', '2026-11-24')], coming: [] },
  ],
};
const FROM = 'Planner <planner@example.org>';

describe('an e-mail', () => {
  test('with the agenda lists the late, current and coming tasks of each household', () => {
    expect(writeMessage(AGENDA, FROM).text).toBe(
      [
        'Good morning Ana,',
        'Chez <nous>',
        'Late: Tax www. evil. example (Fri 20 Nov)',
        'Today: Bins (19:00) · Plants',
        'Coming up: Dishes (Thu 26 Nov)',
        'Cabin',
        'Today: Roof',
        AGENDA.link,
        'You get this e-mail on mornings when there is something to do. You can turn it off in your notification settings.\n',
      ].join('\n\n'),
    );
    const { text, html, subject } = writeMessage({ ...AGENDA, locale: 'fr' }, FROM);
    expect(subject).toBe('Votre journée à la maison');
    expect(text).toContain('En retard\u00a0: Tax www. evil. example (ven. 20 nov.)');
    expect(html).toContain('Chez &lt;nous&gt;');
  });

  test('with a long agenda says how many more tasks there are', () => {
    const today = Array.from({ length: 18 }, (_, i) => task(`Task ${i}`, '2026-11-24'));
    const homes = [{ household: 'Home', late: [], today, coming: [] }];
    expect(writeMessage({ ...AGENDA, homes }, FROM).text).toContain('Task 14 and 3 more');
  });

  test('for a forgotten password explains its link, in text and in HTML', () => {
    const { subject, text, html } = writeMessage(RESET, FROM);
    expect(subject).toBe('Choose a new password');
    expect(text).toBe(
      [
        'Hello Ana,',
        'Someone, hopefully you, asked to reset the password of your account. Choose a new one here:',
        RESET.link,
        'The link works once and expires in 60 minutes. Using it signs you out on all your devices and revokes your calendar links.',
        'If it wasn’t you, ignore this e-mail. Your password won’t change.\n',
      ].join('\n\n'),
    );
    expect(html).toContain(`<a href="${RESET.link}"`);
    expect(html).toContain('<html lang="en">');
  });

  test.each([
    ['emailProof', 'en', 'Confirm your e-mail address', 'expires in 24 hours'],
    ['emailProof', 'fr', 'Confirmez votre adresse e-mail', 'expire dans 24 heures'],
    ['emailChanged', 'en', 'Your e-mail address was changed', 'undo the change here'],
    ['emailChanged', 'fr', 'Votre adresse e-mail a été changée', 'annulez le changement ici'],
    ['emailRefusal', 'en', 'Someone wants to change your e-mail address', 'reject the change here'],
    ['emailRefusal', 'fr', 'Demande de changement de votre adresse e-mail', 'refusez le changement ici'],
  ] as const)('of the kind %s explains its link in the language %s', (kind, locale, words, does) => {
    const link = `https://web.example.org/${kind}#token=abc`;
    const { subject, text } = writeMessage({ kind, to: 'new@example.org', locale, link, name: 'Ana' }, FROM);
    expect(subject).toBe(words);
    expect(text).toContain(does);
    expect(text.split('\n\n')).toContain(link);
  });

  test('with an invitation says in the reader’s language and time zone when it expires', () => {
    const { subject, text } = writeMessage(INVITATION, FROM);
    expect(subject).toBe('Invitation à rejoindre un foyer');
    expect(text).toContain('Zoé vous invite à rejoindre le foyer «\u00a0Chez <nous>\u00a0»');
    expect(text.replaceAll(/\s/gu, ' ')).toContain('samedi 28 novembre 2026 à 18:30');
    expect(writeMessage({ ...RESET, locale: 'fr' }, FROM).text).toContain('expire dans 60 minutes');
  });

  test('escapes names in HTML and loads nothing from other servers', () => {
    const { html } = writeMessage({ ...INVITATION, inviter: '<img src=x onerror="a()">' }, FROM);
    expect(html).toContain('&lt;img src=x onerror=&quot;a()&quot;&gt;');
    expect(html).toContain('href="https://web.example.org/join?token=abc&amp;x=1"');
    expect(html).not.toMatch(/<(img|script|link|iframe)\b|url\(|@import/);
  });

  test('shows names on one line and shortens long names', () => {
    const inviter = `A\r\nBcc x\u2028\u202e${'B'.repeat(200)}`;
    const { text } = writeMessage({ ...INVITATION, inviter }, FROM);
    expect(text).toContain(`\n\nA Bcc x ${'B'.repeat(72)} vous invite`);
  });

  const MAILS: readonly Mail[] = [
    RESET,
    INVITATION,
    { kind: 'identityLinked', to: RESET.to, locale: 'en', link: RESET.link, name: 'Ana' },
  ];
  const LINKS = [
    'evil.example',
    'www.evil.example/path',
    'https://evil.example',
    'HTTPS://EVIL.EXAMPLE',
    'evil。example',
    'evil．example',
    'evil｡example',
    'ev\u200bil.ex\u00adample',
    'a@evil.example',
    'mailto:a@evil.example',
    'tel:+33123456789',
    '+33 1 23 45 67 89',
    '(0800) 123-4567',
  ];
  const named = (mail: Mail, name: string): Mail =>
    mail.kind === 'invitation' ? { ...mail, inviter: name, household: name } : { ...mail, name };

  test.each(MAILS.flatMap((mail) => (['en', 'fr'] as const).map((locale) => ({ ...mail, locale }))))(
    'of the kind $kind in $locale has no user text in its subject and shows no name as a link',
    (mail) => {
      const subject = writeMessage(mail, FROM).subject;
      for (const name of LINKS) {
        const written = writeMessage(named(mail, `Pay ${name} now`), FROM);
        expect(written.subject).toBe(subject);
        const words = written.text.replaceAll(mail.link, '');
        expect(words).toContain('Pay ');
        expect(words).not.toMatch(
          /[\p{L}\p{N}][.。．｡@]\p{L}|:\/\/|\b(mailto|tel|https?):\S|\d[\d\s()+-]{6,}\d/iu,
        );
        expect(written.html).toContain('format-detection');
      }
    },
  );

  test('leaves names unchanged that do not look like a link', () => {
    for (const name of ['St. Mary', 'Anne-Marie O’Neil', 'Zoé & Max', 'Flat 12', 'Dr. J. Smith'])
      expect(writeMessage({ ...RESET, name }, FROM).text).toContain(`Hello ${name},`);
  });
});
