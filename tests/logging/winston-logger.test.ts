import { Writable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import type { Logger } from '../../application/shared/ports.js';
import { createLogger, type LoggerOptions } from '../../adapters/logging/winston-logger.js';

/** Returns the lines that the logger writes for `events`. */
function linesOf(options: Partial<LoggerOptions>, events: (logger: Logger) => void): string[] {
  let text = '';
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString();
      done();
    },
  });
  events(createLogger({ level: 'info', format: 'json', ...options, output }));
  return text.split('\n').slice(0, -1);
}

function eventsOf(events: (logger: Logger) => void): Record<string, unknown>[] {
  return linesOf({}, events).map((line) => JSON.parse(line) as Record<string, unknown>);
}

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe('JSON lines', () => {
  test('contain time, level, message and flat fields', () => {
    const [event] = eventsOf((logger) =>
      logger.info('request', {
        status: 200,
        path: '/v1/me',
        cached: false,
        user: null,
        ids: [1, 2],
        at: new Date(0),
      }),
    );
    expect(event).toEqual({
      time: expect.stringMatching(ISO),
      level: 'info',
      message: 'request',
      status: 200,
      path: '/v1/me',
      cached: false,
      user: null,
      ids: '[1,2]',
      at: '1970-01-01T00:00:00.000Z',
    });
  });

  test('keep time, level and message if fields have the same names', () => {
    const [event] = eventsOf((logger) => logger.warn('mine', { message: 'theirs', level: 'info', time: 1 }));
    expect(event).toMatchObject({
      level: 'warn',
      message: 'mine',
      message_: 'theirs',
      level_: 'info',
      time_: 1,
    });
    expect(event?.['time']).toMatch(ISO);
  });

  test.each(['plain %s', '%j', '{"a":1}', ''])(
    'do not interpret placeholders in the message %j',
    (message) => {
      expect(eventsOf((logger) => logger.info(message, { a: 1 }))[0]?.['message']).toBe(message);
    },
  );
});

describe('an error in a log field', () => {
  const root = Object.assign(new TypeError('refused'), { code: 'ECONNREFUSED' });
  const error = new Error('no database', { cause: new Error('no connection', { cause: root }) });

  test('is logged with its causes and its stack', () => {
    const [event] = eventsOf((logger) => logger.error('failed', { error }));
    expect(event?.['error']).toBe(
      'Error: no database <- Error: no connection <- TypeError: refused (ECONNREFUSED)',
    );
    expect(event?.['errorStack']).toMatch(/^Error: no database\n +at .*\ncaused by Error: no connection\n/s);
  });

  test('is logged even if it is its own cause', () => {
    const circle = new Error('circle');
    circle.cause = circle;
    expect(eventsOf((logger) => logger.error('failed', { error: circle }))).toHaveLength(1);
  });
});

describe('an event with control characters', () => {
  const evil = 'a\nb\r\u001b[31mred\u009b2J\u2028c\u202ed\u0000\ud800';

  test.each(['json', 'pretty'] as const)('is one line in the format %s', (format) => {
    const lines = linesOf({ format }, (logger) => {
      logger.info(evil, { userAgent: evil, nested: { evil }, error: new Error(evil), [evil]: 1 });
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
    expect(lines[0]).toContain('\\u001b[31mred');
  });

  test('has its original text in JSON', () => {
    expect(eventsOf((logger) => logger.info('x', { evil }))[0]?.['evil']).toBe(evil);
  });
});

test('the pretty format shows time, level, message and fields in one line', () => {
  const [line] = linesOf({ format: 'pretty' }, (logger) =>
    logger.warn('slow request', { path: '/v1/me', ms: 1200, note: 'two words', empty: '' }),
  );
  expect(line).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} WARN {2}slow request path=\/v1\/me ms=1200 note="two words" empty=""$/,
  );
});

test('a logger does not write events below its level', () => {
  const lines = linesOf({ level: 'warn', format: 'pretty' }, (logger) => {
    logger.debug('debug');
    logger.info('info');
    logger.warn('warn');
    logger.error('error');
  });
  expect(lines.map((line) => line.slice(19))).toEqual(['warn', 'error']);
});

test('a child logger adds its fields, and fields of the event take precedence', () => {
  const [plain, inherited, own] = eventsOf((logger) => {
    const child = logger.child({ requestId: 'r1' }).child({ user: 'u1' });
    logger.info('plain');
    child.info('inherited');
    child.info('own', { user: 'u2' });
  });
  expect(plain).not.toHaveProperty('requestId');
  expect(inherited).toMatchObject({ requestId: 'r1', user: 'u1' });
  expect(own).toMatchObject({ requestId: 'r1', user: 'u2' });
});

test.each([
  'password',
  'newPassword',
  'refreshToken',
  'authorization',
  'cookie',
  'set-cookie',
  'clientSecret',
])('a logger masks a field named %s', (name) => {
  expect(eventsOf((logger) => logger.info('x', { [name]: 'hunter2' }))[0]?.[name]).toBe('[masked]');
});

test.each(['tokenKind', 'passwordAgeDays', 'cookies'])('a logger does not mask a field named %s', (name) => {
  expect(eventsOf((logger) => logger.info('x', { [name]: 'shown' }))[0]?.[name]).toBe('shown');
});

test('a logger accepts values that have no JSON form', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  const [event] = eventsOf((logger) =>
    logger.info('x', { circle, big: 1n, deep: { big: 2n }, nan: NaN, gone: undefined, bad: new Date(NaN) }),
  );
  expect(event).toMatchObject({ big: '1n', deep: '{"big":"2"}', nan: 'NaN', bad: 'Invalid Date' });
  expect(event?.['circle']).toMatch(/^\[not representable/);
  expect(event).not.toHaveProperty('gone');
});
