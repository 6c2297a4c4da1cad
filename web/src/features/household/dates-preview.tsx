import type { Dto } from '../../api/client.ts';
import { isOffline } from '../../api/errors.ts';
import { list } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { explain } from '../../ui/explain.ts';
import { LowerBound, MovedDates } from './moved-dates.tsx';
import { usePreview } from './use-preview.ts';
import own from './away.module.css';

type Preview = Dto['EditPreviewDto'];

/**
 * Shows how a change would affect dates.
 * @param ask requests the preview; null shows nothing
 * @param of identifies the request; a new value requests the preview again
 */
export function DatesPreview({
  ask,
  of,
}: {
  ask: ((signal: AbortSignal) => Promise<Preview>) | null;
  of: string;
}) {
  const preview = usePreview(ask, of);
  if (ask === null) return null;
  if (preview === null) return <p class={own.preview}>…</p>;
  if ('error' in preview)
    return (
      <p class={own.preview}>{isOffline(preview.error) ? t('scope.unknown') : explain(preview.error)}</p>
    );
  const { counts, dates } = preview.result;
  return (
    <div class={own.preview} role="status">
      <p>{describe(preview.result)}</p>
      <LowerBound of={preview.result} />
      <MovedDates
        count={counts.created + counts.changed + counts.removed}
        dates={dates.map(({ was, removed, date, ...one }) => ({
          ...one,
          date: was?.date ?? date,
          becomes: removed ? null : date,
        }))}
      />
    </div>
  );
}

/** Returns a text such as “2 dates change and 1 date skipped”. */
function describe({ counts: { created, changed, removed }, dates }: Preview): string {
  const isByPeople = dates.every(({ was, date }) => was?.date === date);
  const parts = [
    changed > 0 && t(isByPeople ? 'moves.reassigned' : 'moves.changed', { count: changed }),
    removed > 0 && t('pauses.removed', { count: removed }),
    created > 0 && t('moves.created', { count: created }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? t('pauses.noDatesChange') : `${list(parts, tag.value)}.`;
}
