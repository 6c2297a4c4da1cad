import CalendarDays from 'lucide/dist/esm/icons/calendar-days.mjs';
import Repeat from 'lucide/dist/esm/icons/repeat.mjs';
import Tag from 'lucide/dist/esm/icons/tag.mjs';
import Users from 'lucide/dist/esm/icons/users.mjs';
import type { ComponentChildren } from 'preact';
import { useHousehold, type Occurrence } from '../../data/household.ts';
import { useRights } from '../../data/rights.ts';
import { t } from '../../i18n/t.ts';
import { Face, NoFace } from '../../ui/face.tsx';
import { Icon, type IconNode } from '../../ui/icon.tsx';
import { Tick } from '../../ui/tick.tsx';
import { Files } from './files.tsx';
import { History } from './history.tsx';
import styles from './occurrence.module.css';
import { peopleText } from './people.tsx';
import { scheduleText } from './schedule.tsx';
import { Why } from './why.tsx';

/** The task as children and guests see it below its title: read-only except for the checklist. */
export function ReadOnlyTask({ row }: { row: Occurrence }) {
  const household = useHousehold();
  const { mayActOn } = useRights();
  const people = row.responsibleMemberIds.flatMap((id) => household.member(id) ?? []);
  const series = row.seriesId === null ? undefined : household.replica.all('series').get(row.seriesId);
  const category = household.category(row.categoryId);
  const steps = [...row.checklist].sort((a, b) => a.position - b.position);
  return (
    <>
      <div class={styles.card}>
        <Fact icon={CalendarDays} name={t('occurrence.when')}>
          <p class="figures">{scheduleText(row, household.today.value)}</p>
        </Fact>
        {series !== undefined && (
          <Fact icon={Repeat} name={t('row.repeats')}>
            <p>{series.text}</p>
          </Fact>
        )}
        <Fact icon={Users} name={t('occurrence.who')}>
          <p class={styles.status}>
            {people.length === 0 && <NoFace size={24} />}
            {people.map((person) => (
              <Face key={person.id} of={person} size={24} named={false} />
            ))}
            <bdi>{peopleText(people)}</bdi>
          </p>
          <Why row={row} household={household} />
        </Fact>
        {category !== undefined && (
          <Fact icon={Tag} name={t('occurrence.category')}>
            <p dir="auto">{category.name}</p>
          </Fact>
        )}
      </div>
      {row.notes !== null && (
        <section class={styles.section}>
          <h2>{t('occurrence.notes')}</h2>
          <p class={styles.typed} dir="auto">
            {row.notes}
          </p>
        </section>
      )}
      {steps.length > 0 && (
        <section class={styles.section}>
          <h2>{t('occurrence.checklist')}</h2>
          <ul class={styles.steps}>
            {steps.map(({ id: itemId, title, done }) => (
              <li key={itemId}>
                <Tick
                  shape="square"
                  label={mayActOn(row) ? title : t(done ? 'checklist.isDone' : 'checklist.isOpen', { title })}
                  checked={done}
                  colors={people.map(({ color }) => color)}
                  onToggle={
                    mayActOn(row)
                      ? () =>
                          household.act({ type: 'checklist.set', occurrenceId: row.id, itemId, done: !done })
                      : null
                  }
                />
                <span dir="auto" class={done ? styles.struck : undefined}>
                  {title}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {row.attachmentCount > 0 && <Files row={row} incoming={[]} isFixed />}
      <History row={row} />
    </>
  );
}

function Fact({ icon, name, children }: { icon: IconNode; name: string; children: ComponentChildren }) {
  return (
    <div class={styles.row}>
      <Icon of={icon} />
      <div class={styles.value}>
        <span dir="auto" class="unseen">
          {name}
        </span>
        {children}
      </div>
    </div>
  );
}
