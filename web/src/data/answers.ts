import { useEffect, useMemo } from 'preact/hooks';

/** What is asked again and again: which of the answers counts. */
export class Answers {
  #asked = 0;
  #answered = 0;

  /** To be called with each question. */
  ask() {
    const number = ++this.#asked;
    return {
      /**
       * Whether its answer counts: unless a later one has come before it. Were it dropped because it is being asked anew, nothing would be
       * shown for as long as changes come faster than answers.
       */
      counts: (): boolean => {
        if (number < this.#answered) return false;
        this.#answered = number;
        return true;
      },
      /** Whether it is the last: that one before was refused says nothing. */
      isLast: (): boolean => number === this.#asked,
    };
  }

  /** No answer counts any more. */
  close(): void {
    this.#asked = Infinity;
    this.#answered = Infinity;
  }
}

/** The answers to questions about one thing: those about another one do not count once `of` has changed. */
export function useAnswers(of: readonly unknown[]): Answers {
  const answers = useMemo(() => new Answers(), of);
  useEffect(() => () => answers.close(), [answers]);
  return answers;
}
