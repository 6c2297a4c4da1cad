import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SmtpMailer } from '../../adapters/mail/smtp-mailer.js';
import type { AgendaMail, PasswordResetMail } from '../../application/shared/ports.js';
import { civilDate } from '../../domain/shared/civil-date.js';
import { startMailServer, type MailServer } from '../support/mail-server.js';

const MAIL: PasswordResetMail = {
  kind: 'passwordReset',
  to: 'ana@example.org',
  locale: 'fr',
  link: 'https://web.example.org/reset-password#token=abc',
  name: 'Ana',
  validForMinutes: 60,
};
const FROM = 'Planner <planner@example.org>';

let server: MailServer;
let mailer: SmtpMailer;
beforeEach(async () => {
  server = await startMailServer();
  mailer = new SmtpMailer({ url: server.url, from: FROM, timeoutMs: 2_000 });
});
afterEach(async () => {
  mailer.close();
  await server.close();
});

describe('sending an e-mail over SMTP', () => {
  test('delivers the e-mail to one recipient, as text and as HTML', async () => {
    expect(await mailer.send(MAIL)).toBe('accepted');
    const [received] = server.received;
    expect(received).toMatchObject({ from: 'planner@example.org', to: ['ana@example.org'] });
    expect(received?.headers).toMatchObject({
      from: 'Planner <planner@example.org>',
      to: 'ana@example.org',
      subject: 'Choisissez un nouveau mot de passe',
      'auto-submitted': 'auto-generated',
      'content-language': 'fr',
      'content-type': expect.stringMatching(/^multipart\/alternative/),
    });
    expect(received?.text).toContain(MAIL.link);
  });

  test.each([
    ['en', 'Your day at home', ['Late: Pay', 'Today: Take', 'Coming up: Clean']],
    ['fr', 'Votre journée à la maison', ['En retard', 'Aujourd', 'venir']],
  ] as const)('writes an agenda in the language of the recipient: %s', async (locale, subject, parts) => {
    const row = (title: string, date: string) => ({ title, date: civilDate(date), time: null });
    const mail: AgendaMail = {
      ...{ kind: 'agenda', to: 'ana@example.org', locale, name: 'Ana', date: civilDate('2026-11-22') },
      link: 'https://web.example.org/today',
      homes: [
        {
          household: 'Home',
          late: [row('Pay the rent', '2026-11-20')],
          today: [row('Take out the bins', '2026-11-22')],
          coming: [row('Clean the gutters', '2026-11-24')],
        },
      ],
    };
    expect(await mailer.send(mail)).toBe('accepted');
    const [received] = server.received;
    expect(received?.headers).toMatchObject({ to: 'ana@example.org', 'content-language': locale });
    expect(received?.headers['subject']).toBe(subject);
    const text = received?.text ?? '';
    const places = ['Pay the rent', 'Take out the bins', 'Clean the gutters'].map((title) =>
      text.indexOf(title),
    );
    expect(places.every((place) => place >= 0)).toBe(true);
    for (const part of parts) expect(text).toContain(part);
    expect(text).toContain(mail.link);
  });

  test.each([
    ['a line break in a name', { name: 'Ana\r\nBcc: eve@example.org\r\n\r\nHi' }, ['ana@example.org']],
    ['a list in an address', { to: 'ana@example.org, eve@example.org' }, []],
    ['a line break in an address', { to: 'ana@example.org\r\nRCPT TO:<eve@example.org>' }, []],
    ['a command in an address', { to: 'ana@example.org> NOTIFY=NEVER' }, []],
  ])('adds no recipient because of %s', async (_name, overrides, recipients) => {
    await mailer.send({ ...MAIL, ...overrides }).catch(() => 'failed');
    const all = server.received.flatMap(({ to }) => to);
    expect(all.filter((address) => address.startsWith('eve'))).toEqual([]);
    if (recipients.length > 0) expect(all).toEqual(recipients);
    expect(server.received.every(({ headers }) => headers['bcc'] === undefined)).toBe(true);
  });

  test('returns "refused" if the server rejects the recipient permanently', async () => {
    server.answerRecipient(550, 'no such user');
    expect(await mailer.send(MAIL)).toBe('refused');
  });

  test.each([
    [450, 'mailbox busy'],
    [451, 'greylisted'],
  ])('can succeed later after the temporary error %i', async (code, message) => {
    server.answerRecipient(code, message);
    await expect(mailer.send(MAIL)).rejects.toThrow(message);
    server.answerRecipient(null);
    expect(await mailer.send(MAIL)).toBe('accepted');
  });

  test('throws an error if no server listens, so that the e-mail is retried', async () => {
    await server.close();
    await expect(mailer.send(MAIL)).rejects.toMatchObject({
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
