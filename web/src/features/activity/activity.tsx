import { useState } from 'preact/hooks';
import CalendarClock from 'lucide/dist/esm/icons/calendar-clock.mjs';
import { useHousehold, type HouseholdData } from '../../data/household.ts';
import { readBlockers, useOperations, type Blocker, type Operation } from '../../data/operations.ts';
import { undoOperation } from '../../data/outbox.ts';
import { useRights } from '../../data/rights.ts';
import { isPerson } from '../../data/presence.ts';
import { capitalised, civilDate, clockTime, list, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty, Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead, Rows, Section, useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { EventText } from '../../ui/event-text.tsx';
import styles from './activity.module.css';

/** The subject types of operations, by the filter that shows them. */
const ABOUT = {
  tasks: ['TASK', 'SERIES', 'SWAP', 'TEMPLATE', 'PAUSE'],
  shopping: ['SHOPPING'],
  home: ['MEMBER', 'CATEGORY', 'HOUSEHOLD', 'DAY_CALENDAR', 'DISPLAY'],
} as const;
type About = keyof typeof ABOUT;
const ALL_ABOUT = Object.keys(ABOUT) as About[];

const isAbout = ({ subject }: Operation, about: About): boolean =>
  (ABOUT[about] as readonly string[]).includes(subject?.type ?? 'MEMBER');

/** The activity of the household by day, with undo buttons. */
export function ActivityPage() {
  const household = useHousehold();
  const { rows, error, showOlder, retry } = useOperations(household);
  const [memberId, chooseMember] = useState<string | null>(null);
  const [about, chooseAbout] = useState<About | null>(null);
  const [blockers, setBlockers] = useState<readonly Blocker[]>([]);
  useTitle(t('activity.title'), household.household.value?.name);
  const zone = household.zone.value;
  const today = household.today.value;
  const shown = rows?.filter(
    (row) => (memberId === null || row.actorId === memberId) && (about === null || isAbout(row, about)),
  );
  const byDay = Map.groupBy(shown ?? [], ({ at }) => civilDate(new Date(at), zone));
  const undo = (operation: Operation) =>
    undoOperation(household.id, operation.id).then(
      () => toast(t('activity.undone')),
      (problem: unknown) => {
        const inTheWay = readBlockers(problem);
        if (inTheWay.length === 0) toast(explain(problem));
        else setBlockers(inTheWay);
      },
    );
  return (
    <div class="reading">
      <PageHead above={t('activity.about')} title={t('activity.title')} />
      <div class={styles.filters} role="group" aria-label={t('activity.filters')}>
        {household.members.value.filter(isPerson).map((member) => (
          <Chip
            key={member.id}
            pressed={memberId === member.id}
            onPress={() => chooseMember(memberId === member.id ? null : member.id)}
          >
            <Face of={member} size={24} named={false} />
            <bdi>{member.displayName}</bdi>
          </Chip>
        ))}
        {ALL_ABOUT.map((each) => (
          <Chip key={each} pressed={about === each} onPress={() => chooseAbout(about === each ? null : each)}>
            {t(`activity.${each}`)}
          </Chip>
        ))}
      </div>
      {rows === null && error === null && <RowsSkeleton />}
      {rows === null && error !== null && <Failure error={error} onRetry={retry} />}
      {shown?.length === 0 && <Empty>{t('activity.empty')}</Empty>}
      {[...byDay].map(([day, ofDay]) => (
        <Section
          key={day}
          title={day === today ? t('nav.today') : capitalised(shortDate(day, tag.value, today), tag.value)}
        >
          <Rows>
            {ofDay.map((operation) => (
              <Line key={operation.id} of={operation} household={household} onUndo={undo} />
            ))}
          </Rows>
        </Section>
      ))}
      {rows !== null && showOlder !== null && <Button onClick={showOlder}>{t('activity.older')}</Button>}
      {blockers.length > 0 && (
        <InTheWay blockers={blockers} household={household} onClose={() => setBlockers([])} />
      )}
    </div>
  );
}

function Line({
  of: operation,
  household,
  onUndo,
}: {
  of: Operation;
  household: HouseholdData;
  onUndo: (operation: Operation) => Promise<unknown>;
}) {
  const [isBusy, setBusy] = useState(false);
  const { isAdult } = useRights();
  const { actorId, via, undo, at } = operation;
  const actor = household.member(actorId);
  const words = describeOperation(operation, actor?.displayName ?? t('history.service'), household);
  const meta = [
    clockTime(new Date(at), household.zone.value, tag.value),
    tellCount(operation),
    via !== null && t('activity.via', { kind: via.kind, name: via.name }),
    undo === 'UNDONE' && t('activity.isUndone'),
  ].filter(Boolean);
  const undoAndWait = async () => {
    setBusy(true);
    await onUndo(operation);
    setBusy(false);
  };
  return (
    <li class={undo === 'UNDONE' ? `${styles.row} ${styles.undone}` : styles.row}>
      {actor ? <Face of={actor} named={false} /> : <Icon of={CalendarClock} size={20} />}
      <EventText meta={meta.join(' · ')}>{words}</EventText>
      {undo === 'POSSIBLE' && isAdult && (
        <Button
          look="quiet"
          busy={isBusy}
          aria-label={t('activity.undo', { what: words })}
          onClick={() => void undoAndWait()}
        >
          {t('toast.undo')}
        </Button>
      )}
    </li>
  );
}

function describeOperation(
  { kind, subject, params, actorId }: Operation,
  name: string,
  household: HouseholdData,
): string {
  const member = subject?.type === 'MEMBER' ? household.member(subject.id) : undefined;
  const title = member?.displayName ?? subject?.title ?? '';
  const { doneByIds } = params as { readonly doneByIds?: readonly string[] };
  if (kind === 'COMPLETED' && doneByIds !== undefined) {
    const doers = doneByIds.flatMap((id) => household.member(id)?.displayName ?? []);
    const by = doneByIds.includes(actorId) ? 'self' : 'other';
    if (doers.length > 0)
      return t('activity.completedFor', {
        doers: list(doers, tag.value),
        count: doers.length,
        by,
        name,
        title,
      });
  }
  if (kind !== 'MEMBER') {
    const type = subject?.type ?? 'CALENDAR';
    if (kind === 'EDITED' && title === '' && type !== 'SWAP') return t('activity.untitled', { name, type });
    return t('activity.did', { kind, name, type, title });
  }
  const { change = '', access = '', name: of = '' } = params as Readonly<Record<string, string | undefined>>;
  if (subject === null) return t('activity.access', { access, change, name, of });
  const whose = member === undefined ? 'UNKNOWN' : member.id === actorId ? 'SELF' : 'MEMBER';
  return t('activity.member', { change, whose, name, title });
}

/** Returns how many rows an operation changed, in words. false if it changed fewer than two. */
function tellCount({ kind, counts: { created, changed, removed } }: Operation): string | false {
  const count = created + changed + removed;
  if (count < 2) return false;
  return kind === 'SHOPPING' ? t('activity.things', { count }) : t('activity.dates', { count });
}

/** Lists the later changes that block an undo. */
function InTheWay({
  blockers,
  household,
  onClose,
}: {
  blockers: readonly Blocker[];
  household: HouseholdData;
  onClose: () => void;
}) {
  return (
    <Dialog title={t('activity.blocked')} onClose={onClose}>
      <p>{t('activity.blockedWhy')}</p>
      <ul class={styles.blockers}>
        {blockers.map(({ id, title, date, reason, by }) => (
          <li key={id}>
            {[
              title ?? t('activity.something'),
              date !== null && shortDate(date, tag.value, household.today.value),
            ]
              .filter(Boolean)
              .join(', ')}
            <span>
              {t('activity.blocker', {
                reason,
                by: by === null ? 'nobody' : 'member',
                name: by === null ? '' : (household.member(by)?.displayName ?? ''),
              })}
            </span>
          </li>
        ))}
      </ul>
      <DialogActions onCancel={onClose} cancel={t('dialog.close')} />
    </Dialog>
  );
}
