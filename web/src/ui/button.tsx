import type { ComponentChildren, JSX } from 'preact';
import { Icon, type IconNode } from './icon.tsx';
import styles from './button.module.css';

type Look = 'main' | 'plain' | 'quiet' | 'danger';
type Props = Omit<JSX.IntrinsicElements['button'], 'icon' | 'size'> & {
  look?: Look;
  icon?: IconNode;
  wide?: boolean;
  /** True while the action of the button is running. The button then shows that and ignores clicks. */
  busy?: boolean;
  children: ComponentChildren;
};

/** A button for actions. For navigation that looks like a button, use {@link ButtonLink}. */
export function Button({ look = 'plain', icon, wide, busy, children, class: extra, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      class={[styles.button, styles[look], wide && styles.wide, typeof extra === 'string' && extra]
        .filter(Boolean)
        .join(' ')}
      aria-disabled={busy === true ? 'true' : undefined}
      onClick={busy === true ? (event) => event.preventDefault() : rest.onClick}
    >
      {icon && <Icon of={icon} size={18} />}
      <span>{children}</span>
    </button>
  );
}

export function ButtonLink({
  look = 'plain',
  href,
  children,
}: {
  look?: Look;
  href: string;
  children: ComponentChildren;
}) {
  return (
    <a href={href} class={[styles.button, styles[look]].join(' ')}>
      {children}
    </a>
  );
}

/** A button that shows only an icon. Its accessible name is `label`. */
export function IconButton({
  icon,
  label,
  size = 22,
  class: extra,
  ...rest
}: Omit<JSX.IntrinsicElements['button'], 'icon' | 'size' | 'label'> & {
  icon: IconNode;
  label: string;
  size?: number;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      class={[styles.icon, typeof extra === 'string' && extra].filter(Boolean).join(' ')}
    >
      <Icon of={icon} size={size} />
    </button>
  );
}
