import { useEffect, useState } from 'preact/hooks';

const PAUSE_MS = 1_500;
/** Starts at the time of loading, because this module may be loaded while the user is typing. */
let typedAt = performance.now();
addEventListener('input', () => (typedAt = performance.now()), true);

/**
 * Returns true once the user has not typed for a moment, so that a dialog may open without catching the next
 * keys. Stays true from then on.
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
