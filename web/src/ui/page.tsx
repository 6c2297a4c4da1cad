import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
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
        <h1 tabIndex={-1}>{title}</h1>
      </div>
      {aside !== undefined && <div class={styles.aside}>{aside}</div>}
    </header>
  );
}

/** The name of the window. */
export function useTitle(...parts: readonly (string | null | undefined)[]): void {
  const title = parts.filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** A card of rows, of which one can be reached by Tab, and the others from it by the arrows. */
export function Rows({
  children,
  label,
  ...rest
}: { children: ComponentChildren; label?: string } & Record<string, unknown>) {
  const list = useRef<HTMLUListElement>(null);
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
      {children}
    </ul>
  );
}

/** A part of a page, by its name. */
export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
