import http from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { inLogContext } from '../../adapters/logging/log-context.js';
import { SentryErrorMonitor } from '../../adapters/monitoring/sentry-error-monitor.js';
import * as bootstrap from '../../bootstrap/compose-error-monitor.js';
import type { Monitoring } from '../../bootstrap/compose-error-monitor.js';
import { ConfigError } from '../../bootstrap/config/config-error.js';
import { RecordingLogger } from '../support/recording-logger.js';
import { sentryPackage } from '../support/sentry-package.js';
import { SentryStandIn } from '../support/sentry-stand-in.js';
import { within } from '../support/until.js';

type Load = Parameters<typeof bootstrap.composeErrorMonitor>[2];
const load: Load = (settings) => SentryErrorMonitor.load(settings, sentryPackage);

function composeErrorMonitor(
  config: Parameters<typeof bootstrap.composeErrorMonitor>[0],
  logger: RecordingLogger,
  given = load,
): Promise<Monitoring> {
  return bootstrap.composeErrorMonitor(config, logger, given);
}

let sentry: SentryStandIn;
let log: RecordingLogger;
let monitoring: Monitoring;
beforeEach(async () => {
  sentry = await SentryStandIn.start();
  log = new RecordingLogger();
  monitoring = await composeErrorMonitor({ sentryDsn: sentry.dsn, production: true }, log);
});
afterEach(() => sentry.close());

/** Closes the monitor and returns what was sent. */
async function sent() {
  await monitoring.close();
  return sentry.reports.map(({ event }) => event);
}

describe('reporting defects of the service', () => {
  test('sends the causes of an error, and the request or job in which it happened', async () => {
    const cause = new TypeError('cannot read it');
    const error = new Error('could not show', { cause });
    inLogContext({ requestId: 'req-1', userId: 'somebody' }, () =>
      monitoring.logger.error('request failed', { error, code: 'INTERNAL_ERROR' }),
    );
    const [event] = await sent();
    expect(event).toMatchObject({
      level: 'error',
      release: 'household-planner@0.1.0',
      environment: 'production',
      tags: { source: 'service', failure: 'request failed', requestId: 'req-1', code: 'INTERNAL_ERROR' },
      exception: {
        values: [
          { type: 'TypeError', value: 'cannot read it' },
          { type: 'Error', value: 'could not show' },
        ],
      },
    });
    const { frames } = event.exception.values[1].stacktrace;
    expect(frames.at(-1).filename).toContain('error-monitor.test');
    expect(JSON.stringify(event)).not.toContain('somebody');
    expect(log.events('error')).toEqual([expect.objectContaining({ message: 'request failed', error })]);
  });

  test('leaves out personal data', async () => {
    const token = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    const error = new Error(
      `invalid input for ana@example.org "Renew the passport" in "job_outbox" ${token}`,
    );
    Object.assign(error, { detail: 'Key (email)=(ana@example.org) exists' });
    monitoring.logger.error('request failed', {
      error,
      email: 'ana@example.org',
      title: 'Renew the passport',
    });
    const [event] = await sent();
    expect(event.exception.values[0].value).toBe(
      'invalid input for [e-mail] "[masked]" in "job_outbox" [masked]',
    );
    for (const secret of ['ana@', 'passport', token]) expect(sentry.reports[0]!.raw).not.toContain(secret);
  });

  test.each([
    ['nothing', undefined, undefined],
    ['a text', 'surprise for ana', 'what was thrown is no error, but of type string'],
    ['an object', { email: 'ana@example.org' }, 'what was thrown is no error, but of type object'],
  ])('accepts %s instead of an error', async (_name, error, value) => {
    monitoring.logger.child({ job: 'push' }).error('it failed', { error });
    const [event] = await sent();
    expect(event.tags).toMatchObject({ failure: 'it failed', job: 'push' });
    expect(event.exception?.values[0].value ?? undefined).toBe(value);
    expect(event.message).toBe(value === undefined ? 'it failed' : undefined);
    expect(sentry.reports[0]!.raw).not.toContain('ana');
  });

  test('sends only five causes if the causes of an error form a circle', async () => {
    const error = new Error('round');
    error.cause = error;
    monitoring.logger.error('it failed', { error });
    expect((await sent())[0].exception.values).toHaveLength(5);
  });
});

test('log entries below the level error are not reported to the error monitor', async () => {
  monitoring.logger.warn('request refused, service unavailable', { error: new Error('busy') });
  monitoring.logger.info('request');
  monitoring.logger.debug('job done');
  expect(await sent()).toEqual([]);
  expect(log.events('warn')).toHaveLength(1);
});

test('errors that web clients report are sent with their stack, page address, release and context', async () => {
  monitoring.errorMonitor!.report({
    source: 'client',
    message: 'Cannot read properties of undefined',
    stack: 'TypeError: x\n    at show (https://web.example.org/list.js:10:5)',
    url: 'https://web.example.org/households/1',
    release: 'web@1.2.3',
    userAgent: 'Firefox',
    context: '{"view":"today"}',
  });
  const [event] = await sent();
  expect(event).toMatchObject({
    release: 'web@1.2.3',
    tags: { source: 'client' },
    request: { url: 'https://web.example.org/households/1', headers: { 'User-Agent': 'Firefox' } },
    extra: { context: '{"view":"today"}' },
    exception: { values: [{ type: 'ClientError', value: 'Cannot read properties of undefined' }] },
  });
  expect(event.exception.values[0].stacktrace.frames).toEqual([
    expect.objectContaining({ function: 'show', lineno: 10 }),
  ]);
});

test('the error monitor does not patch the process and adds no server or user data to a report', async () => {
  const before = [http.request, http.get, console.error, process.listenerCount('uncaughtException')];
  const other = await composeErrorMonitor({ sentryDsn: sentry.dsn, production: false }, log);
  expect([http.request, http.get, console.error, process.listenerCount('uncaughtException')]).toEqual(before);
  await other.close();
  monitoring.logger.error('it failed');
  const [event] = await sent();
  expect(event).not.toHaveProperty('server_name');
  expect(event).not.toHaveProperty('user');
  expect(event).not.toHaveProperty('modules');
  expect(event).not.toHaveProperty('breadcrumbs');
});

test('an error service that is down makes neither logging nor closing the error monitor fail or hang', async () => {
  const nobody = await composeErrorMonitor({ sentryDsn: 'http://key@127.0.0.1:1/1', production: true }, log);
  for (let i = 0; i < 200; i++) nobody.logger.error('it failed', { error: new Error(String(i)) });
  await within(nobody.close(), 'the monitor is closed');
});

test('the error monitor is not loaded without a DSN', async () => {
  const load = () => Promise.reject(new Error('not to be loaded'));
  const { logger, errorMonitor } = await composeErrorMonitor(
    { sentryDsn: null, production: true },
    log,
    load,
  );
  expect(logger).toEqual(log);
  expect(errorMonitor).toBeNull();
});

test('the start fails with an instruction if a DSN is set and the package is missing', async () => {
  const missing = () =>
    Promise.reject(Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' }));
  const refused = composeErrorMonitor({ sentryDsn: sentry.dsn, production: true }, log, (settings) =>
    SentryErrorMonitor.load(settings, missing),
  );
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow(/SENTRY_DSN .*@sentry\/node/);
});
