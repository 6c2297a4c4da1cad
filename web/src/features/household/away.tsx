import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { useHousehold, type Member } from '../../data/household.ts';
import { changeAway, removeAway, useMyself, type Away } from '../../data/people.ts';
import { addDays } from '../../i18n/formats.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { daysText } from '../../ui/days-text.ts';
import { Empty, Failure, explain } from '../../ui/empty.tsx';
import { Face } from '../../ui/face.tsx';
import { Help } from '../../ui/help.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isOnline } from '../../ui/online.ts';
import { Rows, Section } from '../../ui/page.tsx';
import { tell } from '../../ui/saving.ts';
import { SettingsPage } from '../../ui/settings.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { AwayForm } from './away-form.tsx';
import styles from '../../ui/settings.module.css';

type Absence = { readonly member: Member; readonly period: Away };

/** Who is away, and when: what it does to turns is said before it is saved. */
export function AwayPage() {
  const household = useHousehold();
  const { isGrownUp, self } = useMyself();
  const [open, setOpen] = useState<Absence | 'new' | null>(null);
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  const isThere = household.replica.isWhole.value;
  const today = household.today.value;
  const all = household.members.value.flatMap((member) =>
    member.awayPeriods.map((period) => ({ member, period })),
  );
  const byDay = (a: Absence, b: Absence) => a.period.from.localeCompare(b.period.from);
  const isOver = ({ period: { to } }: Absence) => to !== null && to < today;
  const now = all.filter((each) => !isOver(each) && each.period.from <= today).sort(byDay);
  const later = all.filter(({ period: { from } }) => from > today).sort(byDay);
  const past = all.filter(isOver).sort((a, b) => byDay(b, a));
  const add = isGrownUp && (
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
          {self !== undefined && !isGrownUp && <p class={styles.why}>{t('people.grownUpsOnly')}</p>}
          {now.length === 0 && later.length === 0 && <Empty action={add}>{t('away.none')}</Empty>}
          {now.length > 0 && <Section title={t('away.now')}>{rows(now, t('away.now'))}</Section>}
          {later.length > 0 && <Section title={t('away.later')}>{rows(later, t('away.later'))}</Section>}
          {now.length + later.length > 0 && <div class={styles.buttons}>{add}</div>}
          <Help to={{ href: `/households/${household.id}/settings/pauses`, text: t('sections.pauses') }}>
            {t('away.orPause')}
          </Help>
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
  const [isBusy, setBusy] = useState(false);
  const today = household.today.value;
  const name = member.displayName;
  const days = daysText(period, today);
  const isOn = period.from <= today && (period.to === null || today <= period.to);
  const act = async (work: () => Promise<{ undo: (() => Promise<void>) | null }>, text: string) => {
    setBusy(true);
    await work().then(
      ({ undo }) => tell(text, undo),
      (error: unknown) => toast(explain(error)),
    );
    setBusy(false);
  };
  const remove = () => removeAway(household, member.id, period.id);
  // Who went today was never away: the day before would be before the first.
  const end = () =>
    period.from === today
      ? remove()
      : changeAway(household, member.id, period.id, { to: addDays(today, -1) });
  return (
    <li class={styles.line}>
      <Face of={member} size={34} named={false} />
      <span class={styles.grow}>
        {name}
        <span class={`figures ${styles.small}`}>{days}</span>
      </span>
      {speaksFor(member) && (
        <span class={styles.buttons}>
          {isOn && (
            <Button
              busy={isBusy}
              disabled={!isOnline.value}
              aria-label={t('away.endNamed', { name })}
              onClick={() => void act(end, t('away.ended', { name }))}
            >
              {t('away.end')}
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
            busy={isBusy}
            disabled={!isOnline.value}
            aria-label={t('away.deleteNamed', { name, days })}
            onClick={() => void act(remove, t('away.deleted', { name }))}
          >
            {t('away.delete')}
          </Button>
        </span>
      )}
    </li>
  );
}

function Past({ count, children }: { count: number; children: ComponentChildren }) {
  const [isOpen, open] = useState(false);
  return (
    <Section title={t('away.past')}>
      <button type="button" class={styles.fold} aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {isOpen ? t('today.hide') : t('away.showPast', { count })}
        <Icon of={ChevronDown} size={18} />
      </button>
      {isOpen && children}
    </Section>
  );
}
