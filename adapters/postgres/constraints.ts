import pg from 'pg';
import { brokenConstraint } from './citus/broken-constraint.js';
import type { ApplicationError } from '../../application/shared/errors.js';

/** What breaking a constraint means to the caller, by the constraint's name. */
export type Refusals = Readonly<Record<string, () => ApplicationError>>;

/** The result of `statement`; where it breaks one of the constraints, the refusal that stands for it. */
export async function refusing<T>(refusals: Refusals, statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    const constraint = error instanceof pg.DatabaseError ? brokenConstraint(error) : undefined;
    throw (constraint === undefined ? undefined : refusals[constraint]?.()) ?? error;
  }
}
