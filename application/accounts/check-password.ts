import { passwordProblem, type Owner } from '../../domain/accounts/password-rules.js';
import { validationFailed } from '../shared/errors.js';

/** VALIDATION_FAILED for a new password that is easily guessed; its length has been looked at before. */
export function checkPassword(field: string, password: string, owner: Owner): void {
  const problem = passwordProblem(password, owner);
  if (problem !== null) throw validationFailed([{ field, ...problem }]);
}
