const DURATION_MS = 220;

/**
 * Makes a change to the page and animates rows from their old to their new position. Rows can be clicked
 * during the animation; a view transition would swallow such clicks.
 */
export function animateRows(change: () => void): void {
  const before = new Map(rows().map((row) => [row.dataset['row'], row.getBoundingClientRect()]));
  change();
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // In this callback the change is rendered but not painted yet.
  requestAnimationFrame(() => {
    // Measure all rows before animating any, because each animation would force another layout.
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
