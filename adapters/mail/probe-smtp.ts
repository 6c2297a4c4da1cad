import { createTransport } from 'nodemailer';

const TIMEOUT_MS = 10_000;

/** Connects, greets, secures and signs in as a mail would be sent, without sending one; rejects where that fails. */
export async function probeSmtp(url: string): Promise<void> {
  const timeouts = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  };
  const transport = createTransport({ url, ...timeouts } as object);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
