import { useEffect, useState } from 'preact/hooks';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import CalendarClock from 'lucide/dist/esm/icons/calendar-clock.mjs';
import Check from 'lucide/dist/esm/icons/check.mjs';
import FastForward from 'lucide/dist/esm/icons/fast-forward.mjs';
import Handshake from 'lucide/dist/esm/icons/handshake.mjs';
import Trash from 'lucide/dist/esm/icons/trash.mjs';
import Undo from 'lucide/dist/esm/icons/undo-2.mjs';
import { useHousehold, type Occurrence } from '../../data/household.ts';
import { dateChange, pickSeen, type Fields } from '../../data/merge.ts';
import type { Scope } from '../../data/occurrence.ts';
import { needsEveryone, type Act } from '../../data/outbox-rules.ts';
import { useRights } from '../../data/rights.ts';
import { shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { chosenAction, type ChosenAction, type RowAct } from '../../ui/row-actions.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon, type IconNode } from '../../ui/icon.tsx';
import { NearDates } from '../../ui/near-dates.tsx';
import { PeopleChoice } from '../../ui/people-choice.tsx';
import { offerUndo, toggle } from '../../ui/ticking.ts';
import styles from './occurrence.module.css';
import { ScopeDialog } from './scope-dialog.tsx';
import { Suggestions } from './suggestions.tsx';

const SwapDialog = lazy(() => import('./swap-dialog.tsx').then((m) => m.SwapDialog));
const WhyDialog = lazy(() => import('./why-dialog.tsx').then((m) => m.WhyDialog));
const Ticks = lazy(() => import('./doers.tsx').then((m) => m.TickList));

/**
 * Carries out the action that the user has chosen for tasks in a list. It shows the dialog of the action, if there
 * is one.
 */
export function ChosenActionDialog({ of: { act, ids, edit, then } }: { of: ChosenAction }) {
  const household = useHousehold();
  const rows = ids.flatMap((id) => household.occurrence(id) ?? []);
  const [first] = rows;
  const close = () => (chosenAction.value = null);

  const done = (text: string, what: (row: Occurrence) => Act, revert?: () => void) => {
    close();
    offerUndo(
      household,
      text,
      rows.map((row) => household.act(what(row))),
      revert,
    );
    then?.();
  };
  const set = (text: string, fields: (row: Occurrence) => Fields, scope: Scope = 'this') =>
    done(text, (row) => {
      const { id: occurrenceId, version } = row;
      const what = fields(row);
      return scope === 'this'
        ? { type: 'occurrence.set', occurrenceId, set: what, base: pickSeen(row, what) }
        : { type: 'occurrence.set', occurrenceId, set: what, scope, version };
    });
  /**
   * If one occurrence of a series is chosen, the user is asked for the scope. If several are chosen, each change
   * applies only to the chosen dates.
   */
  const askOrSet = (text: string, fields: (row: Occurrence) => Fields) => {
    if (rows.length !== 1 || first === undefined || !isOfSeries(first)) set(text, fields);
    else chosenAction.value = { act: 'edit', ids, edit: { set: fields(first), text }, ...(then && { then }) };
  };
  const skip = () =>
    done(
      first !== undefined && rows.length === 1
        ? t('actions.skipped', { title: first.title })
        : t('actions.skippedSeveral', { count: rows.length }),
      ({ id }) => ({ type: 'occurrence.skip', occurrenceId: id }),
      () => {
        for (const { id } of rows) household.act({ type: 'occurrence.reopen', occurrenceId: id });
      },
    );
  const remove = (scope: Scope) =>
    done(
      first !== undefined && rows.length === 1
        ? t('occurrence.deleted', { title: first.title })
        : t('actions.deletedSeveral', { count: rows.length }),
      ({ id, version }) => ({
        type: 'occurrence.delete',
        occurrenceId: id,
        ...(scope !== 'this' && { scope, version }),
      }),
    );
  // If one occurrence of a series is chosen, the user is asked for the scope. If several are chosen, only those
  // dates are deleted.
  const isAsking = act === 'delete' && rows.length === 1 && first?.seriesId !== null;

  useEffect(() => {
    if (rows.length === 0) close();
    else if (act === 'skip') skip();
    else if (act === 'delete' && !isAsking) remove('this');
  }, [act]);

  if (first === undefined) return null;
  const title = rows.length === 1 ? first.title : t('actions.several', { count: rows.length });
  switch (act) {
    case 'menu':
      return (
        <Choices row={first} onChoose={(next) => (chosenAction.value = { act: next, ids })} onClose={close} />
      );
    case 'why':
      return (
        <Suspense>
          <WhyDialog
            row={first}
            onChoose={(next) => (chosenAction.value = { act: next, ids })}
            onClose={close}
          />
        </Suspense>
      );
    case 'swap':
      return (
        <Suspense>
          <SwapDialog row={first} household={household} onClose={close} />
        </Suspense>
      );
    case 'move':
      return (
        <Move
          title={title}
          rows={rows}
          onMove={(date) =>
            askOrSet(
              date === null
                ? t('actions.noDate', { title })
                : t('actions.moved', { title, date: shortDate(date, tag.value, household.today.value) }),
              (row) => dateChange(row, date),
            )
          }
          onClose={close}
        />
      );
    case 'assign':
      return (
        <Assign
          title={title}
          rows={rows}
          onAssign={(responsibleMemberIds) =>
            askOrSet(t('occurrence.saved'), () => ({ responsibleMemberIds }))
          }
          onClose={close}
        />
      );
    case 'edit':
      return (
        <ScopeDialog
          row={first}
          household={household}
          set={edit?.set ?? {}}
          onChoose={(scope) => set(edit?.text ?? '', () => edit?.set ?? {}, scope)}
          onClose={close}
        />
      );
    case 'delete':
      return isAsking ? (
        <ScopeDialog row={first} household={household} set={null} onChoose={remove} onClose={close} />
      ) : null;
    case 'skip':
      return null;
  }
}

const isOfSeries = ({ seriesId, status }: Occurrence): boolean => seriesId !== null && status === 'TODO';

/** A dialog with all actions for one task of a list. */
function Choices({
  row,
  onChoose,
  onClose,
}: {
  row: Occurrence;
  onChoose: (act: RowAct) => void;
  onClose: () => void;
}) {
  const household = useHousehold();
  const isTodo = row.status === 'TODO';
  const { isAdult } = useRights();
  // The choice that ticks or reopens the task. If every assignee ticks separately and the task is open, `Ticks` is
  // shown above the choices instead, with one tick for each assignee.
  const ticks: [text: string, icon: IconNode, run: () => void][] = [
    [
      t(isTodo ? 'actions.markDone' : 'occurrence.reopen'),
      isTodo ? Check : Undo,
      () => {
        onClose();
        toggle(household, row);
      },
    ],
  ];
  const choices: [text: string, icon: IconNode, run: () => void][] = [
    ...(isTodo && needsEveryone(row) ? [] : ticks),
    ...(isTodo && !isAdult
      ? ([[t('occurrence.skip'), FastForward, () => onChoose('skip')]] as [string, IconNode, () => void][])
      : []),
    ...(isTodo && isAdult
      ? ([
          [t('occurrence.moveTask'), CalendarClock, () => onChoose('move')],
          [t('occurrence.assignTask'), Handshake, () => onChoose('assign')],
          [t('occurrence.skip'), FastForward, () => onChoose('skip')],
        ] as [string, IconNode, () => void][])
      : []),
  ];
  return (
    <Dialog title={row.title} onClose={onClose}>
      {needsEveryone(row) && (
        <Suspense>
          <Ticks row={row} household={household} />
        </Suspense>
      )}
      <ul class={styles.choices}>
        {choices.map(([text, icon, run]) => (
          <li key={text}>
            <button type="button" class={styles.choice} onClick={run}>
              <Icon of={icon} size={20} />
              {text}
            </button>
          </li>
        ))}
        {isAdult && (
          <li>
            <button
              type="button"
              class={`${styles.choice} ${styles.danger}`}
              onClick={() => onChoose('delete')}
            >
              <Icon of={Trash} size={20} />
              {t('occurrence.delete')}
            </button>
          </li>
        )}
      </ul>
    </Dialog>
  );
}

function Move({
  title,
  rows,
  onMove,
  onClose,
}: {
  title: string;
  rows: readonly Occurrence[];
  onMove: (date: string | null) => void;
  onClose: () => void;
}) {
  const dates = new Set(rows.map(({ date }) => date));
  const [date] = dates;
  const [typed, setTyped] = useState(dates.size === 1 ? (date ?? '') : '');
  return (
    <Dialog title={t('actions.moveTitle', { title })} onClose={onClose}>
      <NearDates
        date={dates.size === 1 ? date : undefined}
        mayBeNone={rows.every(({ seriesId }) => seriesId === null)}
        onDate={onMove}
      />
      <form
        class={styles.editor}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed >= '1970') onMove(typed);
        }}
      >
        <Field label={t('occurrence.date')} type="date" required value={typed} onValue={setTyped} />
        <DialogActions onCancel={onClose}>
          <Button look="main" type="submit">
            {t('actions.moveTask')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Assign({
  title,
  rows,
  onAssign,
  onClose,
}: {
  title: string;
  rows: readonly Occurrence[];
  onAssign: (memberIds: string[]) => void;
  onClose: () => void;
}) {
  const household = useHousehold();
  const [chosen, choose] = useState<readonly string[]>(
    rows.length === 1 ? (rows[0]?.responsibleMemberIds ?? []) : [],
  );
  // A personal task can only be assigned to its author.
  const members = household.members.value.filter(({ id }) =>
    rows.every((row) => row.visibility === 'SHARED' || row.createdBy === id),
  );
  return (
    <Dialog title={t('actions.assignTitle', { title })} onClose={onClose}>
      <PeopleChoice members={members} chosen={chosen} onChoose={choose} />
      {rows.length === 1 && rows[0] !== undefined && (
        <Suggestions occurrenceId={rows[0].id} onChoose={(id) => choose([id])} />
      )}
      <DialogActions onCancel={onClose}>
        <Button look="main" onClick={() => onAssign([...chosen])}>
          {t('actions.assignTask')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
