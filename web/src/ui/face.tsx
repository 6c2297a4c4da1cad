import { initial } from '../i18n/formats.ts';
import styles from './face.module.css';

type Person = { readonly displayName: string; readonly color: string };

/**
 * A member as a disc in their colour with their initial.
 * @param named false if the name is shown next to it, so that screen readers do not read it twice
 */
export function Face({ of, size = 28, named = true }: { of: Person; size?: number; named?: boolean }) {
  return (
    <span
      class={`who ${styles.face}`}
      style={{ '--who': of.color, '--size': `${size}px` }}
      role={named ? 'img' : undefined}
      aria-label={named ? of.displayName : undefined}
      aria-hidden={named ? undefined : 'true'}
      title={of.displayName}
    >
      {initial(of.displayName)}
    </span>
  );
}

/** The placeholder that is shown for an unassigned task. */
export function NoFace({ size = 28 }: { size?: number }) {
  return <span class={styles.nobody} style={{ '--size': `${size}px` }} aria-hidden="true" />;
}

/** Shows several members as overlapping discs. */
export function Faces({ of, size = 28 }: { of: readonly Person[]; size?: number }) {
  return (
    <span class={styles.faces}>
      {of.map((person) => (
        <Face key={person.displayName + person.color} of={person} size={size} />
      ))}
    </span>
  );
}

/**
 * A member's disc in a ring. The ring is filled as far as the member has done their tasks.
 * @param share the fraction of the tasks that are done, from 0 to 1
 */
export function Halo({ of, share }: { of: Person; share: number }) {
  const length = 2 * Math.PI * 18;
  return (
    <span class={`who ${styles.halo}`} style={{ '--who': of.color }}>
      <svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
        <circle cx="20" cy="20" r="18" class={styles.track} />
        {share > 0 && (
          <circle
            cx="20"
            cy="20"
            r="18"
            class={styles.share}
            stroke-dasharray={`${length * share} ${length}`}
            transform="rotate(-90 20 20)"
          />
        )}
      </svg>
      <Face of={of} size={30} named={false} />
    </span>
  );
}
