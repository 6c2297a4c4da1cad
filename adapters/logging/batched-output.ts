import { Writable } from 'node:stream';

const WAIT_MS = 10;
/** If several processes write to one pipe, writes of up to 4 KB are not mixed. */
const MAX_CHARACTERS = 4_096;

/**
 * Collects what is written within a few milliseconds and writes it to `output` in one call. When the process exits,
 * the rest is written.
 *
 * A write to standard output is a blocking system call. One write per request took a tenth of the time of the
 * shortest requests. If the process is killed, the collected text is lost, so the logger calls `flush` after
 * important lines.
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
