import type { Dto } from '../../api/client.ts';
import { useHousehold } from '../../data/household.ts';
import { shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Faces } from '../../ui/face.tsx';
import styles from './moves.module.css';

type Move = Omit<Dto['MadePauseDto']['dates'][number], 'seriesId' | 'occurrenceId'> & {
  /** null of one that is new. */
  readonly occurrenceId: string | null;
};

/** Dates that become others, each with what it was, what it is then, and who has it: the first of `count`. */
export function Moves({ dates, count }: { dates: readonly Move[]; count: number }) {
  const household = useHousehold();
  const today = household.today.value;
  const say = (date: string) => shortDate(date, tag.value, today);
  if (dates.length === 0) return null;
  return (
    <>
      <ul class={styles.moves}>
        {dates.map(({ occurrenceId, title, date, becomes, responsibleMemberIds }, index) => (
          <li key={`${occurrenceId} ${index}`}>
            <span class={styles.title} dir="auto">
              {title}
            </span>
            <span class={`figures ${styles.dates}`}>
              {becomes === date ? say(date) : <s>{say(date)}</s>}
              {becomes === null
                ? ` ${t('moves.out')}`
                : becomes !== date && (
                    <>
                      <span class={styles.arrow} aria-hidden="true">
                        →
                      </span>
                      <span class="unseen"> {t('moves.becomes')} </span>
                      {say(becomes)}
                    </>
                  )}
            </span>
            {becomes !== null && (
              <span class={styles.faces}>
                <Faces of={responsibleMemberIds.flatMap((id) => household.member(id) ?? [])} size={20} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <More count={count - dates.length} />
    </>
  );
}

/** Says that the counts of a preview are lower bounds. The service checks only the first series of a large household. */
export function LowerBound({ of: { complete } }: { of: { readonly complete: boolean } }) {
  return complete ? null : <p>{t('moves.lowerBound')}</p>;
}

/** “and 45 more”, of what is not listed. */
export function More({ count }: { count: number }) {
  return count > 0 ? <p>{t('moves.more', { count })}</p> : null;
}
