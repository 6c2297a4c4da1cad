import { useEffect, useState } from 'preact/hooks';
import { useLatestAnswer, type LatestAnswer } from './answers.ts';

type Loaded<T> = { readonly of: LatestAnswer | null; readonly data: T | null; readonly error: unknown };

/** Loads data when the component is mounted, when an element of `of` changes, and when `version` changes. */
export function useLoaded<T>(
  load: () => Promise<T>,
  of: readonly unknown[],
  version?: unknown,
): {
  /** The data of the last successful load. null means nothing was loaded yet. */
  readonly data: T | null;
  readonly error: unknown;
  readonly reload: () => void;
  readonly set: (data: T) => void;
} {
  const answers = useLatestAnswer(of);
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
