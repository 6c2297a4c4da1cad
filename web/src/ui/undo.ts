import { isOffline } from '../api/errors.ts';
import type { HouseholdData } from '../data/household.ts';
import { undoStep } from '../data/outbox.ts';
import { forgetStep, newestStep, recordStep } from '../data/undo-history.ts';
import { t } from '../i18n/t.ts';
import { explain } from './explain.ts';
import { runToastUndo, toast } from './toast.tsx';

/** Undoes the user's last step in this household and tab, and shows the result. Repeated calls undo earlier steps. */
export async function undoLast({ id }: HouseholdData): Promise<void> {
  const step = newestStep(id);
  if (runToastUndo(step)) return;
  if (step === null) {
    toast(t('undo.none'));
    return;
  }
  // The step is removed, so that the next call undoes the step before it.
  forgetStep(step.id);
  try {
    await undoStep(step);
    toast(t('undo.done'));
  } catch (error) {
    if (isOffline(error)) recordStep(step);
    toast(explain(error));
  }
}
