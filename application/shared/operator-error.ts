/**
 * An error that an operator can fix. It is printed without a stack, as one sentence that tells the operator how to
 * fix it.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
