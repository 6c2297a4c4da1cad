import { useState } from 'preact/hooks';
import { now, useHousehold, type HouseholdData } from '../../data/household.ts';
import { useRights } from '../../data/rights.ts';
import { emptyTrash, restoreTogether, TRASH_DAYS, useTrash, type TrashedTogether } from '../../data/trash.ts';
import { addDays, civilDate, dateRange, daysBetween, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty, Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { PageHead, Rows, useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { EventText } from '../../ui/event-text.tsx';
import styles from './trash.module.css';

/** The trash: deletions of the last 30 days, grouped by operation, with buttons to restore them. */
export function Trash() {
  const household = useHousehold();
  const { groups, error, showOlder, retry } = useTrash(household);
  const [isSure, askSure] = useState(false);
  useTitle(t('trash.title'), household.household.value?.name);
  const isOwner = household.household.value?.role === 'OWNER';
  const empty = async () => {
    askSure(false);
    await emptyTrash(household).then(retry, (problem: unknown) => toast(explain(problem)));
  };
  return (
    <div class="reading">
      <PageHead
        above={t('trash.about')}
        title={t('trash.title')}
        aside={
          isOwner &&
          groups !== null &&
          groups.length > 0 && <Button onClick={() => askSure(true)}>{t('trash.emptyNow')}</Button>
        }
      />
      {groups === null && error === null && <RowsSkeleton />}
      {groups === null && error !== null && <Failure error={error} onRetry={retry} />}
      {groups?.length === 0 && <Empty>{t('trash.empty')}</Empty>}
      {groups !== null && groups.length > 0 && (
        <Rows label={t('trash.title')}>
          {groups.map((group) => (
            <Line key={group.rows[0].id} group={group} household={household} onRestored={retry} />
          ))}
        </Rows>
      )}
      {showOlder !== null && <Button onClick={showOlder}>{t('trash.older')}</Button>}
      {isSure && (
        <Dialog title={t('trash.confirmTitle')} onClose={() => askSure(false)}>
          <p>{t('trash.confirmText')}</p>
          <DialogActions onCancel={() => askSure(false)} cancel={t('trash.cancel')}>
            <Button look="danger" onClick={() => void empty()}>
              {t('trash.emptyNow')}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}

function Line({
  group,
  household,
  onRestored,
}: {
  group: TrashedTogether;
  household: HouseholdData;
  onRestored: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const { isAdult } = useRights();
  const { rows } = group;
  const [{ title, updatedBy, deletedAt }] = rows;
  const today = household.today.value;
  const deletedOn = civilDate(deletedAt === null ? now.value : new Date(deletedAt), household.zone.value);
  const by = updatedBy === null ? undefined : household.member(updatedBy);
  const days = Math.max(0, daysBetween(today, addDays(deletedOn, TRASH_DAYS)));
  const date = shortDate(deletedOn, tag.value, today);
  const meta = [
    tellDates(group, today),
    by === undefined ? t('trash.on', { date }) : t('trash.by', { name: by.displayName, date }),
    t('trash.left', { days }),
  ].filter(Boolean);
  const restore = async () => {
    setBusy(true);
    await restoreTogether(household, group).then(
      () => {
        toast(t('trash.restored', { title }));
        onRestored();
      },
      (error: unknown) => toast(explain(error)),
    );
    setBusy(false);
  };
  return (
    <li class={styles.row}>
      <EventText meta={meta.join(' · ')}>
        <bdi>{title}</bdi>
      </EventText>
      {isAdult && (
        <Button busy={isBusy} aria-label={t('trash.restoreWhat', { title })} onClick={() => void restore()}>
          {t('trash.restore')}
        </Button>
      )}
    </li>
  );
}

/** Returns a text such as “Tue 24 Nov”, or “91 dates, 24 November – 22 February”. */
function tellDates({ rows }: TrashedTogether, today: string): string | false {
  const dates = rows.flatMap(({ date }) => date ?? []).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return false;
  if (rows.length === 1) return shortDate(first, tag.value, today);
  return `${t('trash.dates', { count: rows.length })}, ${dateRange(first, last, tag.value)}`;
}
