import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ trustProxy: 1 });
});
afterAll(() => service.close());

let address = 0;
/** From ever another address, since reports are limited. */
const report = (body: object, headers = {}) =>
  service.api.post('/v1/client-errors', body, { 'x-forwarded-for': `198.51.100.${++address}`, ...headers });
const reports = () => service.logger.events('warn').filter(({ message }) => message === 'error in a client');

describe('errors of clients', () => {
  test('are taken from anybody who sends the header', async () => {
    const answer = await report({
      message: 'Cannot read properties of undefined',
      stack: 'TypeError: …\n    at list.js:1:1',
      url: 'https://web.example.org/households/1?q=secret#token=abc',
      release: '1.2.3',
      userAgent: 'Firefox',
      context: { view: 'today' },
    });
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(reports().at(-1)).toEqual({
      message: 'error in a client',
      reported: 'Cannot read properties of undefined',
      stack: 'TypeError: …\n    at list.js:1:1',
      url: 'https://web.example.org/households/1',
      release: '1.2.3',
      userAgent: 'Firefox',
      context: '{"view":"today"}',
    });
    expect((await report({ message: 'x' }, { 'x-requested-with': undefined })).status).toBe(403);
  });

  test('are cut, and what looks like an address or a token is masked', async () => {
    const token = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    await report({
      message: `failed for ana@example.org with ${token}`,
      stack: 'at x\n'.repeat(2_000),
      context: { mail: 'ana@example.org', 'quote"@x.y': '\\\u0000', filler: '- '.repeat(1_500) },
    });
    const { reported, stack, context } = reports().at(-1) as Record<string, string>;
    expect(reported).toBe('failed for [e-mail] with [masked]');
    expect(stack!.length).toBe(4_000);
    expect(context!.length).toBe(2_000);
    expect(context).not.toContain('ana@');
  });

  test.each([
    ['without a message', {}, 400],
    ['with a list as context', { message: 'x', context: [] }, 400],
    ['with too much context', { message: 'x', context: { text: 'x'.repeat(8_200) } }, 400],
    ['of more than 16 kB', { message: 'x', stack: 'x'.repeat(16_500) }, 413],
  ])('%s are refused', async (_name, body, status) => {
    expect((await report(body)).status).toBe(status);
  });

  test('are limited by address', async () => {
    const answers = [];
    for (let i = 0; i < 31; i++)
      answers.push(await report({ message: 'x' }, { 'x-forwarded-for': '203.0.113.5' }));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(30);
    expect(answers.at(-1)?.status).toBe(429);
  });

  test('take no longer for texts made to be slow', async () => {
    const started = performance.now();
    await report({ message: 'x', stack: `${'a'.repeat(8_000)}\n${'@'.repeat(7_000)}` });
    expect(performance.now() - started).toBeLessThan(500);
  });
});
