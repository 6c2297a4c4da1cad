import { householdData } from '../../data/household.ts';
import { dismiss, undecided } from '../../data/outbox.ts';
import type { Refusal } from '../../data/outbox-rules.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RefusedChange } from './refused-change.tsx';
import styles from './occurrence.module.css';

/** A dialog with all refused changes that wait for the user's decision, whichever page they were made on. */
export function Tray({ onClose }: { onClose: () => void }) {
  const all = undecided.value;
  const aside = all.filter(({ isSetAside }) => isSetAside === true);
  return (
    <Dialog title={t('tray.title')} onClose={onClose}>
      {all.length === 0 && <p>{t('tray.none')}</p>}
      {aside.length > 1 && (
        <div class={styles.chips}>
          <Button look="main" onClick={() => aside.forEach(sendAgain)}>
            {t('tray.tryAll')}
          </Button>
          <Button onClick={() => aside.forEach(dismiss)}>{t('tray.discardAll')}</Button>
        </div>
      )}
      <div class={styles.tray}>
        {all.map((refusal) => (
          <RefusedChange
            key={refusal.entry.id}
            refusal={refusal}
            household={householdData(refusal.entry.householdId)}
          />
        ))}
      </div>
    </Dialog>
  );
}

function sendAgain(refusal: Refusal): void {
  householdData(refusal.entry.householdId).act(refusal.entry.act);
  dismiss(refusal);
}
