/** An error that an operator can fix. It is printed as one sentence that says how, without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
