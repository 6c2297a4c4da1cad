import { useState } from 'preact/hooks';
import CalendarArrowUp from 'lucide/dist/esm/icons/calendar-arrow-up.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { useHousehold } from '../../data/household.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { endPause, listPauses, previewPauseEnd, type Pause } from '../../data/pauses.ts';
import { useMyself } from '../../data/people.ts';
import { list } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Ask } from '../../ui/ask.tsx';
import { Button } from '../../ui/button.tsx';
import { daysText } from '../../ui/days-text.ts';
import { Empty, Failure } from '../../ui/empty.tsx';
import { HelpWithLink } from '../../ui/help.tsx';
import { isOnline } from '../../ui/online.ts';
import { Rows, Section } from '../../ui/page.tsx';
import { notify } from '../../ui/saving.ts';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { DatesPreview } from './dates-preview.tsx';
import { PauseForm } from './pause-form.tsx';
import { ShiftForm } from './shift-form.tsx';
import styles from '../../ui/settings.module.css';

/**
 * The current and future pauses of the household or of some series, with forms for a new pause and for shifting
 * dates.
 */
export function Pauses() {
  const household = useHousehold();
  const { isAdult } = useMyself();
  const [open, setOpen] = useState<'pause' | 'shift' | Pause | null>(null);
  // Reload when the household changes, because other members may add pauses.
  const { data, error, reload } = useLoaded(
    () => listPauses(household),
    [household.id],
    household.freshAt.value,
  );
  if (error !== null && data === null) return <Failure error={error} onRetry={reload} />;
  if (data === null) return <RowsSkeleton rows={3} />;
  const today = household.today.value;
  const coming = data.filter(({ to }) => to === null || to >= today);
  const now = coming.filter(({ from }) => from <= today);
  const later = coming.filter(({ from }) => from > today);
  const say = (text: string, undo: (() => Promise<void>) | null) => {
    notify(text, undo && (() => undo().finally(reload)));
    reload();
  };
  const add = isAdult && (
    <Button look="main" icon={Plus} disabled={!isOnline.value} onClick={() => setOpen('pause')}>
      {t('pauses.add')}
    </Button>
  );
  const rows = (pauses: readonly Pause[], title: string) =>
    pauses.length > 0 && (
      <Section title={title}>
        <Rows label={title}>
          {pauses.map((pause) => (
            <Line key={pause.id} pause={pause} onEnd={isAdult ? () => setOpen(pause) : null} />
          ))}
        </Rows>
      </Section>
    );
  return (
    <>
      <p>{t('pauses.what')}</p>
      <HelpWithLink to={{ href: `/households/${household.id}/away`, text: t('sections.away') }}>
        {(section) => t('pauses.orAway', { section })}
      </HelpWithLink>
      {!isAdult && <p class={styles.why}>{t('people.adultsOnly')}</p>}
      {coming.length === 0 && <Empty action={add}>{t('pauses.none')}</Empty>}
      {rows(now, t('pauses.now'))}
      {rows(later, t('pauses.later'))}
      {coming.length > 0 && <div class={styles.buttons}>{add}</div>}
      {isAdult && (
        <Section title={t('shift.title')}>
          <p>{t('shift.hint')}</p>
          <div class={styles.buttons}>
            <Button icon={CalendarArrowUp} disabled={!isOnline.value} onClick={() => setOpen('shift')}>
              {t('shift.open')}
            </Button>
          </div>
        </Section>
      )}
      {open === 'pause' && (
        <PauseForm
          onMade={(undo) => {
            setOpen(null);
            say(t('pauses.made'), undo);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'shift' && (
        <ShiftForm
          onMade={(undo) => {
            setOpen(null);
            say(t('shift.made'), undo);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open !== null && typeof open === 'object' && (
        <End pause={open} onEnded={say} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

/** Asks for confirmation before a pause ends, with its effect on dates. */
function End({
  pause,
  onEnded,
  onClose,
}: {
  pause: Pause;
  onEnded: (text: string, undo: (() => Promise<void>) | null) => void;
  onClose: () => void;
}) {
  const household = useHousehold();
  const today = household.today.value;
  const isUnderWay = pause.from < today;
  const end = async () => {
    const { undo } = await endPause(household, pause.id);
    onEnded(isUnderWay ? t('pauses.ended') : t('pauses.deleted'), undo);
  };
  return (
    <Ask
      title={isUnderWay ? t('pauses.endAsk') : t('pauses.deleteAsk')}
      action={isUnderWay ? t('pauses.end') : t('pauses.delete')}
      look="main"
      onDo={end}
      onClose={onClose}
    >
      <p class="figures">{daysText(pause, today)}</p>
      <DatesPreview ask={(signal) => previewPauseEnd(household, pause.id, signal)} of={pause.id} />
    </Ask>
  );
}

function Line({ pause, onEnd }: { pause: Pause; onEnd: (() => void) | null }) {
  const household = useHousehold();
  const today = household.today.value;
  const days = daysText(pause, today);
  const isUnderWay = pause.from < today;
  return (
    <li class={styles.line}>
      <span class={styles.grow}>
        <span class="figures">{days}</span>
        {pause.note !== null && (
          <span>
            {' · '}
            <bdi>{pause.note}</bdi>
          </span>
        )}
        <span class={styles.small}>{useWords(pause)}</span>
        <span class={styles.small}>
          {t('pauses.by', { name: household.member(pause.createdBy)?.displayName ?? t('pauses.somebody') })}
        </span>
      </span>
      {onEnd !== null && (
        <Button
          disabled={!isOnline.value}
          aria-label={t(isUnderWay ? 'pauses.endNamed' : 'pauses.deleteNamed', { days })}
          onClick={onEnd}
        >
          {isUnderWay ? t('pauses.end') : t('pauses.delete')}
        </Button>
      )}
    </li>
  );
}

/** Returns a text such as “Bins and Dishes: postponed”. */
function useWords({ seriesIds, mode, assignTo }: Pause): string {
  const household = useHousehold();
  const series = household.replica.all('series');
  const what =
    seriesIds === null
      ? t('pauses.everything')
      : list(
          seriesIds.map((id) => series.get(id)?.title ?? t('pauses.endedSeries')),
          tag.value,
        );
  return mode === 'assign'
    ? t('pauses.summary.assign', { what, name: household.member(assignTo ?? '')?.displayName ?? '' })
    : t(`pauses.summary.${mode}`, { what });
}
