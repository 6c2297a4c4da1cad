import { useCallback, useContext, useRef, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { useHousehold, type Occurrence } from '../../data/household.ts';
import { isView, VIEWS, type Filters, type View } from '../../data/task-views.ts';
import { useRights } from '../../data/rights.ts';
import { useOlder, useTasks } from '../../data/tasks.ts';
import { newestRowId } from '../../data/sentences.ts';
import { t } from '../../i18n/t.ts';
import { chosenAction, type RowAct } from '../../ui/row-actions.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { useChosenInView } from '../../ui/chosen-in-view.ts';
import { Empty, Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { Face } from '../../ui/face.tsx';
import { PageHead, Rows, useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { SlotsContext } from '../../ui/slots.ts';
import { TaskRow } from '../../ui/task-row.tsx';
import { lingering, offerUndo, setPointing } from '../../ui/ticking.ts';
import { toast } from '../../ui/toast.tsx';
import styles from './tasks.module.css';

/** The number of rows that are shown at first. A button shows more. */
const PAGE = 100;

/** The task list by view. The filters by member and category are in the URL. */
export function Tasks() {
  const household = useHousehold();
  const slots = useContext(SlotsContext);
  const { isAdult } = useRights();
  const { query } = useLocation();
  const name = useRoute().params['view'] ?? 'all';
  const view = isView(name) ? name : 'all';
  const filters = { memberId: query['member'] ?? null, categoryId: query['category'] ?? null };
  const rows = useTasks(view, filters, lingering).value;
  const [chosen, choose] = useState<ReadonlySet<string> | null>(null);
  useTitle(t(`tasks.${view}`), t('nav.tasks'), household.household.value?.name);
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  const isThere = household.replica.isWhole.value;
  return (
    <div class={`reading ${styles.page}`}>
      <PageHead
        above={isThere ? t('tasks.count', { count: rows.length }) : ' '}
        title={t('nav.tasks')}
        aside={
          isThere &&
          isAdult &&
          view !== 'done' &&
          (rows.length > 0 || chosen !== null) && (
            <Button onClick={() => choose(chosen === null ? new Set() : null)}>
              {t(chosen === null ? 'tasks.select' : 'tasks.stopSelecting')}
            </Button>
          )
        }
      />
      {slots && view !== 'done' && <slots.QuickAdd />}
      <Views view={view} filters={filters} />
      {isThere ? (
        <List
          key={view + toAddress(filters)}
          rows={rows}
          view={view}
          filters={filters}
          chosen={view === 'done' ? null : chosen}
          onChoose={choose}
        />
      ) : (
        <RowsSkeleton />
      )}
    </div>
  );
}

function toAddress({ memberId, categoryId }: Filters): string {
  const query = new URLSearchParams();
  if (memberId !== null) query.set('member', memberId);
  if (categoryId !== null) query.set('category', categoryId);
  return query.size === 0 ? '' : `?${query}`;
}

/** Links to the views, and the filters by member and category. */
function Views({ view, filters }: { view: View; filters: Filters }) {
  const household = useHousehold();
  const { path, route } = useLocation();
  const { memberId, categoryId } = filters;
  const views = useChosenInView<HTMLUListElement>(view);
  const base = `/households/${household.id}/tasks`;
  const categories = [...household.replica.all('categories').values()].sort((a, b) =>
    a.name.localeCompare(b.name),
  );
  const filter = (change: Partial<Filters>) => route(path + toAddress({ ...filters, ...change }), true);
  return (
    <div class={styles.choices}>
      <nav aria-label={t('tasks.views')}>
        <ul ref={views} class={styles.views}>
          {VIEWS.map((each) => (
            <li key={each}>
              <a
                href={`${each === 'all' ? base : `${base}/${each}`}${toAddress(filters)}`}
                class={styles.view}
                aria-current={each === view ? 'page' : undefined}
              >
                {t(`tasks.${each}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <ul class={styles.filters} aria-label={t('tasks.filters')}>
        {household.members.value.map((member) => (
          <li key={member.id}>
            <Chip
              pressed={memberId === member.id}
              onPress={() => filter({ memberId: memberId === member.id ? null : member.id })}
            >
              <Face of={member} size={20} named={false} />
              <bdi>{member.displayName}</bdi>
            </Chip>
          </li>
        ))}
        {categories.map(({ id, name }) => (
          <li key={id}>
            <Chip
              pressed={categoryId === id}
              onPress={() => filter({ categoryId: categoryId === id ? null : id })}
            >
              <bdi>{name}</bdi>
            </Chip>
          </li>
        ))}
      </ul>
    </div>
  );
}

function List({
  rows,
  view,
  filters,
  chosen,
  onChoose,
}: {
  rows: readonly Occurrence[];
  view: View;
  filters: Filters;
  /** Ids of the selected rows. null means selection mode is off. */
  chosen: ReadonlySet<string> | null;
  onChoose: (ids: ReadonlySet<string> | null) => void;
}) {
  const [shown, show] = useState(PAGE);
  const { hasOlder, load } = useOlder(filters);
  const [isBusy, setBusy] = useState(false);
  const older = view === 'done' && hasOlder && rows.length <= shown;

  const latest = useRef(chosen);
  latest.current = chosen;
  const flip = useCallback(
    (id: string) => {
      const next = new Set(latest.current);
      if (!next.delete(id)) next.add(id);
      onChoose(next);
    },
    [onChoose],
  );
  const open = rows.slice(0, shown).filter(({ status }) => status === 'TODO');

  const bring = async () => {
    setBusy(true);
    try {
      await load();
      show(shown + PAGE);
    } catch (error) {
      toast(explain(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      {rows.length === 0 ? (
        <Empty action={older && <OlderButton isBusy={isBusy} onPress={bring} />}>
          {t(toAddress(filters) === '' ? `tasks.none.${view}` : 'tasks.none.filtered')}
        </Empty>
      ) : (
        <div
          onPointerEnter={(event) => event.pointerType === 'mouse' && setPointing(true)}
          onPointerLeave={() => setPointing(false)}
        >
          <Rows label={t(`tasks.${view}`)}>
            {rows.slice(0, shown).map((row) => (
              <TaskRow
                key={row.id}
                row={row}
                isNew={newestRowId.value === row.id}
                isSelected={chosen?.has(row.id) === true}
                onSelect={chosen !== null && row.status === 'TODO' ? flip : undefined}
              />
            ))}
          </Rows>
        </div>
      )}
      {rows.length > shown && (
        <Button wide onClick={() => show(shown + PAGE)}>
          {t('tasks.more', { count: Math.min(PAGE, rows.length - shown) })}
        </Button>
      )}
      {chosen !== null && (
        <Chosen
          ids={open.flatMap(({ id }) => (chosen.has(id) ? id : []))}
          onAll={() => onChoose(new Set(open.map(({ id }) => id)))}
          onEnd={() => onChoose(null)}
        />
      )}
      {older && rows.length > 0 && <OlderButton isBusy={isBusy} onPress={bring} />}
    </>
  );
}

/** The actions for all selected tasks. */
function Chosen({ ids, onAll, onEnd }: { ids: readonly string[]; onAll: () => void; onEnd: () => void }) {
  const household = useHousehold();
  const ask = (act: RowAct) => (chosenAction.value = { act, ids, then: onEnd });
  const complete = () => {
    onEnd();
    offerUndo(
      household,
      t('actions.doneSeveral', { count: ids.length }),
      ids.map((occurrenceId) => household.act({ type: 'occurrence.complete', occurrenceId })),
    );
  };
  const isNone = ids.length === 0;
  return (
    <div class={styles.chosen} role="group" aria-label={t('tasks.selection')}>
      <p role="status" class="figures">
        {t('tasks.selected', { count: ids.length })}
      </p>
      <Button onClick={onAll}>{t('tasks.selectAll')}</Button>
      <Button disabled={isNone} onClick={complete}>
        {t('actions.markDone')}
      </Button>
      <Button disabled={isNone} onClick={() => ask('move')}>
        {t('occurrence.moveTask')}
      </Button>
      <Button disabled={isNone} onClick={() => ask('assign')}>
        {t('occurrence.assignTask')}
      </Button>
      <Button disabled={isNone} onClick={() => ask('skip')}>
        {t('occurrence.skip')}
      </Button>
      <Button look="danger" disabled={isNone} onClick={() => ask('delete')}>
        {t('occurrence.delete')}
      </Button>
    </div>
  );
}

function OlderButton({ isBusy, onPress }: { isBusy: boolean; onPress: () => Promise<void> }) {
  return (
    <Button wide busy={isBusy} onClick={() => void onPress()}>
      {t('tasks.older')}
    </Button>
  );
}
