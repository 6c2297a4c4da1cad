import { readDays } from '../../adapters/ics/read-days.js';
import type { IcsAnswer, IcsFile, IcsReader, IcsSource } from '../../application/days/ports.js';

/** Calendar addresses whose answers a test chooses. It records the requests. */
export class ScriptedIcsSource implements IcsSource {
  readonly answers = new Map<string, IcsAnswer>();
  readonly asked: { readonly url: string; readonly etag: string | null }[] = [];

  read(url: string, etag: string | null): Promise<IcsAnswer> {
    this.asked.push({ url, etag });
    const answer = this.answers.get(url);
    return Promise.resolve(answer ?? { kind: 'failed', error: 'UNREACHABLE', reason: 'nowhere' });
  }

  /** Makes the address return a calendar of whole days. Each day is given as `YYYY-MM-DD name`. */
  has(url: string, days: readonly string[], etag: string | null = null): void {
    this.answers.set(url, { kind: 'read', file: icsFile(toIcs(days)), etag });
  }
}

/** Returns the file with this text in UTF-8. */
export const icsFile = (text: string): IcsFile => ({ bytes: Buffer.from(text), charset: 'utf-8' });

/** Reads files without a thread, which is faster. */
export const UNTHREADED_READER: IcsReader = {
  readDays: (file, context) => Promise.resolve(readDays(file, context)),
};

export function toIcs(days: readonly string[]): string {
  const events = days.flatMap((day, n) => [
    ...['BEGIN:VEVENT', `UID:${n}`, `DTSTART;VALUE=DATE:${day.slice(0, 10).replaceAll('-', '')}`],
    ...[`SUMMARY:${day.slice(11)}`, 'END:VEVENT'],
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');
}
