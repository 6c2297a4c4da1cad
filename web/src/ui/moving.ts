const DURATION_MS = 220;

/**
 * Changes what is drawn. Rows that stand elsewhere afterwards go there before one's eyes, and are pressed on their way as ever: during a
 * transition of views a press would be lost.
 */
export function moving(change: () => void): void {
  const before = new Map(rows().map((row) => [row.dataset['row'], row.getBoundingClientRect()]));
  change();
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // Drawn by then, and not yet shown.
  requestAnimationFrame(() => {
    for (const row of rows()) {
      const was = before.get(row.dataset['row']);
      const is = row.getBoundingClientRect();
      if (was === undefined || (was.x === is.x && was.y === is.y)) continue;
      const from = `${was.x - is.x}px ${was.y - is.y}px`;
      row.animate([{ translate: from }, { translate: 'none' }], { duration: DURATION_MS, easing: 'ease' });
    }
  });
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
