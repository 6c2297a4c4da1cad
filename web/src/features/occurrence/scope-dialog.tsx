import { useEffect, useState } from 'preact/hooks';
import type { HouseholdData, Occurrence } from '../../data/household.ts';
import type { Fields } from '../../data/merge.ts';
import { preview, type EditPreview, type Scope } from '../../data/occurrence.ts';
import { byTime } from '../../data/today.ts';
import { list, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { explain } from '../../ui/explain.ts';
import { Face } from '../../ui/face.tsx';
import { Help } from '../../ui/help.tsx';
import { isOffline } from '../../api/errors.ts';
import styles from './occurrence.module.css';
import { joinNames } from './turn-reason.ts';

const SCOPES = ['this', 'following', 'all'] as const;
const SHOWN = 4;
type PreviewState = EditPreview | { readonly error: unknown };

/** Asks for the scope of an edit or a deletion in a series. Each scope shows a preview of its effect. */
export function ScopeDialog({
  row,
  household,
  set,
  onChoose,
  onClose,
}: {
  row: Occurrence;
  household: HouseholdData;
  /** The fields that the edit sets. null means that the task is deleted. */
  set: Fields | null;
  onChoose: (scope: Scope) => void;
  onClose: () => void;
}) {
  const [scope, setScope] = useState<Scope>('this');
  const [previews, setPreviews] = useState<ReadonlyMap<Scope, PreviewState>>(new Map());
  useEffect(() => {
    for (const each of SCOPES)
      void preview(household, row, each, set)
        .catch((error: unknown) => ({ error }))
        .then((outcome) => setPreviews((before) => new Map(before).set(each, outcome)));
    // The effect has no dependencies, because the question is about the row as it was when the dialog opened.
  }, []);
  const refused = (each: Scope) => {
    const outcome = previews.get(each);
    return outcome !== undefined && 'error' in outcome && !isOffline(outcome.error);
  };
  const chosen = previews.get(scope);
  return (
    <Dialog title={set === null ? t('scope.deleteTitle') : t('scope.title')} onClose={onClose}>
      <Help>{t(set === null ? 'scope.deleteHint' : 'scope.hint')}</Help>
      <fieldset class={styles.radios}>
        <legend class="unseen">{t('scope.legend')}</legend>
        {SCOPES.map((each) => (
          <label key={each} class={styles.radio}>
            <input
              type="radio"
              name="scope"
              checked={scope === each}
              disabled={refused(each)}
              onChange={() => setScope(each)}
            />
            <span class={styles.grow}>
              {t(`scope.${each}`)}
              <span class={styles.effect}>{describeEffect(previews.get(each), row, household)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {chosen !== undefined && 'dates' in chosen && chosen.dates.length > 0 && set !== null && (
        <Dates dates={chosen.dates} household={household} />
      )}
      <DialogActions onCancel={onClose}>
        <Button
          look={set === null ? 'danger' : 'main'}
          disabled={refused(scope)}
          onClick={() => onChoose(scope)}
        >
          {set === null ? t('scope.deleteDates') : t('scope.changeDates')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function describeEffect(
  outcome: PreviewState | undefined,
  row: Occurrence,
  household: HouseholdData,
): string {
  if (outcome === undefined) return '…';
  if ('error' in outcome) return isOffline(outcome.error) ? t('scope.unknown') : explain(outcome.error);
  const { created, changed, removed } = outcome.counts;
  const parts = [
    changed > 0 && t('scope.changed', { count: changed }),
    created > 0 && t('scope.created', { count: created }),
    removed > 0 && t('scope.removed', { count: removed }),
  ].filter((part) => part !== false);
  if (parts.length === 0) return t('scope.nothing');
  const effect = list(parts, tag.value);
  return addNextTurn(effect, outcome, row, household);
}

/** Returns the effect together with whose turn would be next, or the effect alone if nobody would be assigned. */
function addNextTurn(
  effect: string,
  { dates: [next] }: EditPreview,
  { taskId }: Occurrence,
  household: HouseholdData,
): string {
  const today = household.today.value;
  const now = household.occurrences.value
    .filter((row) => row.taskId === taskId && row.status === 'TODO' && row.date !== null && row.date >= today)
    .sort(byTime)[0];
  const people = (ids: readonly string[] = []) => ids.flatMap((id) => household.member(id) ?? []);
  const [then, before] = [people(next?.responsibleMemberIds), people(now?.responsibleMemberIds)];
  if (then.length === 0) return effect;
  const [who, was, count] = [joinNames(then), joinNames(before), then.length];
  if (who === was) return t('scope.stillNext', { effect, who, count });
  return was === ''
    ? t('scope.isNext', { effect, who, count })
    : t('scope.isNextFor', { effect, who, was, count });
}

function Dates({ dates, household }: { dates: EditPreview['dates']; household: HouseholdData }) {
  const today = household.today.value;
  return (
    <ul class={styles.preview} aria-label={t('scope.dates')}>
      {dates.slice(0, SHOWN).map(({ occurrenceId, date, responsibleMemberIds, was }, index) => (
        <li key={occurrenceId ?? index}>
          {responsibleMemberIds.flatMap((id) => {
            const member = household.member(id);
            return member ? [<Face key={id} of={member} size={20} />] : [];
          })}
          <span class="figures">{shortDate(date, tag.value, today)}</span>
          {was !== null && was.date !== null && was.date !== date && (
            <span class={`figures ${styles.was}`}>{shortDate(was.date, tag.value, today)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
