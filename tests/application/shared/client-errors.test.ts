import { expect, test } from '@jest/globals';
import { aHome } from '../../support/application/home.js';

test('an error of a client is logged without addresses, tokens and query strings', async () => {
  const { app, useCases } = await aHome();
  useCases.reportClientError({
    message: `ana@example.org could not ${'x'.repeat(600)}`,
    url: 'https://web.example.org/join?invited=1#token=secret',
    ...{ stack: null, release: '1.2', userAgent: null, context: { email: 'ben@example.org' } },
  });
  const [report] = app.reported;
  expect(report).toMatchObject({ source: 'client', url: 'https://web.example.org/join', release: '1.2' });
  expect(JSON.stringify(report)).not.toMatch(/ana@|ben@|secret|x{501}/);
});
