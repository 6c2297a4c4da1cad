import { signal } from '@preact/signals';

/** Whether a condition of the window holds, as it changes. */
export function watchMedia(query: string) {
  const media = matchMedia(query);
  const holds = signal(media.matches);
  media.addEventListener('change', () => (holds.value = media.matches));
  return holds;
}

/** Whether there is room for the navigation at the side, and for a task beside its page; the same width stands in the styles. */
export const isDesk = watchMedia('(min-width: 60rem)');
