import { ApplicationError } from './errors.js';

/** The codes with which operating systems and PostgreSQL (disk_full) report a full disk. */
const CODES = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100']);

/** Returns true if the error or one of its causes says that a disk is full. Only an operator can fix that. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return CODES.has((error as NodeJS.ErrnoException).code) || isDiskFull(error.cause);
}

/**
 * Returns the error for requests that add data while the disk is nearly full. The remaining space is reserved for the
 * database itself.
 */
export function diskFull(): ApplicationError {
  const cause = Object.assign(new Error('Too little space is left on the disk'), { code: 'ENOSPC' });
  const message = 'The disk of the service is full. An operator has to free space.';
  return Object.assign(new ApplicationError('UNAVAILABLE', message), { cause });
}
