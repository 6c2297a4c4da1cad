import type { HouseholdData } from '../../data/household.ts';
import { findGroup, type TaskField } from '../../data/merge.ts';
import type { Activity } from '../../data/occurrence.ts';
import { list, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';

/** Returns a sentence for an entry of a task's history, in the current language. */
export function describeHistory(
  { action, actorId, changes, subject }: Activity,
  household: HouseholdData,
): string {
  const actor = actorId === null ? undefined : household.member(actorId);
  const name = actor?.displayName ?? t('history.service');
  const values = {
    name,
    dated: subject.date === null ? 'no' : 'yes',
    date: subject.date === null ? '' : shortDate(subject.date, tag.value, household.today.value),
  };
  switch (action) {
    case 'CREATED':
      return t('history.created', values);
    case 'COMPLETED': {
      const ids = findDoers(changes);
      const doers = ids.flatMap((id) => household.member(id)?.displayName ?? []);
      if (doers.length === 0) return t('history.completed', values);
      return t('history.completedFor', {
        ...values,
        doers: list(doers, tag.value),
        count: doers.length,
        by: actorId !== null && ids.includes(actorId) ? 'self' : 'other',
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

/** Returns the members whom the entry adds to those who did the task. Empty if the entry names none. */
function findDoers(changes: Activity['changes']): readonly string[] {
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
  return t(`field.${findGroup(field as TaskField)}`);
}
