import { useEffect, useState } from 'preact/hooks';

/** What is asked of the service when it is shown, and again when one of these changes. */
export function useLoaded<T>(
  load: () => Promise<T>,
  on: readonly unknown[],
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
  useEffect(() => {
    let isWanted = true;
    load().then(
      (loaded) => {
        if (!isWanted) return;
        set(loaded);
        setError(null);
      },
      (refused: unknown) => {
        if (isWanted) setError(refused);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [round, ...on]);
  return { data, error, reload: () => setRound((number) => number + 1), set };
}
