import { householdData } from '../../data/household.ts';
import { undecided } from '../../data/outbox.ts';
import { t } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { NotTaken } from './not-taken.tsx';
import styles from './occurrence.module.css';

/** What needs a decision, wherever it was typed: nothing of it is lost until it was made. */
export function Tray({ onClose }: { onClose: () => void }) {
  const all = undecided.value;
  return (
    <Dialog title={t('tray.title')} onClose={onClose}>
      {all.length === 0 && <p>{t('tray.none')}</p>}
      <div class={styles.tray}>
        {all.map((refusal) => (
          <NotTaken
            key={refusal.entry.id}
            refusal={refusal}
            household={householdData(refusal.entry.householdId)}
          />
        ))}
      </div>
    </Dialog>
  );
}
