import { useHousehold } from '../../data/household.ts';
import { useRights } from '../../data/rights.ts';
import type { SentencePreview, ReadSpan } from '../../data/sentences.ts';
import { list, shortDate, time } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Face } from '../../ui/face.tsx';
import { Help } from '../../ui/help.tsx';
import styles from './quick-add.module.css';

/**
 * Returns false for the warning about a new category, because the category is already marked as new next to its
 * name.
 */
const isNews = ({ code }: SentencePreview['warnings'][number]): boolean => code !== 'NEW_CATEGORY';

/** A longer list of alternatives would fill the screen of a phone. All members can be chosen in the full form. */
const MOST_ALTERNATIVES = 3;

type Props = {
  of: SentencePreview;
  /** The parsed part at the caret. */
  atCaret: ReadSpan | undefined;
  /** Called to treat this part as text of the title. */
  onIgnore: (span: ReadSpan) => void;
  /** Called to replace this part with other words. */
  onReplace: (span: ReadSpan, words: string) => void;
  /** Called with the position of a part that could not be parsed, when the user clicks the warning about it. */
  onPlace: (start: number, end: number) => void;
  onDetails: () => void;
};

/**
 * The task that the sentence would create, in words, with buttons to correct it and to open the full form.
 */
export function Reading({ of, atCaret, onIgnore, onReplace, onPlace, onDetails }: Props) {
  return (
    <>
      <Task of={of} />
      {of.spans.length === 0 && <Help>{t('quickAdd.hint')}</Help>}
      {of.warnings.filter(isNews).map(({ code, start, end }) => (
        <button
          key={`${code}${start}`}
          type="button"
          class={styles.warning}
          onClick={() => onPlace(start, end)}
        >
          <mark>{of.text.slice(start, end)}</mark>
          {t('quickAdd.warning', { code })}
        </button>
      ))}
      <div class={styles.acts}>
        {atCaret && <Corrections of={of} span={atCaret} onIgnore={onIgnore} onReplace={onReplace} />}
        <button type="button" class={`${styles.correct} ${styles.day}`} onClick={onDetails}>
          {t('quickAdd.details')}
        </button>
      </div>
    </>
  );
}

/** The corrections for one parsed part: treat it as text, or choose another meaning. */
function Corrections({
  of: { task },
  span,
  onIgnore,
  onReplace,
}: { of: SentencePreview; span: ReadSpan } & Pick<Props, 'onIgnore' | 'onReplace'>) {
  const household = useHousehold();
  const { isAdult } = useRights();
  const { kind, text, value, alternatives = [] } = span;
  const others =
    isAdult && kind === 'members'
      ? household.members.value.filter(({ id }) => !(Array.isArray(value) && value.includes(id)))
      : [];
  const hasDay = (kind === 'date' || kind === 'dateTime') && task.date !== null;
  return (
    <>
      <button type="button" class={styles.correct} data-correct onClick={() => onIgnore(span)}>
        {t('quickAdd.notUnderstood', { kind, words: text })}
      </button>
      {alternatives.slice(0, MOST_ALTERNATIVES).map(
        (other) =>
          other.kind === 'time' &&
          typeof other.value === 'string' && (
            <button
              key={other.value}
              type="button"
              class={styles.correct}
              onClick={() => onReplace(span, other.value as string)}
            >
              {t('quickAdd.asTime', { time: time(other.value, tag.value) })}
            </button>
          ),
      )}
      {hasDay && (
        <label class={styles.correct}>
          {t('quickAdd.otherDay')}
          <input
            type="date"
            value={task.date ?? ''}
            onChange={({ currentTarget: { value: day } }) => {
              if (day < '1970') return;
              onReplace(span, kind === 'dateTime' && task.time !== null ? `${day} ${task.time}` : day);
            }}
          />
        </label>
      )}
      {others.slice(0, MOST_ALTERNATIVES).map((member) => (
        <button
          key={member.id}
          type="button"
          class={styles.correct}
          onClick={() => onReplace(span, `@"${member.displayName}"`)}
        >
          <Face of={member} size={20} named={false} />
          {t('quickAdd.instead', { name: member.displayName })}
        </button>
      ))}
    </>
  );
}

/** The task that a sentence would create, in words. */
function Task({ of: { task, newCategory, upcoming } }: { of: SentencePreview }) {
  const household = useHousehold();
  const today = household.today.value;
  const [first, ...others] = upcoming;
  const date = first?.date ?? task.date;
  const at = first?.time ?? task.time;
  const isTimed = others.some((turn) => turn.time !== at);
  const people = (first?.responsibleMemberIds ?? task.responsibleMemberIds).flatMap(
    (id) => household.member(id) ?? [],
  );
  const category = household.category(task.categoryId)?.name;
  return (
    <>
      <p class={styles.title} dir="auto">
        {task.title || t('quickAdd.untitled')}
      </p>
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
            <bdi>
              {list(
                people.map(({ displayName }) => displayName),
                tag.value,
              )}
            </bdi>
          </span>
        )}
        {category !== undefined && <span dir="auto">{category}</span>}
        {newCategory !== null && <span>{t('quickAdd.newCategory', { name: newCategory })}</span>}
        {task.durationMinutes !== null && (
          <span>{t('quickAdd.minutes', { count: task.durationMinutes })}</span>
        )}
        {(task.priority === 'HIGH' || task.priority === 'URGENT') && <span>{t('row.important')}</span>}
        {task.visibility === 'PERSONAL' && <span>{t('row.private')}</span>}
        {task.done && <span>{t('quickAdd.done')}</span>}
        {task.checklist.length > 0 && <span>{t('quickAdd.steps', { count: task.checklist.length })}</span>}
      </p>
      {others.length > 0 && (
        <ul class={styles.next} aria-label={t('quickAdd.then')}>
          {others.map((turn) => (
            <li key={`${turn.date} ${turn.time}`}>
              {turn.responsibleMemberIds.flatMap((id) => {
                const person = household.member(id);
                return person ? [<Face key={id} of={person} size={20} />] : [];
              })}
              <span class="figures">
                {[
                  shortDate(turn.date, tag.value, today),
                  isTimed && turn.time !== null && time(turn.time, tag.value),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
