/**
 * The result of a check. `warn` means that the part works, but an operator should know something. `fail` means that
 * something that people rely on does not work.
 */
export type FindingState = 'ok' | 'warn' | 'fail';

export type Finding = {
  readonly check: string;
  readonly state: FindingState;
  /** A text that describes what the check found. It never contains a secret. */
  readonly saw: string;
  /** Tells the operator what to do. Missing if everything is all right. */
  readonly todo?: string;
};

export const ok = (check: string, saw: string): Finding => ({ check, state: 'ok', saw });
const problem =
  (state: FindingState) =>
  (check: string, saw: string, todo: string): Finding => ({
    check,
    state,
    saw,
    todo,
  });
export const warn = problem('warn');
export const fail = problem('fail');

/** Formats the finding of a check as one line. */
export function printFinding({ check, state, saw, todo }: Finding): string {
  return `${state.padEnd(4)}  ${check.padEnd(11)}  ${saw}${todo === undefined ? '' : ` → ${todo}`}`;
}
