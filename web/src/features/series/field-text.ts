import type { HouseholdData } from '../../data/household.ts';
import { dayMonth, list, time } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { durationText } from '../../ui/duration-text.ts';
import { escalationText, nagText } from '../../ui/nagging.ts';
import { turnsText } from './describe.ts';
import type { SeriesFields } from './series-form.ts';

/**
 * Returns the value of one field of a series in words. `rule` is the rule in words, which only the service
 * can format.
 */
export function fieldText(
  name: keyof SeriesFields,
  fields: SeriesFields,
  rule: string | null,
  household: HouseholdData,
): string {
  switch (name) {
    case 'title':
      return fields.title ?? '';
    case 'notes':
      return fields.notes ?? t('series.none');
    case 'categoryId':
      return household.category(fields.categoryId ?? null)?.name ?? t('occurrence.noCategory');
    case 'priority':
      return t(`priority.${fields.priority ?? 'NORMAL'}`);
    case 'durationMinutes':
      return typeof fields.durationMinutes === 'number'
        ? durationText(fields.durationMinutes)
        : t('occurrence.noDuration');
    case 'showFrom':
      return typeof fields.showFrom === 'number'
        ? t('showFrom.before', { count: fields.showFrom })
        : t('showFrom.always');
    case 'nag':
      return nagText(fields.nag);
    case 'escalateAfterMinutes':
      return escalationText(fields.escalateAfterMinutes);
    case 'completion':
      return t(fields.completion === 'all' ? 'completion.all' : 'completion.any');
    case 'whenAway':
      return t(fields.whenAway === 'keep' ? 'whenAway.keep' : 'whenAway.none');
    case 'time':
      return typeof fields.time === 'string' ? time(fields.time, tag.value) : t('series.allDay');
    case 'recurrence':
      return rule ?? '…';
    case 'rotation':
      return turnsText(fields.rotation, household);
    case 'missed':
      return t(`series.missed.${fields.missed ?? 'keep'}`);
    case 'season':
      return (
        list(
          (fields.season ?? []).map(({ from, to }) =>
            t('series.seasonPart', { from: dayOf(from), to: dayOf(to) }),
          ),
          tag.value,
        ) || t('series.allYear')
      );
    case 'shift':
      return fields.shift === null || fields.shift === undefined
        ? t('series.none')
        : t(`series.shiftThen.${fields.shift.then}`);
    case 'checklist':
      return (fields.checklist ?? []).map(({ title }) => title).join(' · ') || t('series.none');
  }
}

/** Returns a text such as “1 April” for “04-01”. */
const dayOf = (at: string): string => dayMonth(`2024-${at}`, tag.value);
