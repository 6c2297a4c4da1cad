const DURATION_MS = 220;

/**
 * Changes what is drawn. Rows that stand elsewhere afterwards go there before one's eyes, and are pressed on their way as ever: during a
 * view transition a press would be lost.
 */
export function animateRows(change: () => void): void {
  const before = new Map(rows().map((row) => [row.dataset['row'], row.getBoundingClientRect()]));
  change();
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // Drawn by then, and not yet shown.
  requestAnimationFrame(() => {
    // All are measured before any moves: what moves has the page laid out again.
    const moved = rows().flatMap((row) => {
      const was = before.get(row.dataset['row']);
      const is = row.getBoundingClientRect();
      if (was === undefined || (was.x === is.x && was.y === is.y)) return [];
      return [{ row, from: `${was.x - is.x}px ${was.y - is.y}px` }];
    });
    for (const { row, from } of moved)
      row.animate([{ translate: from }, { translate: 'none' }], { duration: DURATION_MS, easing: 'ease' });
  });
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
