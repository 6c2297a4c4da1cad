import { changeMember } from '../../data/account.ts';
import { useHousehold, type Member } from '../../data/household.ts';
import { memberIn } from '../../data/session.ts';
import { civilDate, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { explain } from '../../ui/empty.tsx';
import { Face } from '../../ui/face.tsx';
import { Rows } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './account.module.css';

/** Who lives here, and in which colour. */
export function Members() {
  const household = useHousehold();
  const isOwner = household.household.value?.role === 'OWNER';
  const mine = memberIn(household.id);
  return (
    <>
      <Rows label={t('members.title')}>
        {household.members.value.map((member) => (
          <Line
            key={member.id}
            member={member}
            isMine={member.id === mine}
            onColor={
              isOwner || member.id === mine
                ? (color) => {
                    changeMember(household.id, member.id, { color }).catch((error: unknown) =>
                      toast(explain(error)),
                    );
                  }
                : null
            }
          />
        ))}
      </Rows>
      <div class={styles.buttons}>
        <ButtonLink look="main" href={`/households/${household.id}/settings/invitations`}>
          {t('invitations.new')}
        </ButtonLink>
      </div>
    </>
  );
}

function Line({
  member,
  isMine,
  onColor,
}: {
  member: Member;
  isMine: boolean;
  onColor: ((color: string) => void) | null;
}) {
  const household = useHousehold();
  const { displayName: name, role, color, joinedAt } = member;
  const joined = civilDate(new Date(joinedAt), household.zone.value);
  return (
    <li class={styles.line}>
      <Face of={member} size={34} named={false} />
      <span class={styles.grow}>
        {isMine ? t('members.you', { name }) : name}
        {role === 'OWNER' && <span class={styles.badge}>{t('members.owner')}</span>}
        <span class={styles.small}>
          {t('members.since', { date: shortDate(joined, tag.value, household.today.value) })}
        </span>
      </span>
      {onColor !== null && (
        <input
          type="color"
          class={styles.color}
          value={color}
          aria-label={t('members.colorOf', { name })}
          title={t('members.color')}
          onChange={(event) => onColor(event.currentTarget.value)}
        />
      )}
    </li>
  );
}
