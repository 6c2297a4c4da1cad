import { useEffect, useState } from 'preact/hooks';

const PAUSE_MS = 1_500;
/** This is loaded when it is first wanted, which may be between two keys. */
let typedAt = performance.now();
addEventListener('input', () => (typedAt = performance.now()), true);

/**
 * Whether what is to be shown over the page may come: not between two keys, since whatever is typed next would land in it.
 * Once it has come it stays.
 */
export function usePauseInTyping(): boolean {
  const [hasPaused, setPaused] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const left = typedAt + PAUSE_MS - performance.now();
      if (left <= 0) setPaused(true);
      else timer = setTimeout(look, left);
    };
    look();
    return () => clearTimeout(timer);
  }, []);
  return hasPaused;
}
