import type { HouseholdData } from '../../data/household.ts';
import { list } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import type { Rotation } from './series-form.ts';

/**
 * Returns the assignees of a series without turns, or the members who take turns, each once. Empty for a weekly
 * roster.
 */
export function turnMembers(rotation: Rotation | null | undefined): readonly string[] {
  switch (rotation?.kind) {
    case undefined:
    case 'roster':
      return [];
    case 'fixed':
    case 'balanced':
      return rotation.members;
    case 'turns':
      return [...new Set(rotation.order.flat())];
    case 'shuffle':
      return rotation.order;
  }
}

/** Returns the rotation in words. */
export function turnsText(rotation: Rotation | null | undefined, household: HouseholdData): string {
  const names = (ids: readonly string[]) =>
    list(
      ids.flatMap((id) => household.member(id)?.displayName ?? []),
      tag.value,
    );
  switch (rotation?.kind) {
    case undefined:
      return t('people.anyone');
    case 'fixed':
      return rotation.members.length === 0 ? t('people.anyone') : names(rotation.members);
    case 'turns': {
      if (rotation.order.length === 1) return names(rotation.order[0] ?? []);
      const order = rotation.order.map(names).join(' → ');
      const unit = rotation.unit ?? 'occurrence';
      return unit === 'occurrence'
        ? t('series.rotationText.turns', { order })
        : t('series.rotationText.periods', { order, unit });
    }
    case 'roster':
      return t('series.rotationText.roster', { count: rotation.weeks.length });
    case 'shuffle':
      return t('series.rotationText.shuffle', { who: names(rotation.order) });
    case 'balanced':
      return t('series.rotationText.balanced', { who: names(rotation.members) });
  }
}
