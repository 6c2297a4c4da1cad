import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { useLocation, useRoute } from 'preact-iso/router';
import CalendarClock from 'lucide/dist/esm/icons/calendar-clock.mjs';
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import FastForward from 'lucide/dist/esm/icons/skip-forward.mjs';
import Handshake from 'lucide/dist/esm/icons/handshake.mjs';
import Link from 'lucide/dist/esm/icons/link.mjs';
import Repeat from 'lucide/dist/esm/icons/repeat.mjs';
import Trash from 'lucide/dist/esm/icons/trash.mjs';
import Undo from 'lucide/dist/esm/icons/undo-2.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import { useHousehold, type Occurrence as Row } from '../../data/household.ts';
import { changedFields, findGroup, type Group } from '../../data/merge.ts';
import { useOccurrence, type Scope } from '../../data/occurrence.ts';
import { isWaiting } from '../../data/outbox.ts';
import { needsEveryone, type Act } from '../../data/outbox-rules.ts';
import { useRights } from '../../data/rights.ts';
import { memberIn } from '../../data/session.ts';
import { capitalised, list } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { TaskBesideContext } from '../../ui/task-beside.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Empty, Failure } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Back, useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { Tick, tickLabel } from '../../ui/tick.tsx';
import { offerUndo, toggle } from '../../ui/ticking.ts';
import { toast } from '../../ui/toast.tsx';
import { TaskDetails } from './details.tsx';
import { describeDone } from './done-words.ts';
import { postponed, useEditing, type Editing } from './editing.ts';
import styles from './occurrence.module.css';
import { People, peopleText } from './people.tsx';
import { Schedule } from './schedule.tsx';
import { TextInPlace } from './text-in-place.tsx';

const Deleted = lazy(() => import('./deleted.tsx').then((m) => m.Deleted));
const Files = lazy(() => import('./files.tsx').then((m) => m.Files));
const ConflictForm = lazy(() => import('./conflict-form.tsx').then((m) => m.ConflictForm));
const NotTaken = lazy(() => import('./refused-change.tsx').then((m) => m.RefusedChange));
const OpenSwaps = lazy(() => import('./swap-dialog.tsx').then((m) => m.OpenSwaps));
const ScopeDialog = lazy(() => import('./scope-dialog.tsx').then((m) => m.ScopeDialog));
const Checklist = lazy(() => import('./checklist.tsx').then((m) => m.Checklist));
const ReadOnlyTask = lazy(() => import('./read-only-task.tsx').then((m) => m.ReadOnlyTask));
const Ticks = lazy(() => import('./doers.tsx').then((m) => m.TickList));
const Corrected = lazy(() => import('./doers.tsx').then((m) => m.CorrectionButton));
const History = lazy(() => import('./history.tsx').then((m) => m.History));

/** A task as a page of its own. Phones always show a task like this. */
export function OccurrencePage() {
  const id = useRoute().params['occurrence'] ?? '';
  const { leave } = useContext(TaskBesideContext);
  return (
    <div class={styles.page}>
      <Occurrence key={id} id={id} onClose={leave} isPage />
    </div>
  );
}

/** A task beside the page from which it was opened. It takes the focus and returns it when it is closed. */
export function OccurrencePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      const hasBefore = before instanceof HTMLElement && before !== document.body && before.isConnected;
      if (hasBefore) before.focus();
      else document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      const isOverlaid = document.querySelector('dialog[open], :popover-open') !== null;
      if (event.key === 'Escape' && !event.defaultPrevented && !isOverlaid) onClose();
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [onClose]);
  return (
    <aside ref={panel} class={styles.panel} tabIndex={-1} data-beside aria-label={t('occurrence.panel')}>
      <Occurrence key={id} id={id} onClose={onClose} />
    </aside>
  );
}

function Occurrence({ id, onClose, isPage = false }: { id: string; onClose: () => void; isPage?: boolean }) {
  const household = useHousehold();
  const found = useOccurrence(id);
  const title = 'row' in found ? found.row.title : t('occurrence.panel');
  useTitle(title, household.household.value?.name);
  switch (found.state) {
    case 'shown':
      return <Shown row={found.row} onClose={onClose} isPage={isPage} />;
    case 'deleted':
      return (
        <>
          <Head onClose={onClose} isPage={isPage} title={title} />
          <Suspense>
            <Deleted row={found.row} isRestorable={found.isRestorable} />
          </Suspense>
        </>
      );
    case 'gone':
      return (
        <>
          <Head onClose={onClose} isPage={isPage} title={t('occurrence.notFound')} />
          <Empty>{t('occurrence.notFoundText')}</Empty>
        </>
      );
    case 'failed':
      return (
        <>
          <Head onClose={onClose} isPage={isPage} title={title} />
          <Failure error={found.error} onRetry={found.retry} />
        </>
      );
    case 'loading':
      return <RowsSkeleton rows={4} />;
  }
}

function Head({
  title,
  onClose,
  isPage,
  children,
}: {
  title: string;
  onClose: () => void;
  isPage: boolean;
  children?: ComponentChildren;
}) {
  return (
    <header class={styles.head}>
      {isPage ? (
        <h1 dir="auto" class="unseen" tabIndex={-1}>
          {title}
        </h1>
      ) : (
        <h2 dir="auto" class="unseen">
          {title}
        </h2>
      )}
      {isPage ? (
        <Back onBack={onClose}>{t('occurrence.back')}</Back>
      ) : (
        <IconButton icon={X} label={t('dialog.close')} onClick={onClose} />
      )}
      {children}
    </header>
  );
}

function Shown({ row, onClose, isPage }: { row: Row; onClose: () => void; isPage: boolean }) {
  const editing = useEditing(row.id);
  const { household } = editing;
  const [opened, open] = useState<'when' | 'who' | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const [incoming, setIncoming] = useState<readonly File[]>([]);
  const [isOver, setOver] = useState(false);
  const changes = useChangesOfOthers(row);
  const asking = editing.asking.value;
  const { conflict } = editing;
  const { isAdult, mayActOn } = useRights();
  const mayAct = mayActOn(row);
  const isTodo = row.status === 'TODO';
  const isDone = row.status === 'DONE';
  const people = row.responsibleMemberIds.flatMap((id) => household.member(id) ?? []);
  const doer = row.completedFor ?? row.completedBy;

  const { route } = useLocation();
  const makeRepeat = () => route(`/households/${household.id}/series/new?from=${row.id}`);
  const act = (what: Act, text: string) => offerUndo(household, text, household.act(what));
  const reopen = () => household.act({ type: 'occurrence.reopen', occurrenceId: row.id });
  const skip = () =>
    offerUndo(
      household,
      t('occurrence.skipped'),
      household.act({ type: 'occurrence.skip', occurrenceId: row.id }),
      reopen,
    );
  const remove = (scope: Scope) => {
    const { id: occurrenceId, version, title } = row;
    const reach = scope === 'this' ? {} : { scope, version };
    act({ type: 'occurrence.delete', occurrenceId, ...reach }, t('occurrence.deleted', { title }));
    onClose();
  };
  const askToDelete = () => (row.seriesId === null ? remove('this') : setDeleting(true));

  return (
    <div
      class={styles.inside}
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        if (!isAdult || !event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!isAdult || !event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(false);
        setIncoming([...event.dataTransfer.files]);
      }}
      onPaste={(event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        if (!isAdult || files.length === 0) return;
        event.preventDefault();
        setIncoming(files);
      }}
    >
      <Head title={row.title} onClose={onClose} isPage={isPage}>
        <Menu
          label={t('occurrence.more')}
          class={styles.more}
          items={[
            ...(isTodo && isAdult
              ? [
                  { label: t('occurrence.moveTask'), icon: CalendarClock, run: () => open('when') },
                  { label: t('occurrence.assignTask'), icon: Handshake, run: () => open('who') },
                ]
              : []),
            ...(isTodo && mayAct ? [{ label: t('occurrence.skip'), icon: FastForward, run: skip }] : []),
            ...(isTodo && isAdult
              ? [
                  ...(row.seriesId === null && row.date !== null
                    ? [{ label: t('series.makeRepeat'), icon: Repeat, run: makeRepeat }]
                    : []),
                ]
              : []),
            {
              label: t('occurrence.copyLink'),
              icon: Link,
              run: () =>
                void copyText(location.href).then(
                  (isCopied) => isCopied && toast(t('occurrence.linkCopied')),
                ),
            },
            ...(isAdult
              ? [{ label: t('occurrence.delete'), icon: Trash, isDanger: true, run: askToDelete }]
              : []),
          ]}
        >
          <Icon of={Ellipsis} />
        </Menu>
      </Head>
      <div class={styles.top}>
        <Tick
          label={t(tickLabel(isDone, mayAct), {
            title: row.title,
            people: peopleText(people),
          })}
          checked={isDone}
          colors={people.map(({ color }) => color)}
          doneBy={doer === null ? undefined : household.member(doer)?.color}
          onToggle={mayAct ? () => toggle(household, row) : null}
        />
        {isAdult ? (
          <TextInPlace
            label={t('occurrence.title')}
            value={row.title}
            draftKey={`${row.id}:title`}
            isTitle
            maxLength={200}
            onSave={(title, base) => editing.change({ title }, { title: base })}
          />
        ) : (
          <p class={styles.title} dir="auto">
            {row.title}
          </p>
        )}
      </div>
      <Status row={row} />
      {changes !== null && (
        <p class={styles.notice} role="status">
          {changes}
        </p>
      )}
      <Suspense>
        {editing.refused
          .filter((refusal) => refusal !== conflict)
          .map((refusal) => (
            <NotTaken
              key={refusal.entry.id}
              refusal={refusal}
              household={household}
              onAgain={(set) => {
                editing.scope.value = null;
                editing.change(set, {}, refusal);
              }}
            />
          ))}
        <OpenSwaps row={row} household={household} />
        {needsEveryone(row) && <Ticks row={row} household={household} />}
      </Suspense>
      {isAdult ? (
        <>
          <div class={styles.card}>
            <Schedule
              row={row}
              editing={editing}
              isOpen={opened === 'when'}
              onOpen={(is) => open(is ? 'when' : null)}
            />
            {row.seriesId !== null && <Rule row={row} editing={editing} />}
            <People
              row={row}
              editing={editing}
              isOpen={opened === 'who'}
              onOpen={(is) => open(is ? 'who' : null)}
            />
            <TaskDetails row={row} editing={editing} />
          </div>
          <section class={styles.section}>
            <h2>{t('occurrence.notes')}</h2>
            <TextInPlace
              label={t('occurrence.notes')}
              value={row.notes ?? ''}
              draftKey={`${row.id}:notes`}
              maxLength={10_000}
              placeholder={t('occurrence.addNotes')}
              onSave={(notes, base) => editing.change({ notes: notes || null }, { notes: base || null })}
            />
          </section>
          <Suspense>
            <Checklist row={row} />
            <Files row={row} incoming={incoming} />
            <History row={row} />
          </Suspense>
        </>
      ) : (
        <Suspense>
          <ReadOnlyTask row={row} />
        </Suspense>
      )}
      {isOver && <p class={styles.drop}>{t('files.drop')}</p>}
      <Suspense>
        {asking !== null && (
          <ScopeDialog
            row={row}
            household={household}
            set={asking.set}
            onChoose={(scope) => editing.choose(scope)}
            onClose={() => (editing.asking.value = null)}
          />
        )}
        {isDeleting && (
          <ScopeDialog
            row={row}
            household={household}
            set={null}
            onChoose={(scope) => {
              setDeleting(false);
              remove(scope);
            }}
            onClose={() => setDeleting(false)}
          />
        )}
        {conflict !== null && (
          <ConflictForm
            refusal={conflict}
            household={household}
            onClose={() => (postponed.value = new Set([...postponed.value, conflict.entry.id]))}
          />
        )}
      </Suspense>
    </div>
  );
}

/** The rule of the series, and the chosen scope of edits. */
function Rule({ row, editing }: { row: Row; editing: Editing }) {
  const series =
    row.seriesId === null ? undefined : editing.household.replica.all('series').get(row.seriesId);
  const scope = editing.scope.value;
  return (
    <div class={styles.row}>
      <Icon of={Repeat} />
      <div class={styles.value}>
        <p class={styles.repeats}>
          <span>{series?.text ?? t('row.repeats')}</span>
          <a class={styles.link} href={`/households/${editing.household.id}/series/${row.seriesId ?? ''}`}>
            {t('series.open')}
          </a>
        </p>
        {scope !== null && (
          <p class={styles.effect}>
            {t(`scope.now.${scope}`)}{' '}
            <button type="button" class={styles.link} onClick={() => (editing.scope.value = null)}>
              {t('scope.askAgain')}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

/**
 * Shows the state of the task: who did it and when, that it was skipped or waits to be sent, and whether it is in the
 * calendar.
 */
function Status({ row }: { row: Row }) {
  const household = useHousehold();
  const { mayActOn } = useRights();
  const parts: string[] = [];
  const done = describeDone(row, household);
  if (done !== null) parts.push(done);
  if (row.status === 'SKIPPED')
    parts.push(row.skippedReason === 'MISSED' ? t('occurrence.missed') : t('occurrence.skipped'));
  if (isWaiting(row.id)) parts.push(capitalised(t('row.waiting'), tag.value));
  if (row.googleSyncStatus === 'SYNCED') parts.push(t('calendar.SYNCED'));
  if (row.googleSyncStatus === 'BLOCKED' || row.googleSyncStatus === 'ERROR')
    parts.push(t('calendar.problem'));
  if (parts.length === 0) return null;
  return (
    <div class={styles.status}>
      {parts.map((part) => (
        <p key={part}>{part}</p>
      ))}
      {row.status === 'SKIPPED' && mayActOn(row) && (
        <Button
          icon={Undo}
          onClick={() => household.act({ type: 'occurrence.reopen', occurrenceId: row.id })}
        >
          {t('occurrence.reopen')}
        </Button>
      )}
      {row.status === 'DONE' && !needsEveryone(row) && (
        <Suspense>
          <Corrected row={row} household={household} />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Returns a text such as “Ben just changed: the title” if somebody else edits the task while it is open. null if
 * nobody did.
 */
function useChangesOfOthers(row: Row): string | null {
  const household = useHousehold();
  const before = useRef(row);
  const [text, setText] = useState<string | null>(null);
  /**
   * By member: the groups of fields that the member has changed since the task was opened. The edits of one member
   * may arrive one by one.
   */
  const changed = useRef(new Map<string, ReadonlySet<Group>>());
  useEffect(() => {
    const { current } = before;
    before.current = row;
    const by = row.updatedBy;
    if (row.version <= current.version || by === null || by === memberIn(household.id)) return;
    const news = changedFields(current, row).map(findGroup);
    const name = household.member(by)?.displayName;
    if (news.length === 0 || name === undefined) return;
    const groups = new Set([...(changed.current.get(by) ?? []), ...news]);
    changed.current.set(by, groups);
    setText(
      t('occurrence.changedNow', {
        name,
        what: list(
          [...groups].map((group) => t(`field.${group}`)),
          tag.value,
        ),
      }),
    );
  }, [row, household]);
  return text;
}
