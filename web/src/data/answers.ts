import { useMemo, useRef } from 'preact/hooks';

/**
 * For what is asked again and again: each answer counts unless a later one has come before it. Were one dropped because it is being asked
 * anew, nothing would be shown for as long as changes come faster than answers. Where `of` is something else, no answer to what was asked
 * before counts.
 * @returns to be called with each question; what that returns, with its answer: whether it counts
 */
export function useAnswers(of: readonly unknown[]): () => () => boolean {
  const line = useMemo(() => ({ asked: 0, answered: 0 }), of);
  const current = useRef(line);
  current.current = line;
  return () => {
    const number = ++line.asked;
    return () => {
      if (line !== current.current || number < line.answered) return false;
      line.answered = number;
      return true;
    };
  };
}
