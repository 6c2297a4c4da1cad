import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Api } from '../support/api.js';
import { startService, type TestService } from '../support/service.js';
import { sampled } from '../support/tier.js';

/*
 * Limits how many files a reader has to open to follow a request through the code. A file counts if each of several
 * requests ran at least one of its functions after a warm-up. Work in the background, such as a notification of another
 * process, may run during one of these requests, but not during all of them.
 */
const REQUESTS = 3;

let service: TestService;
let api: Api;
let home: string;
let session: Session;

beforeAll(async () => {
  service = await startService();
  ({ api } = await service.api.register());
  home = await api.household();
  session = new Session();
  session.connect();
  await session.post('Profiler.enable');
});
afterAll(async () => {
  session.disconnect();
  await service.close();
});

const OWN = /\/(?:domain|application|adapters|bootstrap)\/[^?]*\.ts$/;

/** Returns the source files of which the request runs a function, relative to the project folder. */
async function filesOf(request: () => Promise<{ status: number }>): Promise<readonly string[]> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  const { status } = await request();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  expect(status).toBeLessThan(300);
  const ran = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
  const root = process.cwd();
  const paths = ran.map(({ url }) => url.replace(/^file:\/\//, '')).filter((path) => path.startsWith(root));
  return [...new Set(paths.map((path) => path.slice(root.length)))]
    .filter((path) => OWN.test(path))
    .toSorted();
}

const create = async (fields: object) =>
  (await api.post(`${home}/tasks`, { title: 'Bins', date: '2026-11-25', ...fields })).body as {
    id: string;
    version: number;
  };

describe('a request', () => {
  const REQUESTS_WITH_LIMITS: [string, number, () => Promise<() => Promise<{ status: number }>>][] = [
    [
      'that creates a one-off task',
      90,
      () => Promise.resolve(() => api.post(`${home}/tasks`, { title: 'Bins', date: '2026-11-25' })),
    ],
    [
      'that completes a task',
      90,
      async () => {
        const { id } = await create({});
        return () => api.post(`${home}/occurrences/${id}/complete`);
      },
    ],
    [
      'that edits a series from a date on',
      125,
      async () => {
        const { id, version } = await create({ recurrence: 'FREQ=WEEKLY' });
        return () => api.patch(`${home}/occurrences/${id}?scope=following`, { version, title: 'Paper' });
      },
    ],
    [
      'that previews a sentence',
      90,
      () =>
        Promise.resolve(() =>
          api.post(`${home}/quick-add/parse`, { text: 'Bins every Monday at 8 #Kitchen' }),
        ),
    ],
  ];

  test.each(sampled(REQUESTS_WITH_LIMITS, 2))(
    '%s runs code of at most %d files of the service',
    async (_name, most, prepare) => {
      for (let i = 0; i < 2; i += 1) await (await prepare())();
      let files = await filesOf(await prepare());
      for (let i = 1; i < REQUESTS; i += 1) {
        const again = new Set(await filesOf(await prepare()));
        files = files.filter((file) => again.has(file));
      }
      // FILES=1 npm test -- tests/http/files-per-request prints the files.
      if (process.env['FILES'] !== undefined) console.log(`${files.length} files\n${files.join('\n')}`);
      expect(files.length).toBeLessThanOrEqual(most);
    },
  );
});
