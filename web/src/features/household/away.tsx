import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { useHousehold, type Member } from '../../data/household.ts';
import { compareCodeUnits } from '../../data/order.ts';
import {
  changeAway,
  previewAwayChange,
  previewAwayRemoval,
  removeAway,
  useMyself,
  type Away,
} from '../../data/people.ts';
import { addDays } from '../../i18n/formats.ts';
import { t } from '../../i18n/t.ts';
import { Ask } from '../../ui/ask.tsx';
import { Button } from '../../ui/button.tsx';
import { daysText } from '../../ui/days-text.ts';
import { Empty, Failure } from '../../ui/empty.tsx';
import { Face } from '../../ui/face.tsx';
import { HelpWithLink } from '../../ui/help.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isOnline } from '../../ui/online.ts';
import { Rows, Section } from '../../ui/page.tsx';
import { notify } from '../../ui/saving.ts';
import { SettingsPage } from '../../ui/settings.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { AwayForm } from './away-form.tsx';
import { TurnsPreview } from './turns-preview.tsx';
import styles from '../../ui/settings.module.css';

type Absence = { readonly member: Member; readonly period: Away };

/** The absences of the members. Their effect on turns is shown before saving. */
export function AwayPage() {
  const household = useHousehold();
  const { isAdult, self } = useMyself();
  const [open, setOpen] = useState<Absence | 'new' | null>(null);
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  const isThere = household.replica.isWhole.value;
  const today = household.today.value;
  const all = household.members.value.flatMap((member) =>
    member.awayPeriods.map((period) => ({ member, period })),
  );
  const byDay = (a: Absence, b: Absence) => compareCodeUnits(a.period.from, b.period.from);
  const isOver = ({ period: { to } }: Absence) => to !== null && to < today;
  const now = all.filter((each) => !isOver(each) && each.period.from <= today).sort(byDay);
  const later = all.filter(({ period: { from } }) => from > today).sort(byDay);
  const past = all.filter(isOver).sort((a, b) => byDay(b, a));
  const add = isAdult && (
    <Button look="main" icon={Plus} disabled={!isOnline.value} onClick={() => setOpen('new')}>
      {t('away.add')}
    </Button>
  );
  const rows = (absences: readonly Absence[], label: string) => (
    <Rows label={label}>
      {absences.map((absence) => (
        <Line key={absence.period.id} {...absence} onEdit={() => setOpen(absence)} />
      ))}
    </Rows>
  );
  return (
    <SettingsPage title={t('sections.away')}>
      {!isThere ? (
        <RowsSkeleton rows={3} />
      ) : (
        <>
          {self !== undefined && !isAdult && <p class={styles.why}>{t('people.adultsOnly')}</p>}
          {now.length === 0 && later.length === 0 && <Empty action={add}>{t('away.none')}</Empty>}
          {now.length > 0 && <Section title={t('away.now')}>{rows(now, t('away.now'))}</Section>}
          {later.length > 0 && <Section title={t('away.later')}>{rows(later, t('away.later'))}</Section>}
          {now.length + later.length > 0 && <div class={styles.buttons}>{add}</div>}
          <HelpWithLink
            to={{ href: `/households/${household.id}/settings/pauses`, text: t('sections.pauses') }}
          >
            {(section) => t('away.orPause', { section })}
          </HelpWithLink>
          {past.length > 0 && <Past count={past.length}>{rows(past, t('away.past'))}</Past>}
        </>
      )}
      {open !== null && (
        <AwayForm
          member={open === 'new' ? null : open.member}
          period={open === 'new' ? null : open.period}
          onClose={() => setOpen(null)}
        />
      )}
    </SettingsPage>
  );
}

function Line({ member, period, onEdit }: Absence & { onEdit: () => void }) {
  const household = useHousehold();
  const { speaksFor } = useMyself();
  const [asking, ask] = useState<'end' | 'delete' | null>(null);
  const today = household.today.value;
  const name = member.displayName;
  const days = daysText(period, today);
  const isOn = period.from <= today && (period.to === null || today <= period.to);
  return (
    <li class={styles.line}>
      <Face of={member} size={34} named={false} />
      <span class={styles.grow}>
        <bdi>{name}</bdi>
        <span class={`figures ${styles.small}`}>{days}</span>
      </span>
      {speaksFor(member) && (
        <span class={styles.buttons}>
          {isOn && (
            <Button
              disabled={!isOnline.value}
              aria-label={t('away.markBackNamed', { name })}
              onClick={() => ask('end')}
            >
              {t('away.markBack')}
            </Button>
          )}
          <Button
            disabled={!isOnline.value}
            aria-label={t('away.editNamed', { name, days })}
            onClick={onEdit}
          >
            {t('away.edit')}
          </Button>
          <Button
            disabled={!isOnline.value}
            aria-label={t('away.deleteNamed', { name, days })}
            onClick={() => ask('delete')}
          >
            {t('away.delete')}
          </Button>
        </span>
      )}
      {asking !== null && (
        <EndAbsence member={member} period={period} isEnd={asking === 'end'} onClose={() => ask(null)} />
      )}
    </li>
  );
}

/**
 * Asks for confirmation before an absence is ended because the member is back today (`isEnd`), or is deleted. Shows
 * whose turns change.
 */
function EndAbsence({
  member: { id, displayName: name },
  period,
  isEnd,
  onClose,
}: Absence & { isEnd: boolean; onClose: () => void }) {
  const household = useHousehold();
  const today = household.today.value;
  // Ending an absence makes yesterday its last day. If it began today, that day would be before its first day, so
  // the absence is deleted instead.
  const isShorter = isEnd && period.from < today;
  const days = { to: addDays(today, -1) };
  const take = async () => {
    const { undo } = await (isShorter
      ? changeAway(household, id, period.id, days)
      : removeAway(household, id, period.id));
    notify(t(isEnd ? 'away.ended' : 'away.deleted', { name }), undo);
  };
  return (
    <Ask
      title={t(isEnd ? 'away.endAsk' : 'away.deleteAsk', { name })}
      action={t(isEnd ? 'away.markBack' : 'away.delete')}
      look={isEnd ? 'main' : 'danger'}
      onDo={take}
      onClose={onClose}
    >
      <p class="figures">{daysText(period, today)}</p>
      <TurnsPreview
        ask={(signal) =>
          isShorter
            ? previewAwayChange(household, id, period.id, days, signal)
            : previewAwayRemoval(household, id, period.id, signal)
        }
        of={JSON.stringify([id, period.id, isShorter])}
      />
    </Ask>
  );
}

function Past({ count, children }: { count: number; children: ComponentChildren }) {
  const [isOpen, open] = useState(false);
  return (
    <Section title={t('away.past')}>
      <button type="button" class={styles.fold} aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {isOpen ? t('list.hide') : t('away.showPast', { count })}
        <Icon of={ChevronDown} size={18} />
      </button>
      {isOpen && children}
    </Section>
  );
}
