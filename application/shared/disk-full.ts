import { ApplicationError } from './errors.js';

/** The codes with which operating systems and PostgreSQL (disk_full) report a full disk. */
const CODES = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100']);

/** Returns true if the error, or what caused it, is a disk without room: nothing but an operator can end that. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return CODES.has((error as NodeJS.ErrnoException).code) || isDiskFull(error.cause);
}

/** Refuses growth before the disk is so full that the database cannot write at all. */
export function diskFull(): ApplicationError {
  const cause = Object.assign(new Error('Too little space is left on the disk'), { code: 'ENOSPC' });
  const message = 'The disk of the service is full. An operator has to free space.';
  return Object.assign(new ApplicationError('UNAVAILABLE', message), { cause });
}
