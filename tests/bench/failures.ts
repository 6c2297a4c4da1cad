/** A result: what was measured, the figure, and whether it is acceptable. */
export type Finding = readonly [what: string, figure: string, holds: boolean];

/** Prints the failed checks. If there are any, the command ends with exit code 1. */
export function tellFailures(failures: readonly string[]): void {
  for (const failure of failures) console.error(`FAILED: ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}
