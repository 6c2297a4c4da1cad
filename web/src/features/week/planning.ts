import { useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useHousehold, type HouseholdData, type Member, type Occurrence } from '../../data/household.ts';
import { pickSeen } from '../../data/merge.ts';
import { planMove, selectDays, type DropTarget } from '../../data/plan.ts';
import { rightsIn } from '../../data/rights.ts';
import { shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { chosenAction } from '../../ui/row-actions.ts';
import { offerUndo } from '../../ui/ticking.ts';
import { toast } from '../../ui/toast.tsx';
import { useDragging } from './dragging.ts';

/** After this many milliseconds without a movement, the pointer counts as resting. */
const RESTS_AFTER = 800;

/**
 * Returns the rows of some days and lets the user drag them within `root`. While the pointer or finger moves,
 * changes of other members are not shown, so that no row moves away under it. The user's own changes are shown
 * immediately.
 */
export function usePlan(
  root: RefObject<HTMLElement | null>,
  from: string,
  to: string,
  people: (rows: readonly Occurrence[]) => readonly Member[],
): readonly Occurrence[] {
  const household = useHousehold();
  const frozenRows = useSignal<readonly Occurrence[] | null>(null);
  const span = useSignal({ from, to });
  if (span.value.from !== from || span.value.to !== to) span.value = { from, to };
  const rows = useComputed(() =>
    selectDays(frozenRows.value ?? household.occurrences.value, span.value.from, span.value.to),
  );
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const release = () => {
    clearTimeout(timer.current);
    frozenRows.value = null;
  };
  const freeze = (forMs?: number) => {
    clearTimeout(timer.current);
    frozenRows.value ??= household.occurrences.peek();
    if (forMs !== undefined) timer.current = setTimeout(release, forMs);
  };
  useEffect(() => {
    const { current } = root;
    if (current === null) return;
    const aim = () => freeze(RESTS_AFTER);
    current.addEventListener('pointermove', aim);
    current.addEventListener('pointerdown', aim);
    for (const act of ['click', 'keydown']) addEventListener(act, release, { capture: true });
    return () => {
      clearTimeout(timer.current);
      current.removeEventListener('pointermove', aim);
      current.removeEventListener('pointerdown', aim);
      for (const act of ['click', 'keydown']) removeEventListener(act, release, { capture: true });
    };
  }, []);
  useDragging(root, {
    isMovable: (id) => rightsIn(household).isAdult && household.occurrence(id)?.status === 'TODO',
    onDrag: () => freeze(),
    onDrop: (id, place) => {
      release();
      const row = household.occurrence(id);
      if (place !== null && row !== undefined) putDown(household, row, people(rows.peek()), place);
    },
  });
  return rows.value;
}

/** Moves a dropped task, reassigns it, or both. For a series it asks for the scope. */
function putDown(
  household: HouseholdData,
  row: Occurrence,
  people: readonly Member[],
  place: DropTarget,
): void {
  const set = planMove(row, people, place);
  if (set === null || row.status !== 'TODO') return;
  const { title, id: occurrenceId } = row;
  const { responsibleMemberIds } = set as { responsibleMemberIds?: readonly string[] };
  // A personal task can only be assigned to its author.
  if (row.visibility === 'PERSONAL' && responsibleMemberIds?.some((id) => id !== row.createdBy) === true) {
    toast(t('week.privateTask', { title }));
    return;
  }
  const date = shortDate(place.date, tag.value, household.today.value);
  const [receiver] = responsibleMemberIds ?? [];
  const name = receiver === undefined ? t('people.anyone') : (household.member(receiver)?.displayName ?? '');
  const text =
    responsibleMemberIds === undefined
      ? t('actions.moved', { title, date })
      : 'date' in set
        ? t('week.movedTo', { title, date, name })
        : t('week.assigned', { title, name });
  if (row.seriesId !== null) {
    chosenAction.value = { act: 'edit', ids: [occurrenceId], edit: { set, text } };
    return;
  }
  const act = household.act({ type: 'occurrence.set', occurrenceId, set, base: pickSeen(row, set) });
  offerUndo(household, text, act);
}
