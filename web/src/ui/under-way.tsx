import { useHousehold } from '../data/household.ts';
import { t } from '../i18n/t.ts';
import styles from './under-way.module.css';

/** Shows a message while an operation that changes many tasks is running in the household. */
export function OperationUnderWay() {
  const { work } = useHousehold();
  return <div role="status">{work.isThere.value && <p class={styles.line}>{t('bulkUpdate.notice')}</p>}</div>;
}
