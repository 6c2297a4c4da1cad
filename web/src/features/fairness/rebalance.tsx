import { useState } from 'preact/hooks';
import { newId } from '../../api/client.ts';
import { previewRebalance, rebalance } from '../../data/fairness.ts';
import { useHousehold, type Occurrence } from '../../data/household.ts';
import { undoOperation } from '../../data/outbox.ts';
import { list, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { explain } from '../../ui/explain.ts';
import { toast, undoAction } from '../../ui/toast.tsx';
import styles from './fairness.module.css';

/** Reassigns future turns to other members of their rotation, after showing a preview. */
export function Rebalance() {
  const household = useHousehold();
  const [changes, setChanges] = useState<readonly Occurrence[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [key, renew] = useState(newId);
  const run = async (act: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await act();
    } catch (refused) {
      setProblem(explain(refused));
    } finally {
      setBusy(false);
    }
  };
  const preview = () =>
    run(async () => {
      setChanges(await previewRebalance(household));
      renew(newId());
    });
  const apply = () =>
    run(async () => {
      const operationId = await rebalance(household, key);
      setChanges(null);
      toast(
        t('rebalance.done'),
        operationId === null
          ? undefined
          : undoAction(() => undoOperation(household.id, operationId), operationId),
      );
    });
  return (
    <section class={styles.rebalance} aria-labelledby="rebalance">
      <h2 id="rebalance">{t('rebalance.title')}</h2>
      <p>{t('rebalance.text')}</p>
      {problem !== null && <p role="alert">{problem}</p>}
      <div role="status">
        {changes !== null && changes.length === 0 && <p>{t('rebalance.nothing')}</p>}
        {changes !== null && changes.length > 0 && (
          <>
            <p class={styles.count}>{t('rebalance.effect', { count: changes.length })}</p>
            <ul class={styles.changes} aria-label={t('rebalance.effect', { count: changes.length })}>
              {changes.map((row) => (
                <Change key={row.id} row={row} />
              ))}
            </ul>
          </>
        )}
      </div>
      <div class={styles.buttons}>
        {changes === null || changes.length === 0 ? (
          <Button busy={isBusy} onClick={() => void preview()}>
            {t('rebalance.preview')}
          </Button>
        ) : (
          <>
            <Button look="main" busy={isBusy} onClick={() => void apply()}>
              {t('rebalance.apply')}
            </Button>
            <Button onClick={() => setChanges(null)}>{t('dialog.cancel')}</Button>
          </>
        )}
      </div>
    </section>
  );
}

function Change({ row }: { row: Occurrence }) {
  const household = useHousehold();
  const names = (ids: readonly string[]) =>
    list(
      ids.flatMap((id) => household.member(id)?.displayName ?? []),
      tag.value,
    ) || t('people.anyone');
  const before = household.occurrence(row.id)?.responsibleMemberIds ?? [];
  return (
    <li>
      <span dir="auto" class={styles.name}>
        {row.title}
      </span>
      <span class={`figures ${styles.amount}`}>
        {row.date !== null && shortDate(row.date, tag.value, household.today.value)}
      </span>
      <span class={styles.hint}>{`${names(before)} → ${names(row.responsibleMemberIds)}`}</span>
    </li>
  );
}
