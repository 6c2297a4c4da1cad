import { useEffect, useState } from 'preact/hooks';
import { useAnswers, type Answers } from './answers.ts';

type Loaded<T> = { readonly of: Answers | null; readonly data: T | null; readonly error: unknown };

/** What is asked of the service when it is shown, when it is about something else, and again with each other `version` of that. */
export function useLoaded<T>(
  load: () => Promise<T>,
  of: readonly unknown[],
  version?: unknown,
): {
  /** What was there last; null: nothing yet. */
  readonly data: T | null;
  readonly error: unknown;
  readonly reload: () => void;
  readonly set: (data: T) => void;
} {
  const answers = useAnswers(of);
  const [loaded, setLoaded] = useState<Loaded<T>>({ of: null, data: null, error: null });
  const [round, setRound] = useState(0);
  const { data, error } = loaded.of === answers ? loaded : { data: null, error: null };
  const set = (next: T) => setLoaded({ of: answers, data: next, error: null });
  useEffect(() => {
    const { counts, isLast } = answers.ask();
    load().then(
      (next) => {
        if (counts()) set(next);
      },
      (refused: unknown) => {
        if (!isLast()) return;
        setLoaded((before) => ({
          of: answers,
          data: before.of === answers ? before.data : null,
          error: refused,
        }));
      },
    );
  }, [answers, round, version]);
  return { data, error, reload: () => setRound((number) => number + 1), set };
}
