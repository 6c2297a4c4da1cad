import type { KeyUse } from '../../application/calendar/connection/reseal-tokens.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Whether ENCRYPTION_KEYS still open what is stored. */
export function checkKeys({ current, older, unreadable }: KeyUse): Finding {
  if (unreadable > 0)
    return fail(
      'keys',
      `the tokens of ${unreadable} calendar connections open with none of ENCRYPTION_KEYS`,
      'add the key that is missing; if it is lost, those calendars have to be connected anew',
    );
  if (older > 0)
    return warn(
      'keys',
      `the tokens of ${older} calendar connections are encrypted with an older key`,
      'run "npm run rotate-keys" before that key is dropped',
    );
  return ok('keys', `the tokens of ${current} calendar connections open with the first of ENCRYPTION_KEYS`);
}
