import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ApiError } from '../api/errors.ts';
import { dismiss, refusals } from '../data/outbox.ts';
import type { Act } from '../data/outbox-rules.ts';
import { keepTyped } from '../data/sentences.ts';
import { t } from '../i18n/t.ts';
import { explain } from '../ui/empty.tsx';
import { toast } from '../ui/toast.tsx';

/** What was done without a network and not taken is told, once. A sentence that cannot be read goes back into the field. */
export function Refusals() {
  const { route } = useLocation();
  // What two people changed differently waits until it was decided.
  const first = refusals.value.find(({ conflict }) => conflict === null);
  const conflict = refusals.value.find(({ conflict: each }) => each !== null);
  const undecided = conflict?.entry.id;
  useEffect(() => {
    if (first === undefined) return;
    const { act } = first.entry;
    if (act.type === 'task.quick') keepTyped(act.text);
    const gone = first.code === 'GONE' || first.code === 'TASK_NOT_FOUND' || first.code === 'NOT_FOUND';
    toast(
      gone
        ? t('refused.gone', { what: describe(act) })
        : `${describe(act)}: ${explain(new ApiError(first.code, first.code))}`,
    );
    dismiss(first);
  }, [first]);
  useEffect(() => {
    if (conflict === undefined || !('occurrenceId' in conflict.entry.act)) return;
    const path = `/households/${conflict.entry.householdId}/occurrences/${conflict.entry.act.occurrenceId}`;
    if (location.pathname !== path)
      toast(t('refused.conflict'), { label: t('refused.decide'), run: () => route(path) });
  }, [undecided]);
  return null;
}

function describe(act: Act): string {
  if (act.type === 'task.quick') return `“${act.text}”`;
  if (act.type.startsWith('shopping.')) return t('refused.shopping');
  return t('refused.task');
}
