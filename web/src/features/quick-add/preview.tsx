import { useHousehold } from '../../data/household.ts';
import type { Preview, Span } from '../../data/sentences.ts';
import { list, shortDate, time } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Face } from '../../ui/face.tsx';
import styles from './quick-add.module.css';

/** Which of the three tints what was read has: when, who or what; null for what is left alone. */
export function markOf(kind: Span['kind']): 'when' | 'who' | 'what' | null {
  switch (kind) {
    case 'members':
    case 'rotation':
      return 'who';
    case 'category':
    case 'priority':
    case 'visibility':
    case 'notes':
    case 'checklist':
      return 'what';
    case 'literal':
      return null;
    default:
      return 'when';
  }
}

/** A new category is told beside its name. */
const isNews = ({ code }: Preview['warnings'][number]): boolean => code !== 'NEW_CATEGORY';

/** The task that a sentence would become, in words. */
export function SentencePreview({ of: { task, newCategory, upcoming, warnings } }: { of: Preview }) {
  const household = useHousehold();
  const today = household.today.value;
  const [first, ...others] = upcoming;
  const date = first?.date ?? task.date;
  const at = first?.time ?? task.time;
  const people = (first?.responsibleMemberIds ?? task.responsibleMemberIds).flatMap(
    (id) => household.member(id) ?? [],
  );
  const category = household.category(task.categoryId)?.name;
  return (
    <>
      <p class={styles.title}>{task.title || t('quickAdd.untitled')}</p>
      <p class={styles.facts}>
        {date !== null && (
          <span class="figures">
            {[shortDate(date, tag.value, today), at !== null && time(at, tag.value)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
        {date === null && task.softDue?.date !== undefined && (
          <span>{t('row.by', { date: shortDate(task.softDue.date, tag.value, today) })}</span>
        )}
        {people.length > 0 && (
          <span class={styles.person}>
            {people.map((person) => (
              <Face key={person.id} of={person} size={20} named={false} />
            ))}
            {list(
              people.map(({ displayName }) => displayName),
              tag.value,
            )}
          </span>
        )}
        {category !== undefined && <span>{category}</span>}
        {newCategory !== null && <span>{t('quickAdd.newCategory', { name: newCategory })}</span>}
        {task.durationMinutes !== null && (
          <span>{t('quickAdd.minutes', { count: task.durationMinutes })}</span>
        )}
        {(task.priority === 'HIGH' || task.priority === 'URGENT') && <span>{t('row.important')}</span>}
        {task.visibility === 'PERSONAL' && <span>{t('row.private')}</span>}
        {task.checklist.length > 0 && <span>{t('quickAdd.steps', { count: task.checklist.length })}</span>}
      </p>
      {others.length > 0 && (
        <ul class={styles.next} aria-label={t('quickAdd.then')}>
          {others.map((turn) => (
            <li key={turn.date}>
              {turn.responsibleMemberIds.flatMap((id) => {
                const person = household.member(id);
                return person ? [<Face key={id} of={person} size={20} />] : [];
              })}
              <span class="figures">{shortDate(turn.date, tag.value, today)}</span>
            </li>
          ))}
        </ul>
      )}
      {warnings.filter(isNews).map(({ code, message, start }) => (
        <p key={`${code}${start}`} class={styles.warning}>
          {message}
        </p>
      ))}
    </>
  );
}
