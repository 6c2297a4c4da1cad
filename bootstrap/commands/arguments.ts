import path from 'node:path';
import { parseArgs } from 'node:util';
import { OperatorError } from '../../application/shared/operator-error.js';

/**
 * The parsed command line. `files` are the words as absolute paths. A relative path starts at the folder in which the
 * command was called.
 */
export type Arguments<Flag extends string> = {
  readonly words: readonly string[];
  readonly files: readonly string[];
  readonly flags: Readonly<Record<Flag, boolean>>;
};

/** Reads exactly `wordCount` words and any of the flags. Throws an OperatorError with the usage for anything else. */
export function readArguments<const Flag extends string>(
  usage: string,
  { wordCount, flags }: { wordCount: number; flags: readonly Flag[] },
  given: readonly string[] = process.argv.slice(2),
): Arguments<Flag> {
  const options = Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }]));
  try {
    const { values, positionals } = parseArgs({ args: [...given], options, allowPositionals: true });
    if (positionals.length !== wordCount) throw new TypeError('The number of words is wrong');
    return {
      words: positionals,
      // npm runs scripts in the folder of package.json. INIT_CWD is the folder in which npm was called.
      files: positionals.map((file) => path.resolve(process.env['INIT_CWD'] ?? '', file)),
      flags: Object.fromEntries(flags.map((name) => [name, values[name] === true])) as Record<Flag, boolean>,
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new OperatorError(`Usage: ${usage}`);
  }
}
