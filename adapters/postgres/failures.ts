import pg from 'pg';
import { ApplicationError } from '../../application/errors.js';

/**
 * Failures that are about the moment and not about the statement: a lock or a statement that took too long, a
 * server that is going down, starting up, or full. The same request may succeed a little later.
 */
const PASSING = new Set(['55P03', '57014', '57P01', '57P02', '57P03', '53300', '08000', '08003', '08006']);

/** What the driver says, without a code, when the connection ends under a statement. */
const CUT_OFF = /^(Connection terminated|Client has encountered a connection error)/;

/** UNAVAILABLE, with its cause, for a failure that passes; any other as it is. */
export function named(error: unknown): unknown {
  if (!(error instanceof Error) || !isPassing(error)) return error;
  return unavailable('The database was too busy', error);
}

export function unavailable(message: string, cause: unknown): ApplicationError {
  return Object.assign(new ApplicationError('UNAVAILABLE', message), { cause });
}

function isPassing(error: Error): boolean {
  if (error instanceof pg.DatabaseError) return error.code !== undefined && PASSING.has(error.code);
  return CUT_OFF.test(error.message) || ('code' in error && error.code === 'ECONNRESET');
}
