import { readFileSync } from 'node:fs';
import path from 'node:path';

type Instruction = { readonly name: string; readonly text: string };

/** A build stage: one `FROM … AS name` with its instructions. The last stage has no name. */
export type Stage = { readonly name: string | null; readonly instructions: readonly Instruction[] };

export type Copy = { readonly from: string | null; readonly sources: readonly string[]; readonly to: string };

export const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Returns the stages of the Dockerfile of this repository. Comments are removed and continued lines joined.
 */
export function dockerfileStages(): Stage[] {
  const text = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '');
  const stages: { name: string | null; instructions: Instruction[] }[] = [];
  for (const line of text.split('\n').filter((line) => line.trim() !== '')) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages.push({ name: / AS (\w+)$/.exec(rest)?.[1] ?? null, instructions: [] });
    else stages.at(-1)?.instructions.push({ name, text: rest });
  }
  return stages;
}

/** Returns the `COPY` instructions of a stage, in order. */
export function copiesOf(stage: Stage): Copy[] {
  return stage.instructions
    .filter(({ name }) => name === 'COPY')
    .map(({ text }) => {
      const words = text.split(/\s+/);
      const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length) ?? null;
      const names = words.filter((word) => !word.startsWith('--'));
      return { from, sources: names.slice(0, -1), to: names.at(-1) ?? '' };
    });
}

/** Returns the text of the only instruction with this name. Throws if there are none or several. */
export function textOf(stage: Stage, name: string): string {
  const found = stage.instructions.filter((instruction) => instruction.name === name);
  if (found.length !== 1) throw new Error(`${found.length} instructions ${name}`);
  return found[0]!.text;
}

/** Returns the words of the JSON array in an instruction, such as those of `CMD ["node", "server.js"]`. */
export const commandOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[];

export function variablesOf(stage: Stage): Record<string, string> {
  return Object.fromEntries(
    stage.instructions
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ text }) => text.split(/\s+/).map((pair) => pair.split('=') as [string, string])),
  );
}
