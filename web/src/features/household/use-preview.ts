import { useEffect, useState } from 'preact/hooks';

const PAUSE = 200;

export type PreviewResult<T> = { readonly result: T } | { readonly error: unknown };

/**
 * Requests a preview from the service while a form is being filled in.
 * @param ask null if there is nothing to preview
 * @param key identifies the request; a new value requests the preview again
 * @returns null if there is nothing to preview, and until the service has answered
 */
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
