import { useEffect, useState } from 'preact/hooks';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { useLocation } from 'preact-iso/router';
import { dismiss, refusals, undecided } from '../data/outbox.ts';
import { needsDecision, type Act } from '../data/outbox-rules.ts';
import { toError } from '../data/sending-rules.ts';
import { t, withWords } from '../i18n/t.ts';
import { explain } from '../ui/explain.ts';
import { toast } from '../ui/toast.tsx';
import styles from './shell.module.css';

const Tray = lazy(() => withWords(import('../features/occurrence/tray.tsx').then((m) => m.Tray)));

/**
 * Shows the actions that the service refused. A refused tick is reported once. Refused text stays, also after a
 * reload, until the user has decided about it.
 */
export function Refusals() {
  const { path } = useLocation();
  const [isOpen, open] = useState(false);
  const first = refusals.value.find((each) => !needsDecision(each));
  const count = undecided.value.length;
  const newest = undecided.value.at(-1);
  useEffect(() => {
    if (first === undefined) return;
    const { act } = first.entry;
    const gone = first.code === 'GONE' || first.code === 'TASK_NOT_FOUND' || first.code === 'NOT_FOUND';
    toast(
      gone
        ? t('refused.gone', { what: describe(act) })
        : t('labelled', { label: describe(act), value: explain(toError(first)) }),
    );
    dismiss(first);
  }, [first]);
  useEffect(() => {
    // If the page of the refused task is open, that page asks the user for the decision.
    const act = newest?.entry.act;
    if (act === undefined || ('occurrenceId' in act && path.endsWith(`/${act.occurrenceId}`))) return;
    toast(t('refused.conflict'), { label: t('refused.reviewChange'), run: () => open(true) });
  }, [newest?.entry.id]);
  useEffect(() => {
    if (count === 0) open(false);
  }, [count]);
  return (
    <>
      {count > 0 && (
        <button type="button" class={styles.needs} onClick={() => open(true)}>
          {t('shell.needsDecision', { count })}
        </button>
      )}
      {isOpen && (
        <Suspense>
          <Tray onClose={() => open(false)} />
        </Suspense>
      )}
    </>
  );
}

function describe(act: Act): string {
  return act.type.startsWith('shopping.') ? t('refused.shopping') : t('refused.task');
}
