import { signal } from '@preact/signals';

/** Returns a signal that is true while a media query matches. */
export function watchMedia(query: string) {
  const media = matchMedia(query);
  const holds = signal(media.matches);
  media.addEventListener('change', () => (holds.value = media.matches));
  return holds;
}

/**
 * True if the window is wide enough to show the side bar, and a task beside its page. The style sheets contain the
 * same width.
 */
export const isDesk = watchMedia('(min-width: 60rem)');
