import styles from './help.module.css';

/** A sentence of help for new users. With `to`, it ends with a link to the page that it is about. */
export function Help({
  children,
  to,
}: {
  children: string;
  to?: { readonly href: string; readonly text: string };
}) {
  return (
    <p class={styles.help}>
      {children}
      {to !== undefined && (
        <>
          {' '}
          <a href={to.href}>{to.text}</a>.
        </>
      )}
    </p>
  );
}
