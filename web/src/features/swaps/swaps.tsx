import { useState } from 'preact/hooks';
import { useHousehold } from '../../data/household.ts';
import { answerSwap, useSwaps, type Swap, type SwapAnswer } from '../../data/swaps.ts';
import { t } from '../../i18n/t.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty, Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { Face } from '../../ui/face.tsx';
import { PageHead, Section, useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { swapText, turnText } from '../../ui/swap-text.ts';
import { toast } from '../../ui/toast.tsx';
import styles from './swaps.module.css';

/** The swap requests of the household. */
export function Swaps() {
  const household = useHousehold();
  const { toAnswer, asked, answered } = useSwaps();
  useTitle(t('swaps.title'), household.household.value?.name);
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  const isThere = household.replica.isWhole.value;
  const isEmpty = toAnswer.length + asked.length + answered.length === 0;
  return (
    <div class="reading">
      <PageHead
        title={t('swaps.title')}
        above={isThere ? t('swaps.open', { count: toAnswer.length }) : ' '}
      />
      {!isThere && <RowsSkeleton />}
      {isThere && isEmpty && (
        <Empty
          action={
            <ButtonLink look="main" href={`/households/${household.id}/tasks/mine`}>
              {t('swaps.toMine')}
            </ButtonLink>
          }
        >
          {t('swaps.none')}
        </Empty>
      )}
      {toAnswer.length > 0 && (
        <Section title={t('swaps.toAnswer')}>
          {toAnswer.map((each) => (
            <ToAnswer key={each.swap.id} swap={each.swap} />
          ))}
        </Section>
      )}
      {asked.length > 0 && (
        <Section title={t('swaps.asked')}>
          {asked.map((swap) => (
            <OwnRequest key={swap.id} swap={swap} />
          ))}
        </Section>
      )}
      {answered.length > 0 && (
        <Section title={t('swaps.answered')}>
          <ul class={styles.answered}>
            {answered.map((swap) => (
              <Answered key={swap.id} swap={swap} />
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

/** Sends the answer to a swap request. While one answer is being sent, no other is sent. */
function useAnswer(swap: Swap) {
  const household = useHousehold();
  const [isBusy, setBusy] = useState(false);
  const answer = async (what: SwapAnswer) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await answerSwap(household, swap.id, what);
      toast(t(`swaps.done.${what}`));
    } catch (problem) {
      toast(explain(problem));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, answer };
}

function ToAnswer({ swap }: { swap: Swap }) {
  const household = useHousehold();
  const asker = household.member(swap.requestedBy);
  const { isBusy, answer } = useAnswer(swap);
  return (
    <article class={styles.card}>
      <div class={styles.who}>
        {asker && <Face of={asker} size={34} named={false} />}
        <p>{swapText(household, swap)}</p>
      </div>
      <Turns swap={swap} />
      <div class={styles.buttons}>
        <Button look="main" busy={isBusy} onClick={() => void answer('accept')}>
          {t('swap.accept')}
        </Button>
        <Button busy={isBusy} onClick={() => void answer('decline')}>
          {t('swap.decline')}
        </Button>
      </div>
    </article>
  );
}

function OwnRequest({ swap }: { swap: Swap }) {
  const household = useHousehold();
  const { isBusy, answer } = useAnswer(swap);
  return (
    <article class={styles.card}>
      <p>{swapText(household, swap)}</p>
      <Turns swap={swap} />
      <div class={styles.buttons}>
        <Button busy={isBusy} onClick={() => void answer('withdraw')}>
          {t('swap.withdraw')}
        </Button>
      </div>
    </article>
  );
}

/** Shows both turns of the request as links. */
function Turns({ swap }: { swap: Swap }) {
  const household = useHousehold();
  const today = household.today.value;
  const at = (id: string) => `/households/${household.id}/occurrences/${id}`;
  return (
    <ul class={`figures ${styles.turns}`}>
      <li>
        <a href={at(swap.occurrenceId)}>{turnText(swap.offered, today)}</a>
      </li>
      <li>
        <a href={at(swap.withOccurrenceId)}>{turnText(swap.wanted, today)}</a>
      </li>
    </ul>
  );
}

function Answered({ swap }: { swap: Swap }) {
  const household = useHousehold();
  return (
    <li>
      <strong class={swap.status === 'ACCEPTED' ? styles.accepted : styles.declined}>
        {t(swap.status === 'ACCEPTED' ? 'swaps.status.ACCEPTED' : 'swaps.status.DECLINED')}
      </strong>{' '}
      {swapText(household, swap)}
    </li>
  );
}
