/** How far a finger goes before its lifting does something. */
const FAR = 72;
/** The edges of the screen belong to the browser's own gestures. */
const EDGE = 24;

/** A row that is drawn to a side with a finger: towards the end of the line does one thing, towards its start the other. */
export function swipe(
  row: HTMLElement,
  { onToEnd, onToStart }: { readonly onToEnd: () => void; readonly onToStart: () => void },
): () => void {
  let from: { readonly x: number; readonly y: number; readonly id: number } | null = null;
  let by = 0;
  const forwards = () => (document.documentElement.dir === 'rtl' ? -1 : 1);

  const settle = () => {
    from = null;
    by = 0;
    row.style.translate = '';
    row.style.contentVisibility = '';
    delete row.dataset['swipe'];
    delete row.dataset['far'];
  };
  const begin = (event: PointerEvent) => {
    const { clientX: x, clientY: y, pointerId: id } = event;
    if (event.pointerType !== 'touch' || !event.isPrimary || x < EDGE || x > innerWidth - EDGE) return;
    from = { x, y, id };
  };
  const draw = (event: PointerEvent) => {
    if (event.pointerId !== from?.id) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (by === 0 && Math.abs(x) < Math.max(10, Math.abs(y) * 1.5)) return;
    if (by === 0) row.setPointerCapture(from.id);
    by = x;
    row.style.translate = `${x}px`;
    // What stands beside the row is shown while it is drawn away.
    row.style.contentVisibility = 'visible';
    row.dataset['swipe'] = x * forwards() > 0 ? 'end' : 'start';
    row.toggleAttribute('data-far', Math.abs(x) >= FAR);
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== from?.id) return;
    const far = by * forwards();
    // The finger that drew does not press as well.
    if (by !== 0) row.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => row.removeEventListener('click', swallow, { capture: true }), 50);
    settle();
    if (far >= FAR) onToEnd();
    else if (far <= -FAR) onToStart();
  };
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  row.addEventListener('pointerdown', begin);
  row.addEventListener('pointermove', draw);
  row.addEventListener('pointerup', end);
  row.addEventListener('pointercancel', settle);
  return () => {
    row.removeEventListener('pointerdown', begin);
    row.removeEventListener('pointermove', draw);
    row.removeEventListener('pointerup', end);
    row.removeEventListener('pointercancel', settle);
  };
}
