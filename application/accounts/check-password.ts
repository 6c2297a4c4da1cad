import { passwordProblem, type Owner } from '../../domain/accounts/password-rules.js';
import { validationFailed } from '../shared/errors.js';

/**
 * Throws VALIDATION_FAILED for `field` if the new password is easy to guess. The request validation has already checked
 * its length.
 */
export function checkPassword(field: string, password: string, owner: Owner): void {
  const problem = passwordProblem(password, owner);
  if (problem !== null) throw validationFailed([{ field, ...problem }]);
}
