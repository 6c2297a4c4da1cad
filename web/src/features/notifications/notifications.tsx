import { useState } from 'preact/hooks';
import Bell from 'lucide/dist/esm/icons/bell.mjs';
import CalendarX from 'lucide/dist/esm/icons/calendar-x.mjs';
import Check from 'lucide/dist/esm/icons/check.mjs';
import { useHousehold, type HouseholdData } from '../../data/household.ts';
import { markAllRead, markRead, useNotifications, type Notification } from '../../data/notifications.ts';
import { findAnswerable, answerSwap } from '../../data/swaps.ts';
import { capitalised, civilDate, clockTime, list, shortDate, time } from '../../i18n/formats.ts';
import { noticeAddress, noticeText } from '../../i18n/notices.ts';
import { noticeWords, t, tag } from '../../i18n/t.ts';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { Empty, Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead, Rows, Section, useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { swapText } from '../../ui/swap-text.ts';
import { toast } from '../../ui/toast.tsx';
import { EventText } from '../../ui/event-text.tsx';
import styles from './notifications.module.css';

type Shown = Notification & { readonly isUnread: boolean };

/** The notifications of the user, newest first, grouped by day. */
export function Notifications() {
  const household = useHousehold();
  const { all, unread } = useNotifications();
  useTitle(t('notifications.title'), household.household.value?.name);
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  const isThere = household.replica.isWhole.value;
  const zone = household.zone.value;
  const byDay = Map.groupBy(all.value, ({ createdAt }) => civilDate(new Date(createdAt), zone));
  const readAll = () => {
    markAllRead(household, all.value).catch((error: unknown) => toast(explain(error)));
  };
  return (
    <div class="reading">
      <PageHead
        above={isThere && all.value.length > 0 ? t('notifications.unread', { count: unread.value }) : ' '}
        title={t('notifications.title')}
      />
      <div class={styles.acts}>
        {unread.value > 0 && <Button onClick={readAll}>{t('notifications.readAll')}</Button>}
        <ButtonLink href="/account/notifications">{t('notifications.preferences')}</ButtonLink>
      </div>
      {!isThere && <RowsSkeleton />}
      {isThere && all.value.length === 0 && <Empty>{t('notifications.empty')}</Empty>}
      {[...byDay].map(([day, ofDay]) => (
        <Section
          key={day}
          title={
            day === household.today.value
              ? t('nav.today')
              : capitalised(shortDate(day, tag.value, household.today.value), tag.value)
          }
        >
          <Rows>
            {ofDay.map((each) => (
              <Line key={each.id} of={each} household={household} />
            ))}
          </Rows>
        </Section>
      ))}
    </div>
  );
}

/** One notification as a link to its task. Following the link marks it as read. */
function Line({ of: notification, household }: { of: Shown; household: HouseholdData }) {
  const { params, type, createdAt } = notification;
  const day = (date: string) => shortDate(date, tag.value, household.today.value);
  const words = noticeText(noticeWords(), notification, {
    nameOf: (id) => household.member(id)?.displayName,
    dayText: day,
  });
  const { actorId, memberId } = params as { actorId?: string; memberId?: string };
  const member = household.member(actorId ?? memberId ?? '');
  const at = clockTime(new Date(createdAt), household.zone.value, tag.value);
  const { date, dates = [date] } = params;
  const when = [
    list((dates as unknown[]).filter((each) => typeof each === 'string').map(day), tag.value),
    typeof params['time'] === 'string' && time(params['time'], tag.value),
  ].filter(Boolean);
  return (
    <li class={notification.isUnread ? `${styles.row} ${styles.unread}` : styles.row}>
      <a
        class={styles.words}
        href={noticeAddress(notification)}
        onClick={() => markRead(household, notification)}
      >
        <span class={styles.mark}>
          {member ? (
            <Face of={member} />
          ) : (
            <Icon of={type.startsWith('CALENDAR_') ? CalendarX : Bell} size={20} />
          )}
        </span>
        <EventText
          meta={when.length === 0 ? at : `${at} · ${t('notifications.about', { when: when.join(' ') })}`}
        >
          {notification.isUnread && <span class="unseen">{t('notifications.isUnread')}: </span>}
          {words}
        </EventText>
      </a>
      {notification.isUnread && (
        <IconButton
          class={styles.read}
          icon={Check}
          size={18}
          label={t('notifications.read', { what: words })}
          onClick={() => markRead(household, notification)}
        />
      )}
      {type === 'TURN_SWAP_REQUESTED' && <Answer to={notification} household={household} />}
    </li>
  );
}

/** Buttons to answer a swap request while it is open, and the answer afterwards. */
function Answer({ to: notification, household }: { to: Shown; household: HouseholdData }) {
  const [isBusy, setBusy] = useState(false);
  const swap = household.replica.all('swaps').get(String(notification.params['swapId']));
  if (swap?.status === 'ACCEPTED' || swap?.status === 'DECLINED')
    return <p class={styles.answer}>{t(`swaps.status.${swap.status}`)}</p>;
  if (swap === undefined || findAnswerable(household, swap) === undefined) return null;
  const answer = async (what: 'accept' | 'decline') => {
    setBusy(true);
    await answerSwap(household, swap.id, what).then(
      () => markRead(household, notification),
      (error: unknown) => toast(explain(error)),
    );
    setBusy(false);
  };
  return (
    <div class={styles.answer}>
      {/* If the notification does not name the two turns of the swap, they are shown below it. */}
      {notification.params['offered'] === undefined && <p>{swapText(household, swap)}</p>}
      <Button look="main" busy={isBusy} onClick={() => void answer('accept')}>
        {t('swap.accept')}
      </Button>
      <Button busy={isBusy} onClick={() => void answer('decline')}>
        {t('swap.decline')}
      </Button>
    </div>
  );
}
