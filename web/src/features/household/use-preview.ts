import { useEffect, useState } from 'preact/hooks';

const PAUSE = 200;

export type PreviewResult<T> = { readonly result: T } | { readonly error: unknown };

/** What the service says that a form would do, while it is filled in; null: it is being asked. `ask` is null where there is nothing to ask. */
export function usePreview<T>(
  ask: ((signal: AbortSignal) => Promise<T>) | null,
  key: string,
): PreviewResult<T> | null {
  const [preview, setPreview] = useState<PreviewResult<T> | null>(null);
  useEffect(() => {
    setPreview(null);
    if (ask === null) return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      ask(asking.signal).then(
        (result) => setPreview({ result }),
        (error: unknown) => {
          if (!asking.signal.aborted) setPreview({ error });
        },
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [key, ask === null]);
  return preview;
}
