import { useEffect, useMemo } from 'preact/hooks';

/** Decides which answers may be shown if the same request is repeated and answers can arrive out of order. */
export class LatestAnswer {
  #asked = 0;
  #answered = 0;

  /** Registers a new request. Call it before each request. */
  ask() {
    const number = ++this.#asked;
    return {
      /**
       * Returns true if this answer may be shown: no later request has been answered yet. An answer stays
       * valid while a newer request is under way. Otherwise nothing would be shown if new requests are made
       * faster than they are answered.
       */
      counts: (): boolean => {
        if (number < this.#answered) return false;
        this.#answered = number;
        return true;
      },
      /** Returns true if no later request was made. Only the error of the last request is shown. */
      isLast: (): boolean => number === this.#asked,
    };
  }

  /** Ignores the answers to all requests that were registered so far. */
  close(): void {
    this.#asked = Infinity;
    this.#answered = Infinity;
  }
}

/**
 * Returns the `LatestAnswer` of a component that requests the data of one subject, such as a household. `of`
 * identifies the subject. When an element of `of` changes, answers about the previous subject are ignored.
 */
export function useLatestAnswer(of: readonly unknown[]): LatestAnswer {
  const answers = useMemo(() => new LatestAnswer(), of);
  useEffect(() => () => answers.close(), [answers]);
  return answers;
}
