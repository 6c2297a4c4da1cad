import type { ComponentChildren } from 'preact';
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs';
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs';
import { Icon } from '../../ui/icon.tsx';
import styles from './week.module.css';

type Step = { readonly href: string; readonly label: string };

/** The title of the period with links to the previous one, the next one and the current one. */
export function Steps({
  title,
  back,
  now,
  on,
  children,
}: {
  title: string;
  back: Step;
  now: Step;
  on: Step;
  children?: ComponentChildren;
}) {
  return (
    <header class={styles.head}>
      <h1 dir="auto" tabIndex={-1}>
        {title}
      </h1>
      <div class={styles.steps}>
        <span class={styles.beside}>
          <a class={styles.step} href={back.href} aria-label={back.label} title={back.label} data-back>
            <Icon of={ChevronLeft} />
          </a>
          <a class={styles.step} href={on.href} aria-label={on.label} title={on.label} data-on>
            <Icon of={ChevronRight} />
          </a>
        </span>
        <a class={styles.step} href={now.href} data-now>
          {now.label}
        </a>
        {children}
      </div>
    </header>
  );
}
