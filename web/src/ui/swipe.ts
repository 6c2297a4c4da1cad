/** A swipe must cover this many pixels to trigger an action. */
const FAR = 72;
/** A swipe that starts within this many pixels of a screen edge is left to the browser's own gestures. */
const EDGE = 24;

type Start = { readonly row: HTMLElement; readonly x: number; readonly y: number; readonly id: number };

/**
 * Lets the user swipe rows that have `data-swipes`: a swipe towards the end of the line clicks the tick, one
 * towards its start opens the menu of the row.
 */
export function watchSwipes(): void {
  let from: Start | null = null;
  let by = 0;
  const forwards = () => (document.documentElement.dir === 'rtl' ? -1 : 1);

  const settle = () => {
    if (from === null) return;
    const { style, dataset } = from.row;
    style.translate = '';
    delete dataset['swipe'];
    delete dataset['far'];
    from = null;
    by = 0;
  };
  const begin = ({ clientX: x, clientY: y, pointerId: id, pointerType, isPrimary, target }: PointerEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-swipes]') : null;
    if (row === null || pointerType !== 'touch' || !isPrimary || x < EDGE || x > innerWidth - EDGE) return;
    from = { row, x, y, id };
  };
  const draw = (event: PointerEvent) => {
    if (event.pointerId !== from?.id) return;
    const { row } = from;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (by === 0 && Math.abs(x) < Math.max(10, Math.abs(y) * 1.5)) return;
    if (by === 0) row.setPointerCapture(from.id);
    by = x;
    row.style.translate = `${x}px`;
    row.dataset['swipe'] = x * forwards() > 0 ? 'end' : 'start';
    row.toggleAttribute('data-far', Math.abs(x) >= FAR);
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== from?.id) return;
    const { row } = from;
    const far = by * forwards();
    if (Math.abs(far) >= FAR)
      row.querySelector<HTMLElement>(far > 0 ? '[role=checkbox]' : '[aria-haspopup]')?.click();
    // A click event follows the swipe. It is ignored.
    if (by !== 0) row.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => row.removeEventListener('click', swallow, { capture: true }), 50);
    settle();
  };
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('pointerdown', begin);
  addEventListener('pointermove', draw);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', settle);
}
