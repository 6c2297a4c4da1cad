import { Writable } from 'node:stream';

const WAIT_MS = 10;
/** A pipe that several processes write to keeps pieces of up to 4 KB apart. */
const MAX_CHARACTERS = 4_096;

/**
 * Writes to `output` what came within some milliseconds in one piece, and what is left when the process exits. Each
 * write to standard output is a system call that is waited for: one for each request was a tenth of what the smallest
 * ones cost. Whoever kills the process takes with it what has not been written yet, so what must not be lost is
 * flushed.
 */
export class BatchedOutput extends Writable {
  readonly #output: NodeJS.WritableStream;
  #text = '';

  constructor(output: NodeJS.WritableStream, process: Pick<NodeJS.EventEmitter, 'once'>) {
    super({ decodeStrings: false });
    this.#output = output;
    process.once('exit', () => this.flush());
  }

  override _write(text: string, _encoding: BufferEncoding, done: () => void): void {
    if (this.#text.length + text.length > MAX_CHARACTERS) this.flush();
    if (this.#text === '') setTimeout(() => this.flush(), WAIT_MS);
    this.#text += text;
    done();
  }

  flush(): void {
    const text = this.#text;
    this.#text = '';
    if (text !== '') this.#output.write(text);
  }
}
