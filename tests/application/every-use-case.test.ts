import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { jobHandlers } from '../../bootstrap/job-handlers.js';
import { inMemoryApplication } from '../support/application/in-memory.js';

const HERE = globSync('tests/application/**/*.test.ts').concat(
  globSync('tests/support/{application,commands,model,operations,sync}/**/*.ts'),
);

test('every use case is named in a test that runs in memory, or called by a job', async () => {
  const application = inMemoryApplication();
  const names = Object.keys(application.useCases);
  expect(names.length).toBeGreaterThan(100);
  const texts = HERE.map((file) => readFileSync(file, 'utf8')).join('\n');
  const byJobs = new Set<string>();
  const noting = new Proxy(application.useCases, {
    get: (_target, name) => {
      byJobs.add(String(name));
      return () => Promise.resolve();
    },
  });
  for (const job of Object.values(jobHandlers(noting)) as ((payload: object) => Promise<void>)[])
    await job({});
  const missing = names.filter((name) => !byJobs.has(name) && !new RegExp(`\\b${name}\\b`).test(texts));
  expect(missing).toEqual([]);
});
