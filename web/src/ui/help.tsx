import styles from './help.module.css';

/** Stands for the link in a sentence until the link is put there. No text contains this character. */
const LINK = '\ufffc';

/** A sentence of help for new users. */
export function Help({ children }: { children: string }) {
  return <p class={styles.help}>{children}</p>;
}

/**
 * A sentence of help with a link to another page.
 * @param children returns the sentence around the given name of the page
 */
export function HelpWithLink({
  to: { href, text },
  children: sentence,
}: {
  to: { readonly href: string; readonly text: string };
  children: (section: string) => string;
}) {
  const [before, after] = sentence(LINK).split(LINK);
  return (
    <p class={styles.help}>
      {before}
      <a href={href}>{text}</a>
      {after}
    </p>
  );
}
