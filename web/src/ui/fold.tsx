import type { ComponentChildren } from 'preact';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import { Icon } from './icon.tsx';
import styles from './fold.module.css';

/** A section whose content is hidden until the user clicks the heading. */
export function Fold({
  name,
  onOpen,
  children,
}: {
  name: string;
  onOpen?: () => void;
  children: ComponentChildren;
}) {
  return (
    <details
      class={styles.fold}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.();
      }}
    >
      <summary>
        <bdi>{name}</bdi>
        <Icon of={ChevronDown} size={18} />
      </summary>
      <div class={styles.inside}>{children}</div>
    </details>
  );
}
