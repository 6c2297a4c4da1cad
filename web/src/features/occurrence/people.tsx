import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import Users from 'lucide/dist/esm/icons/users.mjs';
import type { Member, Occurrence } from '../../data/household.ts';
import { list } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Face, NoFace } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Editing } from './editing.ts';
import styles from './occurrence.module.css';

const PeopleEditor = lazy(() => import('./people-editor.tsx').then((m) => m.PeopleEditor));

/** The assignees, as a button that opens the editor. */
export function People({
  row,
  editing,
  isOpen,
  onOpen,
}: {
  row: Occurrence;
  editing: Editing;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
}) {
  const people = row.responsibleMemberIds.flatMap((id) => editing.household.member(id) ?? []);
  return (
    <div class={styles.row}>
      <Icon of={Users} />
      <div class={styles.value}>
        <button type="button" class={styles.reveal} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          <span class="unseen">{t('occurrence.who')} </span>
          {people.length === 0 && <NoFace size={24} />}
          {people.map((person) => (
            <Face key={person.id} of={person} size={24} named={false} />
          ))}
          <span dir="auto">{peopleText(people)}</span>
          <Icon of={ChevronDown} size={18} />
        </button>
        <Suspense>{isOpen && <PeopleEditor row={row} editing={editing} />}</Suspense>
      </div>
    </div>
  );
}

/** Returns a text such as “Ana and Ben”, or “Anyone”. */
export function peopleText(people: readonly Member[]): string {
  if (people.length === 0) return t('people.anyone');
  return list(
    people.map(({ displayName }) => displayName),
    tag.value,
  );
}
