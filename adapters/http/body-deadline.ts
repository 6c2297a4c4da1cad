import type { IncomingMessage } from 'node:http';

export type BodyLimits = {
  /** For a body that a phone sends in one breath. */
  readonly wholeMs: number;
  /** For a file, as long as it goes on coming. */
  readonly uploadMs: number;
  /** How long nothing may come of a file. */
  readonly silenceMs: number;
};

export const BODY_LIMITS: BodyLimits = { wholeMs: 30_000, uploadMs: 600_000, silenceMs: 10_000 };

const deadlines = new WeakMap<IncomingMessage, BodyDeadline>();

/** Ends a request whose body takes too long to come: all of them `wholeMs`, but for uploads that were let in. */
export function limitBody(request: IncomingMessage, limits: BodyLimits, cut: () => void): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  if (length !== '0' || coding !== undefined) deadlines.set(request, new BodyDeadline(request, limits, cut));
}

/** From now on the body may take as long as an upload may, while it does not fall silent. */
export function limitByProgress(request: IncomingMessage): void {
  deadlines.get(request)?.followProgress();
}

class BodyDeadline {
  readonly #request: IncomingMessage;
  readonly #limits: BodyLimits;
  readonly #cut: () => void;
  readonly #startedAt = performance.now();
  #whole: NodeJS.Timeout;
  #silence: NodeJS.Timeout | undefined;

  constructor(request: IncomingMessage, limits: BodyLimits, cut: () => void) {
    this.#request = request;
    this.#limits = limits;
    this.#cut = cut;
    this.#whole = setTimeout(this.#expire, limits.wholeMs);
    request.once('end', this.#stop).once('close', this.#stop);
  }

  followProgress(): void {
    if (this.#request.readableEnded || this.#request.destroyed) return;
    const { uploadMs, silenceMs } = this.#limits;
    clearTimeout(this.#whole);
    this.#whole = setTimeout(this.#expire, uploadMs - (performance.now() - this.#startedAt));
    this.#silence = setTimeout(this.#expireInSilence, silenceMs);
    this.#request.on('data', () => this.#silence?.refresh());
  }

  /** While it is us who do not read, nothing can come. */
  readonly #expireInSilence = () => {
    if (this.#request.isPaused()) this.#silence?.refresh();
    else this.#expire();
  };

  readonly #expire = () => {
    this.#stop();
    if (!this.#request.complete) this.#cut();
  };

  readonly #stop = () => {
    clearTimeout(this.#whole);
    clearTimeout(this.#silence);
    this.#silence = undefined;
  };
}
