import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = {
  /** The sender according to the SMTP envelope. */
  readonly from: string;
  readonly to: readonly string[];
  /** The headers, unfolded and decoded, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Everything after the headers, with quoted-printable decoded. */
  readonly text: string;
};

export type MailServer = {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Sets the SMTP code with which recipients are refused. null means that they are accepted. */
  answerRecipient(code: number | null, message?: string): void;
  /** Resolves when the next mail has arrived. That mail is kept but never acknowledged. */
  holdNext(): Promise<void>;
  close(): Promise<void>;
};

/** Starts an SMTP server on a free port that keeps the mails it receives. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let refusal: Error | null = null;
  let hold: (() => void) | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, done) => done(refusal),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          ...readMail(Buffer.concat(chunks).toString()),
        });
        if (hold === null) done();
        else hold();
        hold = null;
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  let closed = false;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    answerRecipient: (code, message = '') => {
      refusal = code === null ? null : Object.assign(new Error(message), { responseCode: code });
    },
    holdNext: () =>
      new Promise((resolve) => {
        hold = resolve;
      }),
    close: async () => {
      if (closed) return;
      closed = true;
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * Reads a mail that has one part or several alternatives, in quoted-printable or base64. It supports no other
 * MIME.
 */
export function readMail(source: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const headers = Object.fromEntries(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        decodedWords(line.slice(line.indexOf(':') + 1).trim()),
      ]),
  );
  return { headers, text: unquoted(rest.join('\r\n\r\n')) };
}

function decodedWords(text: string): string {
  return text.replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=\s*/gi, (_whole, kind: string, word: string) =>
    kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : unquoted(word.replaceAll('_', ' ')),
  );
}

function unquoted(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/((?:=[0-9A-F]{2})+)/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString());
  return bytes;
}
