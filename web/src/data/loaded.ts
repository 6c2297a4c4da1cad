import { useEffect, useState } from 'preact/hooks';
import { useAnswers } from './answers.ts';

/** What is asked of the service when it is shown, when it is about something else, and again with each change of `since`. */
export function useLoaded<T>(
  load: () => Promise<T>,
  of: readonly unknown[],
  since?: unknown,
): {
  /** What was there last; null: nothing yet. */
  readonly data: T | null;
  readonly error: unknown;
  readonly reload: () => void;
  readonly set: (data: T) => void;
} {
  const [data, set] = useState<T | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  const ask = useAnswers(of);
  useEffect(() => {
    const counts = ask();
    load().then(
      (loaded) => {
        if (!counts()) return;
        set(loaded);
        setError(null);
      },
      (refused: unknown) => {
        if (counts()) setError(refused);
      },
    );
  }, [round, since, ...of]);
  return { data, error, reload: () => setRound((number) => number + 1), set };
}
