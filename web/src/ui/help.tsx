import styles from './help.module.css';

/** A sentence where a newcomer would not know how to go on; with `to` it ends with the name of the page that it is about. */
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
