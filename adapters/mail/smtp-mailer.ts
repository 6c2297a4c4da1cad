import { createTransport } from 'nodemailer';
import type { Mail, Mailer } from '../../application/ports/mailer.js';
import { messageOf } from './message.js';

export type SmtpMailerOptions = {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  readonly url: string;
  readonly from: string;
  readonly timeoutMs?: number;
};

type Transport = { sendMail(message: object): Promise<unknown>; close(): void };

/** Hands mails to a mail server, over connections that are kept for a while. */
export class SmtpMailer implements Mailer {
  readonly #transport: Transport;
  readonly #from: string;

  constructor({ url, from, timeoutMs = 20_000 }: SmtpMailerOptions) {
    this.#from = from;
    const timeouts = {
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    };
    this.#transport = createTransport({ url, pool: true, maxConnections: 2, ...timeouts } as object);
  }

  async send(mail: Mail): Promise<'accepted' | 'refused'> {
    try {
      await this.#transport.sendMail(messageOf(mail, this.#from));
      return 'accepted';
    } catch (error) {
      if (isFinal(error)) return 'refused';
      throw error;
    }
  }

  /** Waits for nothing: what is being sent fails and is tried again. */
  close(): void {
    this.#transport.close();
  }
}

/** The recipient is not one, and says so for good (RFC 5321, section 4.2.1); all else can pass, a bad login too. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return code === 'EENVELOPE' && (typeof responseCode !== 'number' || responseCode >= 500);
}
