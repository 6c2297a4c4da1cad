import { useEffect, useState } from 'preact/hooks';
import { api, value, type Dto } from '../../api/client.ts';
import { addDays, civilDate, shortDay } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Face } from '../../ui/face.tsx';
import styles from './first-run.module.css';

export type Member = Dto['MemberDto'];
type Starter = Dto['StarterDto'];
type Turn = { readonly date: string; readonly title: string; readonly memberIds: readonly string[] };

/** The first seven days as they will be, by the service's own reckoning of each rule and its turns. */
export function FirstWeek({
  household,
  timeZone,
  chosen,
  members,
}: {
  household: string;
  /** In which the service says what day it is there. */
  timeZone: string;
  chosen: readonly Starter[];
  members: readonly Member[];
}) {
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const what = JSON.stringify([chosen.map(({ key, title }) => [key, title]), members.map(({ id }) => id)]);
  useEffect(() => {
    const reading = new AbortController();
    const memberIds = members.map(({ id }) => id);
    const from = civilDate(new Date(), timeZone);
    const taken = chosen.filter((each) => each.turns);
    const ofOne = async (starter: Starter): Promise<Turn[]> => {
      const { recurrence, title, turns: inTurn } = starter;
      const { dates } = await value(
        api.POST('/v1/households/{householdId}/recurrence/preview', {
          params: { path: { householdId: household } },
          body: {
            recurrence,
            startDate: from,
            from,
            to: addDays(from, 6),
            rotation: inTurn ? toRotation(memberIds, taken.indexOf(starter)) : null,
          },
          signal: reading.signal,
        }),
      );
      return dates.map(({ date, responsibleMemberIds }) => ({
        date,
        title,
        memberIds: responsibleMemberIds,
      }));
    };
    // A glimpse, which nothing hangs on.
    Promise.all(chosen.map(ofOne)).then(
      (all) => setTurns(all.flat()),
      () => undefined,
    );
    return () => reading.abort();
  }, [household, timeZone, what]);
  if (turns.length === 0 || chosen.length === 0) return null;
  const days = Map.groupBy(
    turns.toSorted((a, b) => a.date.localeCompare(b.date)),
    ({ date }) => date,
  );
  return (
    <section class={styles.week}>
      <h2>{t('starters.week')}</h2>
      <ul>
        {[...days].map(([day, ofDay]) => (
          <li key={day}>
            <span class="figures">{shortDay(day, tag.value)}</span>
            <ul>
              {ofDay.map(({ title, memberIds }, index) => (
                <li key={index}>
                  {members
                    .filter(({ id }) => memberIds.includes(id))
                    .map((member) => (
                      <Face key={member.id} of={member} size={20} />
                    ))}
                  {title}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** As the service does when it applies them: several take turns and each begins with another task, one alone does all. */
function toRotation(memberIds: readonly string[], place: number): Dto['Rotation'] | null {
  const [first, ...others] = memberIds;
  if (first === undefined) return null;
  if (others.length === 0) return { kind: 'fixed', members: [first] };
  return { kind: 'turns', order: memberIds.map((id) => [id]), length: 1, offset: place % memberIds.length };
}
