import { useState } from 'preact/hooks';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import Users from 'lucide/dist/esm/icons/users.mjs';
import type { HouseholdData, Member, Occurrence } from '../../data/household.ts';
import { isPerson } from '../../data/presence.ts';
import { memberIn } from '../../data/session.ts';
import { list } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Face, NoFace } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PeopleChoice } from '../../ui/people-choice.tsx';
import type { Editing } from './editing.ts';
import styles from './occurrence.module.css';

const ForEachField = lazy(() => import('./doers.tsx').then((m) => m.ForEachField));
const Why = lazy(() => import('./why.tsx').then((m) => m.Why));
const SwapDialog = lazy(() => import('./swap-dialog.tsx').then((m) => m.SwapDialog));

/** Who does it, why they do, and how somebody else comes to do it. */
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
  const { household } = editing;
  const [isSwapping, setSwapping] = useState(false);
  const people = row.responsibleMemberIds.flatMap((id) => household.member(id) ?? []);
  const mine = memberIn(household.id);
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
          <span>{peopleText(people)}</span>
          <Icon of={ChevronDown} size={18} />
        </button>
        {isOpen && (
          <div class={styles.editor}>
            <PeopleChoice
              members={household.members.value.filter(
                ({ id }) => row.visibility === 'SHARED' || id === row.createdBy,
              )}
              chosen={row.responsibleMemberIds}
              onChoose={(responsibleMemberIds) => editing.change({ responsibleMemberIds })}
            />
            <Suspense>
              {row.visibility === 'SHARED' && row.responsibleMemberIds.length > 1 && (
                <ForEachField row={row} editing={editing} />
              )}
              <Why row={row} household={household} />
            </Suspense>
            <div class={styles.links}>
              {mine !== null && !row.responsibleMemberIds.includes(mine) && row.status === 'TODO' && (
                <button type="button" class={styles.link} onClick={() => editing.takeIt(mine)}>
                  {t('people.takeIt')}
                </button>
              )}
              {maySwap(row, household) && (
                <button type="button" class={styles.link} onClick={() => setSwapping(true)}>
                  {t('people.swap')}
                </button>
              )}
              {followsOther(row) && (
                <button type="button" class={styles.link} onClick={() => editing.followRule()}>
                  {t('people.followRule')}
                </button>
              )}
            </div>
          </div>
        )}
      </div>
      <Suspense>
        {isSwapping && <SwapDialog row={row} household={household} onClose={() => setSwapping(false)} />}
      </Suspense>
    </div>
  );
}

/** “Ana and Ben”, “You”, “Anyone” */
export function peopleText(people: readonly Member[]): string {
  if (people.length === 0) return t('people.anyone');
  return list(
    people.map(({ displayName }) => displayName),
    tag.value,
  );
}

/** A turn to come is swapped with somebody else who lives here; an animal has none to give, and gets none. */
function maySwap(
  { seriesId, status, date, visibility, responsibleMemberIds }: Occurrence,
  { members, today }: HouseholdData,
): boolean {
  const people = members.value.filter(isPerson);
  return (
    seriesId !== null &&
    status === 'TODO' &&
    visibility === 'SHARED' &&
    date !== null &&
    date >= today.value &&
    responsibleMemberIds.length === 1 &&
    people.some(({ id }) => id === responsibleMemberIds[0]) &&
    people.length > 1
  );
}

/** Somebody has decided whose turn it is, not the rule. */
const followsOther = ({ seriesId, status, turnReason }: Occurrence): boolean =>
  seriesId !== null &&
  status === 'TODO' &&
  turnReason !== null &&
  !['ROTATION', 'AWAY', 'PAUSE'].includes(turnReason);
