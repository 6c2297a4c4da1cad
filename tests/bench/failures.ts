/** The name of what is measured, its figure, and whether that may be. */
export type Finding = readonly [what: string, figure: string, holds: boolean];

/** Names what does not hold; the command then ends with exit code 1. */
export function tellFailures(failures: readonly string[]): void {
  for (const failure of failures) console.error(`FAILED: ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}
