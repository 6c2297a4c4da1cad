import { useEffect, useState } from 'preact/hooks';
import { suggestFor, type Suggestion } from '../../data/fairness.ts';
import { useHousehold } from '../../data/household.ts';
import { list } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Face } from '../../ui/face.tsx';
import styles from './occurrence.module.css';

/**
 * Members who could do the task, with reasons, as the service suggests. Empty until the service has answered.
 */
export function Suggestions({
  occurrenceId,
  onChoose,
}: {
  occurrenceId: string;
  onChoose: (memberId: string) => void;
}) {
  const household = useHousehold();
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  useEffect(() => {
    let isWanted = true;
    suggestFor(household, occurrenceId).then(
      (all) => isWanted && setFound(all),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [household, occurrenceId]);
  // A reason that applies to every suggested member does not help to choose, so it is not shown.
  const tells = (reason: Suggestion['reasons'][number]) =>
    found.some(({ reasons }) => !reasons.includes(reason));
  const shown = found.flatMap(({ memberId, reasons: all }) => {
    const member = household.member(memberId);
    const reasons = all.filter(tells);
    return member === undefined || reasons.length === 0 ? [] : [{ member, reasons }];
  });
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="suggestions" class={styles.suggestions}>
      <h3 id="suggestions">{t('suggest.title')}</h3>
      <ul class={styles.choices}>
        {shown.map(({ member, reasons }) => (
          <li key={member.id}>
            <button type="button" class={styles.choice} onClick={() => onChoose(member.id)}>
              <Face of={member} size={24} named={false} />
              <span>
                <bdi>{member.displayName}</bdi>{' '}
                <span class={styles.effect}>
                  {list(
                    reasons.map((reason) => t(`suggest.${reason}`)),
                    tag.value,
                  )}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
