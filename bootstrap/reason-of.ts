/**
 * Returns the first line of the message of the innermost cause, with its error code. The outer errors of drivers say
 * less.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (error.cause !== undefined) return reasonOf(error.cause);
  const message = error instanceof AggregateError ? reasonOf(error.errors[0]) : error.message;
  const line = message.split('\n')[0] ?? '';
  return code === undefined || line.includes(code) ? line : `${line} (${code})`;
}
