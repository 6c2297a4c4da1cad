import { useState } from 'preact/hooks';
import type { HouseholdData, Occurrence } from '../../data/household.ts';
import { findConflict, pickSeen, type Fields } from '../../data/merge.ts';
import { dismiss } from '../../data/outbox.ts';
import { isPastedList, textsIn, type Act, type Refusal } from '../../data/outbox-rules.ts';
import { isListTooLong } from '../../data/long-lists.ts';
import { toError } from '../../data/sending-rules.ts';
import { returnSentence } from '../../data/sentences.ts';
import { t } from '../../i18n/t.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { explain } from '../../ui/explain.ts';
import { toast } from '../../ui/toast.tsx';
import { ConflictForm } from './conflict-form.tsx';
import styles from './occurrence.module.css';

/** A change that the service refused: the reason, the typed text, and the possible actions. */
export function RefusedChange({
  refusal,
  household,
  onAgain,
}: {
  refusal: Refusal;
  household: HouseholdData;
  /** Set only on the page of the task. Asks for the scope of the edit again and sends its fields again. */
  onAgain?: (set: Fields) => void;
}) {
  const [isDeciding, setDeciding] = useState(false);
  const { act } = refusal.entry;
  const row = 'occurrenceId' in act ? household.occurrence(act.occurrenceId) : undefined;
  const words = textsIn(act);
  const isConflict = findConflict(refusal, row) !== null;
  const copy = () =>
    void copyText(words.join('\n')).then((isCopied) => isCopied && toast(t('deleted.copied')));
  const again = tryAgain(refusal, row, household);
  const doAgain = () => {
    if (again === null) return;
    if (act.type === 'occurrence.set' && onAgain !== undefined) onAgain(act.set);
    else {
      household.act(again);
      dismiss(refusal);
    }
  };
  // The scope of an edit in a series is chosen on the page of the task, which shows a preview.
  const toTask = row !== undefined && 'scope' in act && onAgain === undefined;
  return (
    <div class={styles.notice} role="alert">
      <p>{explainRefusal(refusal, household, row?.updatedBy ?? null)}</p>
      {words.length > 0 && (
        <p class={styles.typed}>{t('labelled', { label: t('conflict.yours'), value: words.join(' · ') })}</p>
      )}
      <div class={styles.chips}>
        {isConflict && (
          <Button look="main" onClick={() => setDeciding(true)}>
            {t('tray.reviewChange')}
          </Button>
        )}
        {!isConflict && again !== null && !toTask && (
          <Button onClick={doAgain}>{t('conflict.reapply')}</Button>
        )}
        {toTask && (
          <ButtonLink href={`/households/${household.id}/occurrences/${row.id}`}>
            {t('tray.toTask')}
          </ButtonLink>
        )}
        {(act.type === 'task.quick' || act.type === 'task.paste') && (
          <Button
            onClick={() => {
              returnSentence(act.text);
              dismiss(refusal);
            }}
          >
            {t('tray.putBack')}
          </Button>
        )}
        {words.length > 0 && !isConflict && <Button onClick={copy}>{t('deleted.copyText')}</Button>}
        <Button onClick={() => dismiss(refusal)}>{t('occurrence.discard')}</Button>
      </div>
      {isDeciding && (
        <ConflictForm refusal={refusal} household={household} onClose={() => setDeciding(false)} />
      )}
    </div>
  );
}

/**
 * Returns the action to send again, based on the current row. null if its subject no longer exists, or if actions of
 * this kind are not sent again, such as completing a task.
 */
function tryAgain(
  { entry: { act }, isSetAside }: Refusal,
  row: Occurrence | undefined,
  household: HouseholdData,
): Act | null {
  // The service refused the request that contained this action and others, not the action itself. So the action is
  // sent again unchanged.
  if (isSetAside === true) return act;
  switch (act.type) {
    case 'occurrence.set': {
      if (row === undefined) return null;
      const { type, occurrenceId, set } = act;
      return 'scope' in act
        ? { ...act, version: row.version }
        : { type, occurrenceId, set, base: pickSeen(row, set) };
    }
    case 'checklist.add':
    case 'checklist.set':
      return row === undefined ? null : act;
    case 'shopping.add':
    case 'shopping.text':
      return act;
    case 'shopping.set':
      return household.replica.all('shoppingItems').has(act.itemId) ? act : null;
    default:
      return null;
  }
}

function explainRefusal(refusal: Refusal, household: HouseholdData, by: string | null): string {
  const { code, conflict, entry } = refusal;
  const name = (by === null ? undefined : household.member(by)?.displayName) ?? t('history.service');
  const { act } = entry;
  switch (conflict?.reason) {
    case 'SERIES_CHANGED':
      return t('conflict.series', { name });
    case 'CHANGED':
      return t('tray.changed', { title: findTitle(act, household) });
    case 'DELETED':
      return t('tray.gone', { title: findTitle(act, household) });
    case undefined:
      break;
  }
  const title = findTitle(act, household);
  if (
    code === 'VALIDATION_FAILED' &&
    (isPastedList(act) || (act.type === 'task.quick' && isListTooLong(act.text)))
  )
    return t('labelled', { label: title, value: t('quickAdd.tooManyLines') });
  if (code === 'GONE' || code === 'TASK_NOT_FOUND' || code === 'NOT_FOUND') return t('tray.gone', { title });
  return t('labelled', { label: title, value: explain(toError(refusal)) });
}

function findTitle(act: Act, household: HouseholdData): string {
  const row =
    'itemId' in act && act.type.startsWith('shopping.')
      ? household.replica.all('shoppingItems').get(act.itemId)?.name
      : 'occurrenceId' in act
        ? household.occurrence(act.occurrenceId)?.title
        : undefined;
  return row ?? (act.type.startsWith('shopping.') ? t('nav.shopping') : t('occurrence.panel'));
}
