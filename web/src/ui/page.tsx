import { toChildArray, type ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs';
import { Icon } from './icon.tsx';
import { setTabStop } from './roving.ts';
import styles from './page.module.css';

/** The head of a page: its title as the only `h1`, a small line above it, and actions at its end. */
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

/** A link or button that leads back to the page from which this one was opened. */
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

/** Sets the title of the browser window. The parts are joined, and missing parts are left out. */
export function useTitle(...parts: readonly (string | null | undefined)[]): void {
  const title = parts.filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/**
 * FIRST is the number of rows that are rendered at first, which fills a window. PAGE is the number of rows that are
 * added each time the user scrolls near the end.
 */
const FIRST = 8;
const PAGE = 20;

/** A card of rows. The Tab key reaches one of the rows, and the arrow keys move from there to the others. */
export function Rows({
  children,
  label,
  ...rest
}: { children: ComponentChildren; label?: string } & Record<string, unknown>) {
  const list = useRef<HTMLUListElement>(null);
  const [drawn, setDrawn] = useState(FIRST);
  const all = toChildArray(children);
  // Rows were added or removed by rendering, so the row that the Tab key reaches is chosen again.
  useEffect(() => {
    if (list.current !== null) setTabStop(list.current);
  });
  return (
    <ul
      ref={list}
      class={styles.rows}
      aria-label={label}
      onFocusIn={({ target, currentTarget }) => {
        const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
        if (row !== null) setTabStop(currentTarget, row);
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

/**
 * Reserves the height of the rows that are not rendered yet. The height of one row must match `task-row.module.css`.
 */
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

/** A section of a page with its heading. */
export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class={styles.section}>
      <h2 dir="auto">{title}</h2>
      {children}
    </section>
  );
}

/**
 * Renders its children after the first paint. It is for content that is not visible at first, such as the lower part
 * of a page on phones. `unless` renders them immediately.
 */
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
