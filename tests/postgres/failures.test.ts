import { expect, test } from '@jest/globals';
import pg from 'pg';
import { named } from '../../adapters/postgres/failures.js';

const fromServer = (code: string) =>
  Object.assign(new pg.DatabaseError('said by the server', 0, 'error'), { code });
const fromNetwork = (code: string) => Object.assign(new Error('said by the network'), { code });

test.each([
  ['a transaction that did nothing for too long', fromServer('25P03')],
  ['a statement that took too long', fromServer('57014')],
  ['a host without a way to it', fromNetwork('EHOSTUNREACH')],
  ['a network without a way to it', fromNetwork('ENETUNREACH')],
  ['a connection that was reset', fromNetwork('ECONNRESET')],
  ['no answer', new Error('Query read timeout')],
])('%s passes: it is UNAVAILABLE, with its cause', (_case, cause) => {
  expect(named(cause)).toMatchObject({ code: 'UNAVAILABLE', cause });
});

test.each([
  ['a transaction that is read only', fromServer('25006')],
  ['a file that is not there', fromNetwork('ENOENT')],
])('%s stays what it is', (_case, cause) => {
  expect(named(cause)).toBe(cause);
});
