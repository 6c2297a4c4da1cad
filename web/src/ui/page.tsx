import { toChildArray, type ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs';
import { Icon } from './icon.tsx';
import { rove } from './roving.ts';
import styles from './page.module.css';

/** The head of a page: its name as the one `h1`, a small line above it, and what can be done at its end. */
export function PageHead({
  title,
  above,
  aside,
}: {
  title: string;
  above?: ComponentChildren;
  aside?: ComponentChildren;
}) {
  return (
    <header class={styles.head}>
      <div>
        {above !== undefined && <p class={styles.above}>{above}</p>}
        <h1 tabIndex={-1} dir="auto">
          {title}
        </h1>
      </div>
      {aside !== undefined && <div class={styles.aside}>{aside}</div>}
    </header>
  );
}

/** The way back to where a page was opened from: to an address, or by what `onBack` does. */
export function Back({
  children,
  ...to
}: { children: string } & ({ href: string; class?: string | undefined } | { onBack: () => void })) {
  const inside = (
    <>
      <Icon of={ChevronLeft} size={18} />
      <bdi>{children}</bdi>
    </>
  );
  return 'href' in to ? (
    <a class={`${styles.back} ${to.class ?? ''}`} href={to.href}>
      {inside}
    </a>
  ) : (
    <button type="button" class={styles.back} onClick={to.onBack}>
      {inside}
    </button>
  );
}

/** The name of the window. */
export function useTitle(...parts: readonly (string | null | undefined)[]): void {
  const title = parts.filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Rows that are drawn at once, which fill a window; so many more when the end of these comes near. */
const FIRST = 8;
const PAGE = 20;

/** A card of rows, of which one can be reached by Tab, and the others from it by the arrows. */
export function Rows({
  children,
  label,
  ...rest
}: { children: ComponentChildren; label?: string } & Record<string, unknown>) {
  const list = useRef<HTMLUListElement>(null);
  const [drawn, setDrawn] = useState(FIRST);
  const all = toChildArray(children);
  // Rows come and go with what is drawn: one of them is the stop.
  useEffect(() => {
    if (list.current !== null) rove(list.current);
  });
  return (
    <ul
      ref={list}
      class={styles.rows}
      aria-label={label}
      onFocusIn={({ target, currentTarget }) => {
        const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
        if (row !== null) rove(currentTarget, row);
      }}
      {...rest}
    >
      {all.slice(0, drawn)}
      {all.length > drawn && (
        <RowsToCome key={drawn} count={all.length - drawn} onNear={() => setDrawn(drawn + PAGE)} />
      )}
    </ul>
  );
}

/** The room that rows take which are not drawn yet, as high as `task-row.module.css` reckons with. */
function RowsToCome({ count, onNear }: { count: number; onNear: () => void }) {
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin: '1000px' },
    );
    if (place.current !== null) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return <li ref={place} aria-hidden="true" style={{ blockSize: `${count * 4.25}rem` }} />;
}

/** A part of a page, by its name. */
export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class={styles.section}>
      <h2 dir="auto">{title}</h2>
      {children}
    </section>
  );
}

/** What may come a moment after the page, such as what a phone shows only further down: drawn when the rest has been painted. */
export function AfterPaint({
  children,
  unless: isAtOnce = false,
}: {
  children: ComponentChildren;
  unless?: boolean;
}) {
  const [isPainted, setPainted] = useState(isAtOnce);
  useEffect(() => setPainted(true), []);
  return isPainted ? <>{children}</> : null;
}
