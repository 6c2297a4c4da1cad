import type { Mail, Mailer } from '../../application/shared/ports.js';
import { writeMessage } from './message.js';

export type SmtpMailerOptions = {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  readonly url: string;
  readonly from: string;
  readonly timeoutMs?: number;
};

type Transport = { sendMail(message: object): Promise<unknown>; close(): void };

/**
 * Hands mails to a mail server, over connections that are kept for a while. The library is loaded with the first
 * mail: most processes send none.
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

  /** Waits for nothing: what is being sent fails and is tried again. */
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

/** The recipient is not one, and says so for good (RFC 5321, section 4.2.1); all else can pass, a bad login too. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return code === 'EENVELOPE' && (typeof responseCode !== 'number' || responseCode >= 500);
}

const TIMEOUT_MS = 10_000;

/** Connects, greets, secures and signs in as a mail would be sent, without sending one; rejects where that fails. */
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
