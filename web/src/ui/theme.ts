import { signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';
const KEPT = 'planner.theme';
const kept = localStorage.getItem(KEPT);

export const theme = signal<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system');

/** Sets the theme on this device. */
export function setTheme(next: Theme): void {
  theme.value = next;
  if (next === 'system') {
    localStorage.removeItem(KEPT);
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem(KEPT, next);
    document.documentElement.dataset['theme'] = next;
  }
  paintFrame();
}

/** Sets the colour of the browser's own frame (`theme-color`) to the background colour of the page. */
export function paintFrame(): void {
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', paper);
}
