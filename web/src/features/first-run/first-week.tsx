import { useEffect, useState } from 'preact/hooks';
import { api, value, type Dto } from '../../api/client.ts';
import { shortDay } from '../../i18n/formats.ts';
import { language, t, tag } from '../../i18n/t.ts';
import { Face } from '../../ui/face.tsx';
import styles from './first-run.module.css';

export type Member = Dto['MemberDto'];
type Starter = Dto['StarterDto'];

/** A preview of the first seven days with the chosen starters. */
export function FirstWeek({
  household,
  chosen,
  members,
}: {
  household: string;
  chosen: readonly Starter[];
  members: readonly Member[];
}) {
  const [turns, setTurns] = useState<readonly Dto['StarterDateDto'][]>([]);
  const keys = chosen.map(({ key }) => key);
  const memberIds = members.map(({ id }) => id);
  const what = JSON.stringify([keys, memberIds, language.value]);
  useEffect(() => {
    if (keys.length === 0) return;
    const reading = new AbortController();
    // Errors are ignored, because the user can continue without this preview.
    value(
      api.POST('/v1/households/{householdId}/starters/preview', {
        params: { path: { householdId: household } },
        body: { keys, memberIds, locale: language.value },
        signal: reading.signal,
      }),
    ).then(setTurns, () => undefined);
    return () => reading.abort();
  }, [household, what]);
  if (turns.length === 0 || chosen.length === 0) return null;
  const days = Map.groupBy(turns, ({ date }) => date);
  return (
    <section class={styles.week}>
      <h2>{t('starters.week')}</h2>
      <ul>
        {[...days].map(([day, ofDay]) => (
          <li key={day}>
            <span class="figures">{shortDay(day, tag.value)}</span>
            <ul>
              {ofDay.map(({ title, responsibleMemberIds }, index) => (
                <li key={index}>
                  {members
                    .filter(({ id }) => responsibleMemberIds.includes(id))
                    .map((member) => (
                      <Face key={member.id} of={member} size={20} />
                    ))}
                  <bdi>{title}</bdi>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
