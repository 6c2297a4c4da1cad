import { useEffect, useState } from 'preact/hooks';

const PAUSE_MS = 1_500;
/**
 * When the user typed last. The initial value is the time of loading, because this module may be loaded while the
 * user is typing.
 */
let typedAt = performance.now();
addEventListener('input', () => (typedAt = performance.now()), true);

/**
 * Returns true once the user has not typed for a moment, and stays true from then on. A dialog that opens before
 * would receive the next keys.
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
