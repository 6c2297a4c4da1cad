import { describe, expect, test } from '@jest/globals';
import { messageOf } from '../../adapters/mail/message.js';
import type { InvitationMail, PasswordResetMail } from '../../application/ports/mailer.js';
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
const FROM = 'Planner <planner@example.org>';

describe('a mail', () => {
  test('for a forgotten password says what the link does, in text and in HTML', () => {
    const { subject, text, html } = messageOf(RESET, FROM);
    expect(subject).toBe('Choose a new password');
    expect(text).toBe(
      [
        'Hello Ana,',
        'Somebody, hopefully you, asked for a new password for your account. You can choose one here:',
        RESET.link,
        'The link works once, for 60 minutes. It signs you out everywhere and ends your calendar addresses.',
        'If it was not you, do nothing: your password stays as it is.\n',
      ].join('\n\n'),
    );
    expect(html).toContain(`<a href="${RESET.link}"`);
    expect(html).toContain('<html lang="en">');
  });

  test('of an invitation tells in the reader’s language and zone how long it holds', () => {
    const { subject, text } = messageOf(INVITATION, FROM);
    expect(subject).toBe('Zoé vous invite dans « Chez <nous> »');
    expect(text.replaceAll(/\s/gu, ' ')).toContain('samedi 28 novembre 2026 à 18:30');
    expect(messageOf({ ...INVITATION, locale: 'en' }, FROM).subject).toBe('Zoé invites you to “Chez <nous>”');
    expect(messageOf({ ...RESET, locale: 'fr' }, FROM).text).toContain('pendant 60 minutes');
  });

  test('holds names as text, and loads nothing', () => {
    const { html } = messageOf({ ...INVITATION, inviter: '<img src=x onerror="a()">' }, FROM);
    expect(html).toContain('&lt;img src=x onerror=&quot;a()&quot;&gt;');
    expect(html).toContain('href="https://web.example.org/join?token=abc&amp;x=1"');
    expect(html).not.toMatch(/<(img|script|link|iframe)\b|url\(|@import/);
  });

  test('P-24 holds names on one line, however they were written, and not at any length', () => {
    const { subject } = messageOf(
      { ...INVITATION, inviter: `A\r\nBcc: x@y.z\u2028\u202e${'B'.repeat(200)}` },
      FROM,
    );
    expect(subject).toBe(`A Bcc: x@y.z ${'B'.repeat(67)} vous invite dans « Chez <nous> »`);
  });
});
