import { useState } from 'preact/hooks';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import type { Occurrence } from '../../data/household.ts';
import { maySwap } from '../../data/may-swap.ts';
import { memberIn } from '../../data/session.ts';
import { t } from '../../i18n/t.ts';
import { PeopleChoice } from '../../ui/people-choice.tsx';
import { ForEachField } from './doers.tsx';
import type { Editing } from './editing.ts';
import styles from './occurrence.module.css';
import { Why } from './why.tsx';

const SwapDialog = lazy(() => import('./swap-dialog.tsx').then((m) => m.SwapDialog));

/**
 * Lets the user choose assignees, says why the current ones have the turn, and offers to take it over, to swap it, or
 * to return it to the rotation.
 */
export function PeopleEditor({ row, editing }: { row: Occurrence; editing: Editing }) {
  const { household } = editing;
  const [isSwapping, setSwapping] = useState(false);
  const mine = memberIn(household.id);
  return (
    <div class={styles.editor}>
      <PeopleChoice
        members={household.members.value.filter(
          ({ id }) => row.visibility === 'SHARED' || id === row.createdBy,
        )}
        chosen={row.responsibleMemberIds}
        onChoose={(responsibleMemberIds) => editing.change({ responsibleMemberIds })}
      />
      {row.visibility === 'SHARED' && row.responsibleMemberIds.length > 1 && (
        <ForEachField row={row} editing={editing} />
      )}
      <Why row={row} household={household} />
      <div class={styles.links}>
        {mine !== null && !row.responsibleMemberIds.includes(mine) && row.status === 'TODO' && (
          <button type="button" class={styles.link} onClick={() => editing.takeIt(mine)}>
            {t('people.volunteer')}
          </button>
        )}
        {maySwap(row, household) && (
          <button type="button" class={styles.link} onClick={() => setSwapping(true)}>
            {t('people.swap')}
          </button>
        )}
        {followsOther(row) && (
          <button type="button" class={styles.link} onClick={() => editing.followRule()}>
            {t('people.backToRotation')}
          </button>
        )}
      </div>
      <Suspense>
        {isSwapping && <SwapDialog row={row} household={household} onClose={() => setSwapping(false)} />}
      </Suspense>
    </div>
  );
}

/**
 * Returns true if the assignees of an open date differ from the rotation because of a choice, a swap or a
 * rebalancing, so that the user can return to the rotation. An absence or a pause does not count.
 */
const followsOther = ({ seriesId, status, turnReason }: Occurrence): boolean =>
  seriesId !== null &&
  status === 'TODO' &&
  turnReason !== null &&
  !['ROTATION', 'AWAY', 'PAUSE'].includes(turnReason);
