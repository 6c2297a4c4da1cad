import type { IncomingMessage } from 'node:http';

export type BodyLimits = {
  /** The time limit for a JSON body. */
  readonly wholeMs: number;
  /** The time limit for a file upload. */
  readonly uploadMs: number;
  /** The longest pause between two pieces of a file. */
  readonly silenceMs: number;
};

export const BODY_LIMITS: BodyLimits = { wholeMs: 30_000, uploadMs: 600_000, silenceMs: 10_000 };

const deadlines = new WeakMap<IncomingMessage, BodyDeadline>();

/** Ends a request whose body takes longer than `wholeMs`. See `limitByProgress` for uploads. */
export function limitBody(request: IncomingMessage, limits: BodyLimits, cut: () => void): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  if (length !== '0' || coding !== undefined) deadlines.set(request, new BodyDeadline(request, limits, cut));
}

/**
 * Replaces the time limit `wholeMs` of the body by `uploadMs`. Also ends the request if no bytes arrive for
 * `silenceMs`.
 */
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

  /**
   * While the request is paused, this process reads no bytes, so the missing bytes are not the fault of the client.
   * In this case, the time limit `silenceMs` begins again.
   */
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
