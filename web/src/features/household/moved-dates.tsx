import type { Dto } from '../../api/client.ts';
import { useHousehold } from '../../data/household.ts';
import { shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Faces } from '../../ui/face.tsx';
import styles from './moved-dates.module.css';

type Move = Omit<Dto['MadePauseDto']['dates'][number], 'seriesId' | 'occurrenceId'> & {
  /** The occurrence that moves. null for a date that would be created. */
  readonly occurrenceId: string | null;
};

/**
 * Lists the dates that a change would move, skip, reassign or create: old date, new date and assignees. `count` is
 * their total; only the first ones are listed.
 */
export function MovedDates({ dates, count }: { dates: readonly Move[]; count: number }) {
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
                ? ` ${t('moves.skipped')}`
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

/**
 * Says that the counts of a preview are lower bounds, because the service has checked only the first series of a
 * large household.
 */
export function LowerBound({ of: { complete } }: { of: { readonly complete: boolean } }) {
  return complete ? null : <p>{t('moves.lowerBound')}</p>;
}

/** Returns a text such as “and 45 more”, for the dates that are not listed. */
export function More({ count }: { count: number }) {
  return count > 0 ? <p>{t('moves.more', { count })}</p> : null;
}
