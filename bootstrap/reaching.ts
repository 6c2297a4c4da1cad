import { OperatorError } from '../application/shared/operator-error.js';
import { reasonOf } from './reason-of.js';

/** What drivers, networks and servers say when they do not let anybody in. */
const NOT_LET_IN = new Set<unknown>([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['28000', '28P01', '3D000', '53300', '57P03', 'UNAVAILABLE'],
]);

/**
 * Runs what opens a database first. Where that is not reached, it says which one and what sets it: the driver tells
 * an address at best. Any other failure passes as it is.
 */
export async function reaching<T>(variable: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!NOT_LET_IN.has((error as { code?: unknown } | null)?.code)) throw error;
    const reason = reasonOf(error);
    throw new OperatorError(
      `The database of ${variable} is not reached: ${reason}. Start it, or see host, port, user, password and database in ${variable}.`,
      { cause: error },
    );
  }
}
