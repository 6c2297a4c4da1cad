import type { ComponentChildren } from 'preact';
import { LANGUAGES, language, setLanguage, t } from '../i18n/t.ts';
import { Form as CheckedForm } from './form.tsx';
import { Mark } from './mark.tsx';
import styles from './narrow.module.css';

/**
 * A page without the navigation, for example before signing in or during the first setup. It has one column with the
 * logo, a language switch, a sentence and a form.
 */
export function Narrow({
  title,
  text,
  children,
  foot,
}: {
  title: string;
  text?: ComponentChildren;
  children: ComponentChildren;
  foot?: ComponentChildren;
}) {
  const other = language.value === 'en' ? 'fr' : 'en';
  return (
    <main class={styles.page}>
      <div class={styles.column}>
        <div class={styles.top}>
          <Mark size={56} />
          <button
            type="button"
            lang={other}
            aria-label={t('language.switch', { language: LANGUAGES[other] })}
            onClick={() => void setLanguage(other)}
          >
            {LANGUAGES[other]}
          </button>
        </div>
        <h1 dir="auto" tabIndex={-1}>
          {title}
        </h1>
        {text !== undefined && <div class={styles.text}>{text}</div>}
        {children}
        {foot !== undefined && <div class={styles.foot}>{foot}</div>}
      </div>
    </main>
  );
}

/** An error that concerns the whole form. */
export function FormProblem({ children }: { children: ComponentChildren }) {
  return (
    <p class={styles.problem} role="alert">
      {children}
    </p>
  );
}

/** A form with its fields below one another. */
export const NarrowForm = ({ onSubmit, children }: { onSubmit: () => void; children: ComponentChildren }) => (
  <CheckedForm class={styles.form} onSubmit={onSubmit}>
    {children}
  </CheckedForm>
);
