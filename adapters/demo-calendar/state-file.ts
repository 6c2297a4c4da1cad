import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EMPTY, type DemoState } from './state.js';

/** Stores the state of the demo provider. */
export type DemoStateStore = Pick<DemoStateFile, 'read' | 'change'>;

/**
 * Stores the state of the demo provider in a file in the data folder. So it survives a restart of the service, like
 * the state of a real provider. The file is read for every access and replaced as a whole. Changes run one after the
 * other within this process, which is enough because a demo normally has only one process.
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

  /**
   * Calls `change` with the state. `change` returns the new state, or null to keep the old one, together with a
   * result. Resolves with that result after the new state was written.
   */
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
