import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readDays } from '../../adapters/ics/read-days.js';
import { ThreadedIcsReader } from '../../adapters/ics/threaded-ics-reader.js';
import type { IcsFile } from '../../application/days/ports.js';
import { keptWindow } from '../../domain/days/subscription.js';
import { addDays, civilDate } from '../../domain/shared/civil-date.js';
import type { TimeZone } from '../../domain/shared/zone.js';
import { longestTurn, processorTime, processorTimeOfProcess } from '../support/processor-time.js';
import { icsFile } from '../support/scripted-ics-source.js';
import { sampled } from '../support/tier.js';
import { RUN_TYPESCRIPT } from '../support/typescript-program.js';

const today = civilDate('2026-11-21');
const context = { home: 'Europe/Paris' as TimeZone, today, window: keptWindow(today) };
const ics = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', 'UID:one', ...lines, 'END:VEVENT'];

/** Returns the processor time that this thread has used, in milliseconds. */
function threadTime(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const MEGABYTE = 1_048_576;
const each = (n: number, ...lines: readonly string[]) =>
  ['BEGIN:VEVENT', `UID:${n}`, ...lines, 'END:VEVENT'].join('\r\n');

const fill = (make: (n: number) => string, frame: (text: string) => string = ics) => {
  const parts: string[] = [];
  for (let size = 0, n = 0; size < MEGABYTE - 200; n += 1) {
    const part = make(n);
    parts.push(part);
    size += Buffer.byteLength(part) + 2;
  }
  return frame(parts.join('\r\n'));
};
const day = (n: number) => addDays(today, n % 1000).replaceAll('-', '');
const files: readonly (readonly [string, () => string])[] = [
  [
    'a line folded at every letter',
    () => ics(...event(`SUMMARY:${'\r\n x'.repeat(260_000)}`, 'DTSTART:20261225')),
  ],
  ['a million empty lines', () => `BEGIN:VCALENDAR\n${'\n'.repeat(MEGABYTE - 40)}END:VCALENDAR`],
  [
    'half a million lines of one letter',
    () =>
      ics(
        fill(
          () => 'x',
          (lines) => lines,
        ),
      ),
  ],
  [
    'endless properties',
    () =>
      ics(
        ...event(
          'DTSTART:20261225',
          fill(
            (n) => `X${n}:1`,
            (lines) => lines,
          ),
        ),
      ),
  ],
  ['events on all days', () => fill((n) => each(n, `DTSTART:${day(n)}`))],
  ['empty events', () => fill(() => 'BEGIN:VEVENT\nEND:VEVENT')],
  [
    '5,000 events in other zones',
    () =>
      ics(
        ...Array.from({ length: 5_000 }, (_, n) =>
          each(
            n,
            `DTSTART;TZID=${['America/New_York', 'Asia/Tokyo', 'Europe/London'][n % 3] ?? ''}:${day(n)}T${10 + (n % 10)}${10 + (n % 50)}00`,
            'DURATION:P3D',
          ),
        ),
      ),
  ],
  ['unknown zones', () => fill((n) => each(n, `DTSTART;TZID=Area/Zone_${n}:${day(n)}T100000`))],
  ['daily rules', () => fill((n) => each(n, 'DTSTART:19000101', 'RRULE:FREQ=DAILY'))],
  [
    'rules with a huge count',
    () => fill((n) => each(n, 'DTSTART:00010101', 'RRULE:FREQ=DAILY;COUNT=999999999')),
  ],
  [
    'different rules',
    () =>
      fill((n) => each(n, 'DTSTART:20200101', `RRULE:FREQ=MONTHLY;INTERVAL=${(n % 900) + 1};BYMONTHDAY=31`)),
  ],
  [
    'rules that give no date',
    () =>
      fill((n) =>
        each(n, 'DTSTART:20200101', `RRULE:FREQ=YEARLY;INTERVAL=${(n % 900) + 1};BYMONTH=2;BYMONTHDAY=30,31`),
      ),
  ],
  [
    'rules with all lists',
    () =>
      fill((n) =>
        each(
          n,
          `DTSTART:${1 + (n % 9)}0000101`,
          `RRULE:FREQ=MONTHLY;INTERVAL=${n + 1};BYDAY=MO,TU,WE,TH,FR,SA,SU;BYMONTHDAY=${Array.from({ length: 31 }, (_, d) => d + 1).join(',')};BYSETPOS=-366,366,-300`,
        ),
      ),
  ],
  [
    'a weekly rule with a time',
    () =>
      fill((n) =>
        each(
          n,
          'DTSTART;TZID=Asia/Tokyo:20260101T101700',
          'DURATION:PT30H',
          `RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU`,
        ),
      ),
  ],
  [
    'the same yearly rule in each event',
    () => fill((n) => each(n, `DTSTART:${day(n)}`, 'RRULE:FREQ=YEARLY')),
  ],
  [
    'Fridays the 13th since the year 1',
    () => fill((n) => each(n, 'DTSTART:00010101', 'RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13')),
  ],
  [
    'Fridays the 13th with a count',
    () =>
      fill((n) => each(n, 'DTSTART:00010101', `RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=${n + 9}`)),
  ],
  [
    'BYSETPOS that no month has',
    () =>
      fill((n) =>
        each(
          n,
          'DTSTART:20200101',
          `RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=366;INTERVAL=${(n % 900) + 1}`,
        ),
      ),
  ],
  [
    'BYSETPOS that few months have',
    () =>
      fill((n) => each(n, 'DTSTART:20200101', `RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=31`)),
  ],
  [
    '29th of February on Mondays',
    () =>
      fill((n) =>
        each(
          n,
          'DTSTART:00010101',
          `RRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;WKST=${['MO', 'SU'][n % 2] ?? ''}`,
        ),
      ),
  ],
  [
    'excluded dates',
    () =>
      fill((n) =>
        each(n, 'DTSTART:20261225', `EXDATE:${Array.from({ length: 800 }, (_, d) => day(d)).join(',')}`),
      ),
  ],
  [
    'moved events',
    () =>
      fill((n) =>
        ['BEGIN:VEVENT', 'UID:1', `RECURRENCE-ID:${day(n)}`, `DTSTART:${day(n)}`, 'END:VEVENT'].join('\n'),
      ),
  ],
  [
    'names of marks and emoji',
    () =>
      fill((n) =>
        each(n, `DTSTART:${day(n)}`, `SUMMARY:${'\u{1f468}\u200d'.repeat(40)}${'\u0301'.repeat(60)}`),
      ),
  ],
  [
    'one long name',
    () => ics(...event('DTSTART:20261225', `SUMMARY:${'\u0301'.repeat(MEGABYTE / 2 - 200)}`)),
  ],
  ['quotation marks', () => ics(...event(`DTSTART;X="${'"'.repeat(MEGABYTE - 200)}:20261225`))],
  [
    'lines in quoted-printable that never end',
    () => `BEGIN:VCALENDAR\nX;ENCODING=QUOTED-PRINTABLE:${'a=\n'.repeat(345_000)}\nEND:VCALENDAR`,
  ],
  [
    'names in quoted-printable',
    () =>
      fill((n) =>
        each(n, `DTSTART:${day(n)}`, `SUMMARY;ENCODING=QUOTED-PRINTABLE:${'=C3=BCa'.repeat(1_000)}`),
      ),
  ],
  [
    'an unquoted time zone of colons',
    () => ics(...event(`DTSTART;TZID=${':'.repeat(MEGABYTE - 200)}:20261225T100000`)),
  ],
  ['parameters', () => ics(...event(`DTSTART${';TZID='.repeat(170_000)}:20261225T100000`))],
];

describe('readDays', () => {
  test.each(sampled(files, 10))(
    'takes at most 1 s of processor time for a hostile megabyte, even without the limit of a thread: %s',
    (_case, make) => {
      const file = icsFile(make());
      expect(file.bytes.length).toBeLessThanOrEqual(1.01 * MEGABYTE);
      const run = () => processorTime(() => readDays(file, context));
      // A garbage collection may fall into the first run. A second run then decides.
      const first = run();
      expect(first < 1_000 ? first : run()).toBeLessThan(1_000);
    },
  );
});

describe('ThreadedIcsReader', () => {
  const reader = new ThreadedIcsReader({ execArgv: [...RUN_TYPESCRIPT] });
  const readByThread = (text: string, by = reader) => by.readDays(icsFile(text), context);
  const CHRISTMAS = ics(...event('DTSTART;VALUE=DATE:20261225', 'SUMMARY:Noël'));
  /** A time zone that changes every second, which ical.js expands for years. */
  const ENDLESS = ics(
    ...['BEGIN:VTIMEZONE', 'TZID:Slow', 'BEGIN:STANDARD', 'DTSTART:16010101T000000'],
    ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'RRULE:FREQ=SECONDLY', 'END:STANDARD', 'END:VTIMEZONE'],
    ...event('DTSTART;TZID=Slow:20261225T100000'),
  );
  const threads = () => readdirSync('/proc/self/task').length;
  /** The processor time in milliseconds of reading a small file, which is mostly that of the start of a thread. */
  let start = 0;
  beforeAll(async () => {
    // The first thread also reads its modules from the disk.
    await readByThread(CHRISTMAS);
    for (let run = 0; run < 3; run += 1)
      start = Math.max(start, await processorTimeOfProcess(() => readByThread(CHRISTMAS)));
  });

  test('returns the days, and ends its thread', async () => {
    const before = threads();
    expect(await readByThread(CHRISTMAS)).toEqual({
      kind: 'days',
      days: [{ from: '2026-12-25', to: '2026-12-25', name: 'Noël' }],
      warnings: [],
    });
    expect(threads()).toBeLessThanOrEqual(before);
  });

  const zone = (id: string, ...rules: readonly string[]) => [
    ...['BEGIN:VTIMEZONE', `TZID:${id}`],
    ...rules.flatMap((rule) => [
      ...['BEGIN:STANDARD', 'DTSTART:16010101T020000', 'TZOFFSETFROM:-0700', 'TZOFFSETTO:-0800'],
      ...[`RRULE:${rule}`, 'END:STANDARD'],
    ]),
    'END:VTIMEZONE',
  ];
  const inZones = (count: number) =>
    Array.from({ length: 2_000 }, (_, n) =>
      each(n, `DTSTART;TZID=Z${n % count}:${addDays(today, n % 1000).replaceAll('-', '')}T100000`),
    );
  const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));

  const slowFiles: readonly (readonly [string, string])[] = [
    ['a time zone that changes every day', ics(...zone('Z0', 'FREQ=DAILY'), ...inZones(1))],
    ['a time zone that changes every second', ics(...zone('Z0', 'FREQ=SECONDLY'), ...inZones(1))],
    [
      'many time zones with many changes',
      ics(
        ...many(50, (n) => zone(`Z${n}`, ...many(60, () => 'FREQ=MONTHLY;BYDAY=1SU'))).flat(),
        ...inZones(50),
      ),
    ],
    [
      'a time zone that never changes',
      ics(...zone('Z0', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'), ...inZones(1)),
    ],
    [
      'dates in a distant year',
      ics(
        ...zone('Z0', 'FREQ=YEARLY;BYMONTH=3;BYDAY=1SU'),
        ...event('DTSTART;TZID=Z0:99980101T100000', 'EXDATE:99970101T000000Z'),
      ),
    ],
  ];

  /** Slow files, and hostile files of 1 MB, both as they are and compressed. */
  const hostile: readonly (readonly [string, () => IcsFile])[] = [
    ...slowFiles.map(([name, text]) => [name, () => icsFile(text)] as const),
    ...files.flatMap(([name, make]) => [
      [`1 MB: ${name}`, () => icsFile(make())] as const,
      [`1 MB, compressed: ${name}`, () => ({ bytes: gzipSync(make()), charset: null })] as const,
    ]),
  ];

  test.each(sampled(hostile, 31))(
    'reads or refuses with a limited processor time, without blocking the event loop, and ends its thread: %s',
    async (_case, make) => {
      const file = make();
      const before = threads();
      // The limit of the reader does not include the threads on which V8 compiles code and collects garbage. Their work
      // takes longer on a slow or busy machine. So does the start of a thread (200 to 420 ms), so it scales the limit.
      const limit = Math.max(500, 2 * start);
      let [cpu, turn] = [Infinity, Infinity];
      // A garbage collection of the test process may fall into a run, so there are up to three.
      for (let run = 0; run < 3 && (turn >= 20 || cpu - start >= limit); run += 1)
        cpu = await processorTimeOfProcess(async () => {
          turn = await longestTurn(() => reader.readDays(file, context));
        });
      expect(turn).toBeLessThan(20);
      expect(cpu - start).toBeLessThan(limit);
      expect(threads()).toBeLessThanOrEqual(before);
    },
    60_000,
  );

  test('refuses a file that needs too much processor time, and then reads others', async () => {
    expect(await readByThread(ENDLESS)).toMatchObject({ kind: 'failed', error: 'TOO_COMPLEX' });
    expect(await readByThread(CHRISTMAS)).toMatchObject({ kind: 'days' });
  });

  test('refuses a file that needs too much memory, and then reads others', async () => {
    // With more processor time than a service allows, so that the file reaches only the limit of memory.
    const patient = new ThreadedIcsReader({ execArgv: [...RUN_TYPESCRIPT], maxCpuMs: 30_000 });
    expect(await readByThread(ENDLESS, patient)).toEqual({
      ...{ kind: 'failed', error: 'TOO_COMPLEX', reason: 'it needs too much memory' },
    });
    expect(await readByThread(CHRISTMAS, patient)).toMatchObject({ kind: 'days' });
  });

  test('needs little processor time of the thread of the service while it reads a slow file', async () => {
    const before = threadTime();
    await readByThread(ENDLESS);
    // At least ten checks share this time, so none of them takes long.
    expect(threadTime() - before).toBeLessThan(150);
  });

  test('fails with TOO_MANY_DATES for a small file that expands into very many dates, and with TOO_LARGE for a file that is huge after decompression', async () => {
    const bomb = ics(
      ...Array.from({ length: 100 }, (_, n) =>
        each(n, 'DTSTART:20200101', 'RRULE:FREQ=DAILY', 'DURATION:P300D'),
      ),
    );
    expect(await readByThread(bomb)).toEqual({ kind: 'failed', error: 'TOO_MANY_DATES' });
    const padded = `${bomb}${' '.repeat(900_000)}`;
    const compressed = { bytes: gzipSync(padded), charset: null };
    expect(await reader.readDays(compressed, context)).toEqual({ kind: 'failed', error: 'TOO_MANY_DATES' });
    const huge = { bytes: gzipSync('x'.repeat(50 * MEGABYTE)), charset: null };
    expect(await reader.readDays(huge, context)).toEqual({ kind: 'failed', error: 'TOO_LARGE' });
  });

  test('reads several files one after the other', async () => {
    const all = await Promise.all([1, 2, 3].map(() => readByThread(CHRISTMAS)));
    expect(all.map(({ kind }) => kind)).toEqual(['days', 'days', 'days']);
  });
});
