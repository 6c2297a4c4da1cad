import { useHousehold } from '../../data/household.ts';
import { me } from '../../data/session.ts';
import { t } from '../../i18n/t.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Rows } from '../../ui/page.tsx';
import styles from './account.module.css';

/** All homes that one is a member of: a press goes there. */
export function Households() {
  const { id: current } = useHousehold();
  return (
    <>
      <Rows label={t('household.switch')}>
        {me.value?.households.map(({ id, name, role }) => (
          <li key={id}>
            <a
              href={`/households/${id}/today`}
              class={styles.line}
              aria-current={id === current ? 'true' : undefined}
            >
              <span class={styles.grow}>
                {name}
                {role === 'OWNER' && <span class={styles.small}>{t('members.owner')}</span>}
              </span>
              {id === current && <span class={styles.badge}>{t('household.current')}</span>}
            </a>
          </li>
        ))}
      </Rows>
      <div class={styles.buttons}>
        <ButtonLink href="/welcome">{t('household.new')}</ButtonLink>
      </div>
    </>
  );
}
