import { useState } from 'preact/hooks';
import { readDraft } from '../../data/drafts.ts';
import { useHousehold, type Occurrence } from '../../data/household.ts';
import { restore } from '../../data/occurrence.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { explain } from '../../ui/explain.ts';
import { toast } from '../../ui/toast.tsx';
import styles from './occurrence.module.css';
import { scheduleText } from './schedule.tsx';

/**
 * Shown if the task was deleted, for example while its page is open. The text can still be copied. If the task is
 * still in the trash (`isRestorable`), it can be restored.
 */
export function Deleted({ row, isRestorable }: { row: Occurrence; isRestorable: boolean }) {
  const household = useHousehold();
  const [isBusy, setBusy] = useState(false);
  const by = isRestorable && row.updatedBy !== null ? household.member(row.updatedBy) : undefined;
  const draft = (field: string) => readDraft<{ text: string }>(`${row.id}:${field}`)?.text;
  const title = draft('title') ?? row.title;
  const notes = draft('notes') ?? row.notes;
  const steps = row.checklist.map((step) => `${step.done ? '☑' : '☐'} ${step.title}`);
  const text = [title, notes, ...steps].filter(Boolean).join('\n');
  const bringBack = async () => {
    setBusy(true);
    await restore(household, row.id).catch((error: unknown) => toast(explain(error)));
    setBusy(false);
  };
  return (
    <>
      <div class={styles.notice} role="status">
        <p>{by === undefined ? t('deleted.text') : t('deleted.by', { name: by.displayName })}</p>
        <div class={styles.chips}>
          {isRestorable && (
            <Button look="main" busy={isBusy} onClick={() => void bringBack()}>
              {t('deleted.restore')}
            </Button>
          )}
          <Button
            onClick={() => void copyText(text).then((isCopied) => isCopied && toast(t('deleted.copied')))}
          >
            {t('deleted.copyText')}
          </Button>
        </div>
      </div>
      <div class={styles.readable}>
        <p class={styles.deletedTitle} dir="auto">
          {title}
        </p>
        <p>{scheduleText(row, household.today.value)}</p>
        {notes !== null && (
          <p class={styles.compared} dir="auto">
            {notes}
          </p>
        )}
        {steps.map((step) => (
          <p key={step} dir="auto">
            {step}
          </p>
        ))}
      </div>
    </>
  );
}
