import { useState } from 'preact/hooks';
import type { HouseholdData, Occurrence } from '../../data/household.ts';
import { compareCodeUnits } from '../../data/order.ts';
import { findAnswerable, answerSwap, askToSwap, type Swap, type SwapAnswer } from '../../data/swaps.ts';
import { isPerson } from '../../data/presence.ts';
import { memberIn } from '../../data/session.ts';
import { shortDate, time } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { explain } from '../../ui/explain.ts';
import { Face } from '../../ui/face.tsx';
import { swapText } from '../../ui/swap-text.ts';
import { toast } from '../../ui/toast.tsx';
import styles from './occurrence.module.css';

const MOST = 20;
/** At most this many turns of the same series are listed, so that a daily series leaves room for others. */
const MOST_OF_SERIES = 6;

/**
 * Lets the user choose the turn to swap with: for one of their own turns, another member's turn, and for another
 * member's turn, one of their own. Turns of the same series come first.
 */
export function SwapDialog({
  row,
  household,
  onClose,
}: {
  row: Occurrence;
  household: HouseholdData;
  onClose: () => void;
}) {
  const [chosen, choose] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const today = household.today.value;
  const mine = memberIn(household.id);
  const isMine = row.responsibleMemberIds[0] === mine;
  const people = new Set(household.members.value.filter(isPerson).map(({ id }) => id));
  const turns = household.occurrences.value
    .filter(
      ({ seriesId, status, date, visibility, responsibleMemberIds: [who, ...others] }) =>
        seriesId !== null &&
        visibility === 'SHARED' &&
        status === 'TODO' &&
        date !== null &&
        date >= today &&
        who !== undefined &&
        others.length === 0 &&
        (isMine ? who !== mine && people.has(who) : who === mine),
    )
    .sort(
      (a, b) =>
        Number(b.seriesId === row.seriesId) - Number(a.seriesId === row.seriesId) ||
        compareCodeUnits(a.date ?? '', b.date ?? ''),
    )
    .filter(({ seriesId }, place) => place < MOST_OF_SERIES || seriesId !== row.seriesId)
    .slice(0, MOST);
  const ask = async () => {
    if (chosen === null) return;
    setBusy(true);
    try {
      await (isMine ? askToSwap(household, row.id, chosen) : askToSwap(household, chosen, row.id));
      toast(t('swap.asked'));
      onClose();
    } catch (refused) {
      setError(explain(refused));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t(isMine ? 'swap.title' : 'swap.titleFor')} onClose={onClose}>
      {turns.length === 0 && <p>{t(isMine ? 'swap.none' : 'swap.noneOfMine')}</p>}
      <fieldset class={styles.radios}>
        <legend class="unseen">{t(isMine ? 'swap.title' : 'swap.titleFor')}</legend>
        {turns.map((turn) => {
          const member = household.member(turn.responsibleMemberIds[0] ?? '');
          return (
            <label key={turn.id} class={styles.radio}>
              <input type="radio" name="turn" checked={chosen === turn.id} onChange={() => choose(turn.id)} />
              {member && <Face of={member} size={24} />}
              <span class={styles.grow} dir="auto">
                {turn.title}
              </span>
              <span class="figures">{formatWhen(turn, today)}</span>
            </label>
          );
        })}
      </fieldset>
      {error !== null && (
        <p role="alert" class={styles.problem}>
          {error}
        </p>
      )}
      <DialogActions onCancel={onClose}>
        <Button look="main" busy={isBusy} disabled={chosen === null} onClick={() => void ask()}>
          {t('swap.ask')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The open requests to swap this turn, with buttons to answer. */
export function OpenSwaps({ row, household }: { row: Occurrence; household: HouseholdData }) {
  const open = [...household.replica.all('swaps').values()].filter(
    ({ status, occurrenceId, withOccurrenceId }) =>
      status === 'OPEN' && (occurrenceId === row.id || withOccurrenceId === row.id),
  );
  return (
    <>
      {open.map((swap) => (
        <OpenSwap key={swap.id} swap={swap} household={household} />
      ))}
    </>
  );
}

function OpenSwap({ swap, household }: { swap: Swap; household: HouseholdData }) {
  const [isBusy, setBusy] = useState(false);
  const mine = memberIn(household.id) ?? '';
  const isAsker = swap.requestedBy === mine;
  const answer = async (what: SwapAnswer) => {
    setBusy(true);
    await answerSwap(household, swap.id, what).catch((error: unknown) => toast(explain(error)));
    setBusy(false);
  };
  return (
    <div class={styles.notice}>
      <p>{swapText(household, swap)}</p>
      <div class={styles.chips}>
        {isAsker && (
          <Button busy={isBusy} onClick={() => void answer('withdraw')}>
            {t('swap.withdraw')}
          </Button>
        )}
        {findAnswerable(household, swap) !== undefined && (
          <>
            <Button look="main" busy={isBusy} onClick={() => void answer('accept')}>
              {t('swap.accept')}
            </Button>
            <Button busy={isBusy} onClick={() => void answer('decline')}>
              {t('swap.decline')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

const formatWhen = (turn: { date: string | null; time: string | null }, today: string): string =>
  [
    turn.date !== null && shortDate(turn.date, tag.value, today),
    turn.time !== null && time(turn.time, tag.value),
  ]
    .filter(Boolean)
    .join(' · ');
