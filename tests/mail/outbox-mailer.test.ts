import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { OutboxMailer } from '../../adapters/mail/outbox-mailer.js';
import { readMail } from '../support/mail-server.js';
import { RecordingLogger } from '../support/recording-logger.js';
import { SettableClock } from '../support/settable-clock.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'planner-mail-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the outbox mailer writes each e-mail to a file that only its owner can read, and logs neither the address nor the token', async () => {
  const logger = new RecordingLogger();
  const clock = new SettableClock('2026-11-21T12:00:00Z');
  const outbox = path.join(folder, 'data', 'outbox');
  const mailer = new OutboxMailer({ folder: outbox, from: 'Planner <planner@localhost>', clock, logger });
  const mail = {
    kind: 'passwordReset',
    to: 'ana@example.org',
    locale: 'en',
    link: 'https://web.example.org/reset-password#token=secret-token',
    name: 'Ana',
    validForMinutes: 60,
  } as const;
  expect(await mailer.send(mail)).toBe('accepted');
  expect(await mailer.send(mail)).toBe('accepted');

  const files = await readdir(outbox);
  expect(files).toHaveLength(2);
  for (const file of files) expect(file).toMatch(/^2026-11-21T12-00-00-000Z-passwordReset-[0-9a-f]{8}\.eml$/);
  const file = path.join(outbox, files[0]!);
  expect((await stat(file)).mode & 0o077).toBe(0);
  const { headers, text } = readMail(await readFile(file, 'utf8'));
  expect(headers).toMatchObject({ to: 'ana@example.org', subject: 'Choose a new password' });
  expect(text).toContain(mail.link);
  expect(logger.events('info').map(({ message }) => message)).toEqual([
    'mail written to a file, since SMTP_URL is not set',
    'mail written to a file, since SMTP_URL is not set',
  ]);
  expect(JSON.stringify(logger.events('info'))).not.toMatch(/secret-token|example\.org/);
});
