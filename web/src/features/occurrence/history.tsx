import { useState } from 'preact/hooks';
import { useHousehold, type HouseholdData, type Occurrence } from '../../data/household.ts';
import { findGroup, type Field } from '../../data/merge.ts';
import { history, type Told } from '../../data/occurrence.ts';
import { dateTime, list, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { explain } from '../../ui/explain.ts';
import { Face } from '../../ui/face.tsx';
import { Fold } from '../../ui/fold.tsx';
import styles from './occurrence.module.css';

/** What was done with the task, by whom and when; asked for when it is opened. */
export function History({ row }: { row: Occurrence }) {
  const household = useHousehold();
  const [told, setTold] = useState<readonly Told[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = () => {
    setError(null);
    history(household, row.taskId).then(setTold, setError);
  };
  return (
    <section class={styles.section}>
      <Fold name={t('history.title')} onOpen={load}>
        {error !== null && <p role="alert">{explain(error)}</p>}
        {told?.length === 0 && <p>{t('history.none')}</p>}
        <ol class={styles.history}>
          {told?.map((each) => {
            const actor = each.actorId === null ? undefined : household.member(each.actorId);
            return (
              <li key={each.id}>
                {actor ? <Face of={actor} size={20} named={false} /> : <span />}
                <span>
                  {sentence(each, actor?.displayName ?? t('history.service'), household)}
                  <span class={`figures ${styles.effect}`}>
                    {dateTime(new Date(each.at), household.zone.value, tag.value)}
                  </span>
                </span>
              </li>
            );
          })}
        </ol>
      </Fold>
    </section>
  );
}

function sentence({ action, changes, subject }: Told, name: string, household: HouseholdData): string {
  const date = subject.date === null ? '' : ` (${shortDate(subject.date, tag.value, household.today.value)})`;
  const values = { name, date };
  switch (action) {
    case 'CREATED':
      return t('history.created', values);
    case 'COMPLETED': {
      const doers = findDoers(changes).flatMap((id) => household.member(id)?.displayName ?? []);
      if (doers.length === 0) return t('history.completed', values);
      return t('history.completedFor', {
        ...values,
        doers: list(doers, tag.value),
        count: doers.length,
        by: doers.includes(name) ? 'self' : 'other',
      });
    }
    case 'REOPENED':
      return t('history.reopened', values);
    case 'SKIPPED':
      return t('history.skipped', values);
    case 'DELETED':
      return t('history.deleted', values);
    case 'RESTORED':
      return t('history.restored', values);
    case 'EDITED': {
      const groups = [...new Set(changes.map(({ field }) => nameField(field)))];
      return groups.length === 0
        ? t('history.edited', values)
        : t('history.editedWhat', { ...values, what: list(groups, tag.value) });
    }
    default:
      return t('history.swapped', values);
  }
}

/** Returns who did it, where the entry says that it was not the person who ticked, or not they alone. */
function findDoers(changes: Told['changes']): readonly string[] {
  const found =
    changes.find(({ field }) => field === 'completedForIds') ??
    changes.find(({ field }) => field === 'doneBy');
  const [before, after] = [found?.from, found?.to].map((ids) => (Array.isArray(ids) ? ids.map(String) : []));
  return (after ?? []).filter((id) => before?.includes(id) !== true);
}

const OF_RULE: readonly string[] = ['recurrence', 'rotation', 'missed', 'season', 'shift', 'whenAway'];

function nameField(field: string): string {
  if (OF_RULE.includes(field)) return t('field.rule');
  if (field === 'checklist') return t('field.checklist');
  return t(`field.${findGroup(field as Field)}`);
}
