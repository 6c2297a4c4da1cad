import { useEffect, useState } from 'preact/hooks';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { serverNow } from '../../api/client.ts';
import { ApiError, isOffline } from '../../api/errors.ts';
import type { HouseholdData, Member } from '../../data/household.ts';
import { readReason } from '../../data/outbox-rules.ts';
import { isPerson } from '../../data/presence.ts';
import { t } from '../../i18n/t.ts';
import { explain } from '../../ui/explain.ts';
import { isOnline } from '../../ui/online.ts';
import { toast } from '../../ui/toast.tsx';
import type { WallActions } from './acts.ts';
import type { Cell } from './columns.ts';

const PinPad = lazy(() => import('./choose-member.tsx').then((m) => m.PinPad));
const ChooseMember = lazy(() => import('./choose-member.tsx').then((m) => m.ChooseMember));

/**
 * The wall shows "offline" only after the live stream was interrupted for this long, because a short interruption
 * does not matter. If the browser itself is offline, the wall shows it immediately.
 */
const OFFLINE_AFTER = 10_000;

/**
 * An action that was started on the wall. It asks for the member if necessary, and then for their PIN if they
 * have one.
 */
export type PendingTick = {
  readonly title: string;
  /** The question above the choice of members, such as “Who did it?”. */
  readonly question: string;
  /** The member who does it. null means the user still has to choose the member. */
  readonly member: Member | null;
  readonly act: (member: Member) => Promise<void>;
};

/** Runs ticks and other actions as a member. If necessary, it first asks who the member is, and for their PIN. */
export function useTicking(household: HouseholdData, acts: WallActions) {
  const offlineSince = useOfflineSince(household);
  const [asked, ask] = useState<PendingTick | null>(null);
  const run = async (what: PendingTick, member: Member) => {
    ask(null);
    try {
      await what.act(member);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'PIN_REJECTED') ask({ ...what, member });
      else toast(explainTick(error, member));
    }
  };
  const start = (what: PendingTick) => {
    if (offlineSince !== null) toast(t('wall.offlineTick'));
    else if (what.member === null || acts.needsPin(what.member)) ask(what);
    else void run(what, what.member);
  };
  const press = ({ cell: { row, isDone }, member }: { cell: Cell; member: Member | null }) => {
    // If an unassigned task is completed, a tap removes its tick in the name of the member who did the task.
    const doer = isDone && row.completedFor !== null ? household.member(row.completedFor) : undefined;
    // In the column of a pet, the user has to choose a person, because pets cannot tick. If every assignee ticks
    // separately, the tick is nevertheless set for the pet.
    const isAnimal = member !== null && !isPerson(member);
    start({
      title: row.title,
      question: t('wall.who'),
      member: [member, doer].find((each) => each && isPerson(each)) ?? null,
      act: ({ id }) => acts.toggle(row, id, isDone, isAnimal ? member.id : id),
    });
  };
  const member = asked?.member ?? null;
  const dialog =
    asked === null ? null : member === null ? (
      <ChooseMember
        question={asked.question}
        title={asked.title}
        onChoose={(chosen) => start({ ...asked, member: chosen })}
        onClose={() => ask(null)}
      />
    ) : (
      <PinPad member={member} onChosen={() => void run(asked, member)} onClose={() => ask(null)} />
    );
  return { offlineSince, press, start, isAsking: asked !== null, dialog: <Suspense>{dialog}</Suspense> };
}

function explainTick(error: unknown, { displayName: name }: Member): string {
  if (isOffline(error)) return t('wall.offlineTick');
  if (error instanceof ApiError && readReason(error.details) === 'GROWN_UPS_ONLY')
    return t('wall.notTheirs', { name });
  return explain(error);
}

/**
 * Returns since when the service cannot be reached. null means that it can be reached, or that the interruption is
 * still shorter than OFFLINE_AFTER.
 */
function useOfflineSince(household: HouseholdData): Date | null {
  const isReachable = household.live.isLive.value && isOnline.value;
  const [since, setSince] = useState<Date | null>(null);
  useEffect(() => {
    if (isReachable) {
      setSince(null);
      return;
    }
    const from = serverNow();
    const timer = setTimeout(() => setSince(from), isOnline.value ? OFFLINE_AFTER : 0);
    return () => clearTimeout(timer);
  }, [isReachable]);
  return since;
}
