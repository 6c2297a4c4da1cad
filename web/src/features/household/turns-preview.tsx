import { isOffline } from '../../api/errors.ts';
import { useHousehold, type Member } from '../../data/household.ts';
import type { AbsencePreview } from '../../data/people.ts';
import { list, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { explain } from '../../ui/explain.ts';
import { Faces, NoFace } from '../../ui/face.tsx';
import { LowerBound, More } from './moved-dates.tsx';
import { usePreview } from './use-preview.ts';
import own from './away.module.css';

const SHOWN = 5;

/**
 * Shows how a change of a member's days would affect turns.
 * @param of identifies the request; a new value requests the preview again
 */
export function TurnsPreview({
  ask,
  of,
}: {
  ask: (signal: AbortSignal) => Promise<AbsencePreview>;
  of: string;
}) {
  const household = useHousehold();
  const preview = usePreview(ask, of);
  const today = household.today.value;
  if (preview === null) return <p class={own.preview}>…</p>;
  if ('error' in preview)
    return (
      <p class={own.preview}>{isOffline(preview.error) ? t('scope.unknown') : explain(preview.error)}</p>
    );
  const { counts, dates } = preview.result;
  const toMembers = (ids: readonly string[]): readonly Member[] =>
    ids.flatMap((id) => household.member(id) ?? []);
  const takers = new Set(
    dates.flatMap(({ responsibleMemberIds, was }) =>
      toMembers(responsibleMemberIds)
        .filter(({ id }) => was?.responsibleMemberIds.includes(id) !== true)
        .map(({ displayName }) => displayName),
    ),
  );
  const count = counts.changed;
  return (
    <div class={own.preview} role="status">
      <p>
        {count === 0
          ? t('away.noTurnsChange')
          : takers.size > 0
            ? t('away.turnsTo', { count, names: list([...takers], tag.value) })
            : dates.some(({ responsibleMemberIds }) => responsibleMemberIds.length > 0)
              ? t('away.turnsToOthers', { count })
              : t('away.turnsToNobody', { count })}
      </p>
      <LowerBound of={preview.result} />
      {dates.length > 0 && (
        <ul class={own.turns}>
          {dates.slice(0, SHOWN).map(({ occurrenceId, title, date, responsibleMemberIds, was }, index) => (
            <li key={occurrenceId ?? index}>
              <span class="figures">{shortDate(date, tag.value, today)}</span>
              <span class={own.title} dir="auto">
                {title}
              </span>
              <span class={own.change}>
                <Faces of={toMembers(was?.responsibleMemberIds ?? [])} size={20} />
                <span aria-hidden="true">→</span>
                {responsibleMemberIds.length === 0 ? (
                  <NoFace size={20} />
                ) : (
                  <Faces of={toMembers(responsibleMemberIds)} size={20} />
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {dates.length > 0 && <More count={count - Math.min(dates.length, SHOWN)} />}
    </div>
  );
}
