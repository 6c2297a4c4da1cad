import { useMemo } from 'preact/hooks';
import Clock from 'lucide/dist/esm/icons/clock.mjs';
import { useHousehold } from '../../data/household.ts';
import { sentencesWaitingIn } from '../../data/outbox.ts';
import { t } from '../../i18n/t.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './quick-add.module.css';

/** Sentences that were added without a network. The service has not parsed them yet. */
export function Pending() {
  const { id } = useHousehold();
  const sentences = useMemo(() => sentencesWaitingIn(id), [id]).value;
  if (sentences.length === 0) return null;
  return (
    <ul class={styles.pending} aria-label={t('quickAdd.waiting')}>
      {sentences.map((sentence) => (
        <li key={sentence.id}>
          <Icon of={Clock} size={20} />
          <span>
            <bdi class="first-lines">{sentence.text}</bdi>
            <small>{t('quickAdd.waiting')}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}
