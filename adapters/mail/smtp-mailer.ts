import type { Mail, Mailer } from '../../application/shared/ports.js';
import { writeMessage } from './message.js';

export type SmtpMailerOptions = {
  /** `smtp://` or `smtps://`, with user and password if the server needs them. */
  readonly url: string;
  readonly from: string;
  readonly timeoutMs?: number;
};

type Transport = { sendMail(message: object): Promise<unknown>; close(): void };

/**
 * Sends e-mails to a mail server, over connections that stay open for a while. nodemailer is loaded with the first
 * e-mail, because most processes send none.
 */
export class SmtpMailer implements Mailer {
  readonly #options: SmtpMailerOptions;
  #transport: Promise<Transport> | null = null;

  constructor(options: SmtpMailerOptions) {
    this.#options = options;
  }

  async send(mail: Mail): Promise<'accepted' | 'refused'> {
    try {
      const transport = await (this.#transport ??= open(this.#options));
      await transport.sendMail(writeMessage(mail, this.#options.from));
      return 'accepted';
    } catch (error) {
      if (isFinal(error)) return 'refused';
      throw error;
    }
  }

  /** Closes the connections without waiting. An e-mail that is being sent fails, and its job is retried. */
  close(): void {
    void this.#transport?.then((transport) => transport.close());
  }
}

async function open({ url, timeoutMs = 20_000 }: SmtpMailerOptions): Promise<Transport> {
  const { createTransport } = await import('nodemailer');
  const timeouts = {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  };
  return createTransport({ url, pool: true, maxConnections: 2, ...timeouts } as object);
}

/**
 * Returns true if the server rejects the recipient or the sender permanently (RFC 5321, section 4.2.1), or if an
 * address is invalid. All other errors may be temporary, even a wrong password.
 */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return code === 'EENVELOPE' && (typeof responseCode !== 'number' || responseCode >= 500);
}

const TIMEOUT_MS = 10_000;

/** Connects and signs in to the mail server without sending an e-mail. Rejects if any step fails. */
export async function probeSmtp(url: string): Promise<void> {
  const timeouts = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  };
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url, ...timeouts } as object);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
