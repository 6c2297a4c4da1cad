/** Prints the output of a command to standard output, one line per argument. */
export function say(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}
