import type { Mail, Mailer } from '../../application/shared/ports.js';

/** Stores the e-mails that it gets. Its next answers can be chosen. */
export class RecordingMailer implements Mailer {
  readonly sent: Mail[] = [];
  answer: () => Promise<'accepted' | 'refused'> = () => Promise.resolve('accepted');

  async send(mail: Mail): Promise<'accepted' | 'refused'> {
    const answer = await this.answer();
    if (answer === 'accepted') this.sent.push(mail);
    return answer;
  }

  /** Returns the token from the link in the newest mail to this address. */
  tokenFor(email: string): string {
    const link = this.sent.findLast(({ to }) => to === email)?.link ?? '';
    const token = /token=([\w-]+)$/.exec(link)?.[1];
    if (token === undefined) throw new Error(`no mail with a token to ${email}`);
    return token;
  }
}
