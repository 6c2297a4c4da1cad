import type { Member } from '../data/household.ts';
import { t } from '../i18n/t.ts';
import { Chip } from './chip.tsx';
import styles from './chip.module.css';
import { Face, NoFace } from './face.tsx';

/** Toggle buttons to choose assignees. "Anyone" means no assignee. */
export function PeopleChoice({
  members,
  chosen,
  onChoose,
}: {
  members: readonly Member[];
  chosen: readonly string[];
  onChoose: (memberIds: string[]) => void;
}) {
  return (
    <div class={styles.chips} role="group" aria-label={t('occurrence.who')}>
      {members.map((member) => {
        const isChosen = chosen.includes(member.id);
        return (
          <Chip
            key={member.id}
            pressed={isChosen}
            onPress={() =>
              onChoose(isChosen ? chosen.filter((id) => id !== member.id) : [...chosen, member.id])
            }
          >
            <Face of={member} size={24} named={false} />
            <bdi>{member.displayName}</bdi>
          </Chip>
        );
      })}
      <Chip pressed={chosen.length === 0} onPress={() => onChoose([])}>
        <NoFace size={24} />
        {t('people.anyone')}
      </Chip>
    </div>
  );
}
