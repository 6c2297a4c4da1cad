/** `warn`: it works, and somebody should know. `fail`: something that people rely on does not work. */
export type FindingState = 'ok' | 'warn' | 'fail';

export type Finding = {
  readonly check: string;
  readonly state: FindingState;
  /** What was seen, never a secret. */
  readonly saw: string;
  /** What to do about it; absent where all is well. */
  readonly todo?: string;
};

export const ok = (check: string, saw: string): Finding => ({ check, state: 'ok', saw });
export const warn = (check: string, saw: string, todo: string): Finding => ({
  check,
  state: 'warn',
  saw,
  todo,
});
export const fail = (check: string, saw: string, todo: string): Finding => ({
  check,
  state: 'fail',
  saw,
  todo,
});

/** One line a finding. */
export function lineOf({ check, state, saw, todo }: Finding): string {
  return `${state.padEnd(4)}  ${check.padEnd(11)}  ${saw}${todo === undefined ? '' : ` → ${todo}`}`;
}
