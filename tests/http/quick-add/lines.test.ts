import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let ana: Api;
let home: string;

beforeAll(async () => {
  service = await startService({ now: '2026-11-21T12:00:00Z' });
  ana = (await service.api.register({ displayName: 'Ana' })).api;
  home = await ana.household({ timeZone: 'Europe/Paris' });
});
afterAll(() => service.close());

const readLines = (text: string) => ana.post(`${home}/quick-add/lines`, { text });

describe('POST /quick-add/lines', () => {
  test('answers the lines without their marks, and whether they are done', async () => {
    const { status, body } = await readLines(
      '\uFEFF- [ ] Wash car\r\n\t- [x] Pay rent\r\n\r\n2) dentist friday 4pm',
    );
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(body).toEqual([
      { text: 'Wash car', done: false },
      { text: 'Pay rent', done: true },
      { text: 'dentist friday 4pm', done: false },
    ]);
  });

  test('writes nothing', async () => {
    await readLines('- milk\n- bread');
    expect((await ana.get(`${home}/occurrences`)).body).toEqual([]);
    expect((await ana.get(`${home}/operations`)).body).toEqual([]);
  });

  test('answers no lines for a blank text', async () => {
    expect((await readLines(' \n\n- ')).body).toEqual([]);
  });

  test('refuses a list of 101 lines with a message, and does not count blank lines', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, n) => `- line ${n}`).join('\n\n');
    expect((await readLines(lines(100))).body).toHaveLength(100);
    const { status, body } = await readLines(lines(101));
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [
        {
          field: 'text',
          rule: 'arrayMaxSize',
          message: 'must have at most 100 lines, but has 101. Paste the list in parts',
        },
      ],
    });
  });

  test('refuses a text of more than 50,000 characters', async () => {
    expect((await readLines('x'.repeat(50_000))).body).toEqual([{ text: 'x'.repeat(50_000), done: false }]);
    expect((await readLines('x'.repeat(50_001))).body.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'text', rule: 'maxLength' }],
    });
  });
});

describe('a public report of the class pasted-list-marks', () => {
  test('removes the marks of a list with asterisks (W01)', async () => {
    const { body } = await readLines('* milk\n* bread\n* eggs');
    expect(body.map(({ text }: { text: string }) => text)).toEqual(['milk', 'bread', 'eggs']);
  });
});

describe('a public report of the class silent-cut-of-a-paste', () => {
  test('keeps all 40 lines of a long list (W03)', async () => {
    const list = Array.from({ length: 40 }, (_, n) => `Chore number ${n + 1} sweep`);
    const { body } = await readLines(list.join('\n'));
    expect(body.map(({ text }: { text: string }) => text)).toEqual(list);
  });
});
