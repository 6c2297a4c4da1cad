import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EMPTY, type DemoState } from './state.js';

/** Where the provider's memory is kept. */
export type DemoStateStore = Pick<DemoStateFile, 'read' | 'change'>;

/**
 * The provider's memory, in a file beside the other data, so that it survives a restart as a real provider would. It is
 * read anew each time and replaced whole; changes follow one another within a process, which is what a demo has.
 */
export class DemoStateFile {
  readonly #file: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string) {
    this.#file = path.join(dataDir, 'demo-calendar.json');
  }

  async read(): Promise<DemoState> {
    try {
      return { ...EMPTY, ...(JSON.parse(await readFile(this.#file, 'utf8')) as Partial<DemoState>) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return EMPTY;
      throw error;
    }
  }

  /** Answers with what `change` answers; the state it gives back is kept before that, null keeps it as it is. */
  change<T>(change: (state: DemoState) => readonly [DemoState | null, T]): Promise<T> {
    const result = this.#last.then(async () => {
      const [state, answer] = change(await this.read());
      if (state !== null) await this.#write(state);
      return answer;
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #write(state: DemoState): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true });
    const draft = `${this.#file}.new-${randomBytes(6).toString('hex')}`;
    await writeFile(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, this.#file);
  }
}
