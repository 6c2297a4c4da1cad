import { undoOperation } from '../../data/outbox.ts';
import { t } from '../../i18n/t.ts';
import { PageHead } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { toast, undoAction } from '../../ui/toast.tsx';
import styles from './series.module.css';

export function Loading() {
  return (
    <div class={styles.page}>
      <PageHead title={t('series.title')} above=" " />
      <RowsSkeleton />
    </div>
  );
}

/** Shows a toast. If there is an operation to undo, the toast has an undo button. */
export function offerUndoOf(householdId: string, text: string, operationId: string | null): void {
  toast(
    text,
    operationId === null ? undefined : undoAction(() => undoOperation(householdId, operationId), operationId),
  );
}
