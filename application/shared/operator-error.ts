/** What whoever runs the service can set right: told as one sentence that says how, without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
