import { OperatorError } from '../application/shared/operator-error.js';
import { reasonOf } from './reason-of.js';

/** Error codes that mean that the database could not be reached or refused the connection. */
const NOT_LET_IN = new Set<unknown>([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['28000', '28P01', '3D000', '53300', '57P03', 'UNAVAILABLE'],
]);

/**
 * Runs the first access to a database. If it cannot be reached, throws an OperatorError that names the variable to
 * check, because errors of the driver name only an address. Other errors are thrown unchanged.
 */
export async function withReachableDatabase<T>(variable: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!NOT_LET_IN.has((error as { code?: unknown } | null)?.code)) throw error;
    const reason = reasonOf(error);
    throw new OperatorError(
      `The database in ${variable} cannot be reached: ${reason}. Check that it is running and that the host, port, user, password and database name in ${variable} are right.`,
      { cause: error },
    );
  }
}
