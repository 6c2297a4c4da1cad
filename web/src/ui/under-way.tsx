import { useHousehold } from '../data/household.ts';
import { t } from '../i18n/t.ts';
import styles from './under-way.module.css';

/** Says that a change of many tasks is still being carried out in the household, for as long as it is. */
export function UnderWay() {
  const { work } = useHousehold();
  return <div role="status">{work.isThere.value && <p class={styles.line}>{t('underWay.line')}</p>}</div>;
}
