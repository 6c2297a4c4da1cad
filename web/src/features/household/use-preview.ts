import { useEffect, useState } from 'preact/hooks';

const PAUSE = 200;

export type Tried<T> = { readonly told: T } | { readonly error: unknown };

/** What the service says that a form would do, while it is filled in; null: it is being asked. `ask` is null where there is nothing to ask. */
export function useTried<T>(ask: ((signal: AbortSignal) => Promise<T>) | null, key: string): Tried<T> | null {
  const [tried, setTried] = useState<Tried<T> | null>(null);
  useEffect(() => {
    setTried(null);
    if (ask === null) return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      ask(asking.signal).then(
        (told) => setTried({ told }),
        (error: unknown) => {
          if (!asking.signal.aborted) setTried({ error });
        },
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [key, ask === null]);
  return tried;
}
