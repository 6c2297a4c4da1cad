import { useEffect, useState } from 'preact/hooks';
import { isOffline } from '../../api/errors.ts';
import { useHousehold, type Member } from '../../data/household.ts';
import {
  addAway,
  changeAway,
  previewAbsence,
  useMyself,
  type AbsencePreview,
  type Away,
  type Days,
} from '../../data/people.ts';
import { memberIn } from '../../data/session.ts';
import { list, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { explain } from '../../ui/empty.tsx';
import { Face, Faces, NoFace } from '../../ui/face.tsx';
import { CheckField, Field } from '../../ui/field.tsx';
import { FormError, SaveButton } from '../../ui/save-button.tsx';
import { tell, useSaving } from '../../ui/saving.ts';
import own from './away.module.css';
import styles from '../../ui/settings.module.css';

const SHOWN = 5;
const PAUSE = 200;

/** Days away, of oneself or of whom one speaks for. Without `period` they are new. */
export function AwayForm({
  member,
  period,
  onClose,
}: {
  member: Member | null;
  period: Away | null;
  onClose: () => void;
}) {
  const household = useHousehold();
  const { speaksFor } = useMyself();
  const today = household.today.value;
  const people = household.members.value.filter(speaksFor);
  const [who, choose] = useState(member?.id ?? memberIn(household.id) ?? people[0]?.id ?? '');
  const [from, setFrom] = useState(period?.from ?? today);
  const [to, setTo] = useState(period === null ? today : (period.to ?? ''));
  const [isOpenEnd, setOpenEnd] = useState(period !== null && period.to === null);
  const { error, fields, isBusy, run } = useSaving();
  const days: Days = { from, to: isOpenEnd ? null : to };
  const isWhole = from !== '' && (isOpenEnd || to !== '');
  const isTurned = isWhole && !isOpenEnd && to < from;
  const save = async () => {
    const name = household.member(who)?.displayName ?? '';
    const { undo } =
      period === null
        ? await addAway(household, who, days)
        : await changeAway(household, who, period.id, days);
    tell(t('away.saved', { name }), undo);
    onClose();
  };
  return (
    <Dialog
      title={period === null ? t('away.add') : t('away.editTitle', { name: member?.displayName ?? '' })}
      onClose={onClose}
    >
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        {period === null && people.length > 1 && (
          <fieldset class={styles.choice}>
            <legend>{t('away.who')}</legend>
            {people.map((each) => (
              <Chip key={each.id} pressed={each.id === who} onPress={() => choose(each.id)}>
                <Face of={each} size={24} named={false} />
                {each.displayName}
              </Chip>
            ))}
          </fieldset>
        )}
        <div class={styles.pair}>
          <Field type="date" required label={t('away.from')} value={from} onValue={setFrom} />
          {!isOpenEnd && (
            <Field
              type="date"
              required
              label={t('away.to')}
              value={to}
              min={from}
              onValue={setTo}
              error={isTurned || fields.has('to') ? t('away.turned') : undefined}
            />
          )}
        </div>
        <CheckField
          label={t('away.open')}
          hint={t('away.openHint')}
          checked={isOpenEnd}
          onCheck={(is) => {
            setOpenEnd(is);
            if (!is && to === '') setTo(from);
          }}
        />
        {isWhole && !isTurned && <Foretold who={who} days={days} replaces={period?.id ?? null} />}
        <FormError error={error} fields={fields} shown={['to']} />
        <DialogActions>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <SaveButton busy={isBusy} disabled={!isWhole || isTurned || who === ''} />
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** What the service says these days would do to turns. */
function Foretold({ who, days, replaces }: { who: string; days: Days; replaces: string | null }) {
  const household = useHousehold();
  const [told, setTold] = useState<AbsencePreview | { readonly error: unknown } | null>(null);
  const others = household.member(who)?.awayPeriods.filter(({ id }) => id !== replaces) ?? [];
  const key = JSON.stringify([who, days, others]);
  useEffect(() => {
    const asking = new AbortController();
    setTold(null);
    const timer = setTimeout(() => {
      previewAbsence(household, who, [...others, days], asking.signal).then(setTold, (error: unknown) => {
        if (!asking.signal.aborted) setTold({ error });
      });
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [household, key]);
  const today = household.today.value;
  if (told === null) return <p class={own.told}>…</p>;
  if ('error' in told)
    return <p class={own.told}>{isOffline(told.error) ? t('scope.unknown') : explain(told.error)}</p>;
  const names = (ids: readonly string[]) => ids.flatMap((id) => household.member(id)?.displayName ?? []);
  const takers = new Set(told.dates.flatMap(({ responsibleMemberIds }) => names(responsibleMemberIds)));
  const count = told.counts.changed;
  return (
    <div class={own.told} role="status">
      <p>
        {count === 0
          ? t('away.nothing')
          : takers.size === 0
            ? t('away.turnsToNobody', { count })
            : t('away.turnsTo', { count, names: list([...takers], tag.value) })}
      </p>
      {told.dates.length > 0 && (
        <ul>
          {told.dates.slice(0, SHOWN).map(({ occurrenceId, date, responsibleMemberIds, was }, index) => (
            <li key={occurrenceId ?? index}>
              <span class="figures">{shortDate(date, tag.value, today)}</span>
              <span class={own.title}>
                {occurrenceId === null ? '' : (household.occurrence(occurrenceId)?.title ?? '')}
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
    </div>
  );

  function toMembers(ids: readonly string[]): readonly Member[] {
    return ids.flatMap((id) => household.member(id) ?? []);
  }
}
