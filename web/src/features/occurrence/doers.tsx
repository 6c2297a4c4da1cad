import { useState } from 'preact/hooks';
import type { HouseholdData, Occurrence } from '../../data/household.ts';
import { isPerson } from '../../data/presence.ts';
import { useRights } from '../../data/rights.ts';
import { memberIn } from '../../data/session.ts';
import { correctTick } from '../../data/ticks.ts';
import { civilDate, dateTime } from '../../i18n/formats.ts';
import { civilTime, instantIn } from '../../i18n/instants.ts';
import { t, tag } from '../../i18n/t.ts';
import { Chip } from '../../ui/chip.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Face } from '../../ui/face.tsx';
import { Field } from '../../ui/field.tsx';
import { isOnline } from '../../ui/online.ts';
import { FormError, SaveButton } from '../../ui/save-button.tsx';
import { notify, useSaving } from '../../ui/saving.ts';
import { Tick } from '../../ui/tick.tsx';
import { offerUndo } from '../../ui/ticking.ts';
import type { Editing } from './editing.ts';
import styles from './occurrence.module.css';

const MOST_DOERS = 10;

/**
 * The ticks of the assignees, for a task that every assignee ticks separately. Adults can set and remove every tick,
 * others only their own.
 */
export function TickList({ row, household }: { row: Occurrence; household: HouseholdData }) {
  const { isAdult } = useRights();
  const mine = memberIn(household.id);
  const ids = [...new Set([...row.responsibleMemberIds, ...row.doneBy.map(({ memberId }) => memberId)])];
  const toggle = (memberId: string, name: string, isDone: boolean) => {
    const of = { occurrenceId: row.id, completedForIds: [memberId] };
    const reopen = () => household.act({ type: 'occurrence.reopen', ...of });
    if (isDone) reopen();
    else
      offerUndo(
        household,
        t('ticks.done', { name }),
        household.act({ type: 'occurrence.complete', ...of }),
        reopen,
      );
  };
  return (
    <section class={styles.section} aria-label={t('ticks.title')}>
      <h2>{t('ticks.title')}</h2>
      <ul class={`${styles.card} ${styles.ticks}`}>
        {ids.flatMap((id) => {
          const member = household.member(id);
          if (member === undefined) return [];
          const tick = row.doneBy.find(({ memberId }) => memberId === id);
          const name = id === mine ? t('ticks.you') : member.displayName;
          return (
            <li key={id}>
              <Tick
                label={t('ticks.label', { name })}
                checked={tick !== undefined}
                colors={[member.color]}
                onToggle={
                  isAdult || id === mine ? () => toggle(id, member.displayName, tick !== undefined) : null
                }
              />
              <Face of={member} size={24} named={false} />
              <span dir="auto" class={styles.grow}>
                {name}
              </span>
              {tick !== undefined && (
                <span class={`figures ${styles.effect}`}>
                  {dateTime(new Date(tick.at), household.zone.value, tag.value)}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** A checkbox for whether every assignee ticks separately. */
export function ForEachField({ row, editing }: { row: Occurrence; editing: Editing }) {
  return (
    <label class={styles.each}>
      <input
        type="checkbox"
        checked={row.completion === 'all'}
        onChange={({ currentTarget: { checked } }) => editing.change({ completion: checked ? 'all' : 'any' })}
      />
      <span>
        {t('completion.all')}
        <span class={styles.effect}>{t('completion.allHint')}</span>
      </span>
    </label>
  );
}

/** A button to correct who completed a task and when. Only adults see it. */
export function CorrectionButton({ row, household }: { row: Occurrence; household: HouseholdData }) {
  const { isAdult } = useRights();
  const [isOpen, open] = useState(false);
  if (!isAdult) return null;
  return (
    <>
      <button type="button" class={styles.link} disabled={!isOnline.value} onClick={() => open(true)}>
        {t('correct.open')}
      </button>
      {isOpen && <Correction row={row} household={household} onClose={() => open(false)} />}
    </>
  );
}

/** A form to correct who completed a task and when. The history keeps the earlier entry. */
function Correction({
  row,
  household,
  onClose,
}: {
  row: Occurrence;
  household: HouseholdData;
  onClose: () => void;
}) {
  const zone = household.zone.value;
  const at = new Date(row.completedAt ?? Date.now());
  const [before] = useState({
    doers: row.completedForIds.length > 0 ? row.completedForIds : row.completedBy ? [row.completedBy] : [],
    date: civilDate(at, zone),
    time: civilTime(at, zone),
  });
  const [doers, setDoers] = useState<readonly string[]>(before.doers);
  const [date, setDate] = useState(before.date);
  const [time, setTime] = useState(before.time);
  const { error, fields, isBusy, run } = useSaving();
  const choices = household.members.value.filter(
    (member) => isPerson(member) || before.doers.includes(member.id),
  );
  const isMoved = date !== before.date || time !== before.time;
  const isOther = doers.join() !== before.doers.join();
  const save = async () => {
    const { undo } = await correctTick(household, row, {
      ...(isOther && { completedForIds: [...doers] }),
      ...(isMoved && { completedAt: instantIn(zone, date, time).toISOString() }),
    });
    notify(t('correct.saved'), undo);
    onClose();
  };
  return (
    <Dialog title={t('correct.title')} onClose={onClose}>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        <div class={styles.chips} role="group" aria-label={t('correct.who')}>
          {choices.map((member) => {
            const isChosen = doers.includes(member.id);
            return (
              <Chip
                key={member.id}
                pressed={isChosen}
                onPress={() =>
                  setDoers(isChosen ? doers.filter((id) => id !== member.id) : [...doers, member.id])
                }
              >
                <Face of={member} size={24} named={false} />
                <bdi>{member.displayName}</bdi>
              </Chip>
            );
          })}
        </div>
        <p class={styles.effect}>{t('correct.hint')}</p>
        <div class={styles.pair}>
          <Field
            type="date"
            required
            label={t('correct.day')}
            value={date}
            max={household.today.value}
            onValue={setDate}
            error={fields.has('completedAt') ? t('correct.timeRefused') : undefined}
          />
          <Field type="time" required label={t('correct.time')} value={time} onValue={setTime} />
        </div>
        <FormError error={error} fields={fields} shown={['completedAt']} />
        <DialogActions onCancel={onClose}>
          <SaveButton
            busy={isBusy}
            disabled={
              date === '' ||
              time === '' ||
              doers.length === 0 ||
              doers.length > MOST_DOERS ||
              (!isMoved && !isOther)
            }
          />
        </DialogActions>
      </form>
    </Dialog>
  );
}
