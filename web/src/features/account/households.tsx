import { useContext } from 'preact/hooks';
import { HouseholdContext } from '../../data/household.ts';
import { listBadges } from '../../data/account.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { me } from '../../data/session.ts';
import { list } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Rows } from '../../ui/page.tsx';
import styles from '../../ui/settings.module.css';

/**
 * The households of the user as links, each with its counts of overdue tasks, tasks due today, open swap requests and
 * unread notifications.
 */
export function Households() {
  const current = useContext(HouseholdContext)?.id;
  const { data: badges } = useLoaded(listBadges, []);
  const waiting = (id: string) => {
    const badge = badges?.find(({ householdId }) => householdId === id);
    if (badge === undefined) return null;
    const { overdue, dueToday, openSwaps, unread } = badge;
    const parts = [
      overdue > 0 && t('households.overdue', { count: overdue }),
      dueToday > 0 && t('households.dueToday', { count: dueToday }),
      openSwaps > 0 && t('households.swaps', { count: openSwaps }),
      unread > 0 && t('households.unread', { count: unread }),
    ].filter((part) => part !== false);
    return parts.length === 0 ? t('households.nothing') : list(parts, tag.value);
  };
  return (
    <>
      <Rows label={t('sections.households')}>
        {me.value?.households.map(({ id, name, role }) => (
          <li key={id}>
            <a
              href={`/households/${id}/today`}
              class={styles.line}
              aria-current={id === current ? 'true' : undefined}
            >
              <span class={styles.grow}>
                <bdi>{name}</bdi>
                {role === 'OWNER' && <span class={styles.small}>{t('members.owner')}</span>}
                {badges !== null && <span class={styles.small}>{waiting(id)}</span>}
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
