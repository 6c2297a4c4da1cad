import pg from 'pg';
import { ApplicationError } from '../../application/shared/errors.js';
import { isDiskFull } from '../../application/shared/disk-full.js';
import { isNodeGone } from './citus/node-failure.js';

/**
 * SQLSTATE codes of temporary failures, which are not the fault of the statement. A lock, statement or transaction
 * took too long, the connection broke, or the server is starting, stopping or full (connections, disk or memory). The
 * same request may succeed later.
 */
const PASSING = new Set([
  ...['25P03', '55P03', '57014', '57P01', '57P02', '57P03', '08000', '08003', '08006'],
  ...['53100', '53200', '53300'],
]);

/**
 * Matches messages of the driver for a connection that ended during a statement or shortly before. These errors
 * have no code.
 */
const CUT_OFF = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;
const BROKEN_CONNECTION = new Set<unknown>([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** The message of the driver if the server does not answer in time. This error has no code. */
const NO_ANSWER = 'Query read timeout';

/** Returns UNAVAILABLE with the error as its cause if the failure is temporary. Returns any other error unchanged. */
export function toUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || !isPassing(error)) return error;
  return unavailable(
    isDiskFull(error)
      ? 'The disk of the database is full'
      : 'The database did not answer, or was too busy. Try again',
    error,
  );
}

/** Creates an error with the code UNAVAILABLE and this cause. */
export function unavailable(message: string, cause: unknown): ApplicationError {
  return Object.assign(new ApplicationError('UNAVAILABLE', message), { cause });
}

/** Returns true if the server did not answer in time. */
export function isWithoutAnswer(error: unknown): boolean {
  return error instanceof Error && error.message === NO_ANSWER;
}

function isPassing(error: Error): boolean {
  if (error instanceof pg.DatabaseError)
    return (error.code !== undefined && PASSING.has(error.code)) || isNodeGone(error);
  return (
    isWithoutAnswer(error) ||
    CUT_OFF.test(error.message) ||
    ('code' in error && BROKEN_CONNECTION.has(error.code))
  );
}
