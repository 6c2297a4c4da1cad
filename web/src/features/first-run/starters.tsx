import { useEffect, useState } from 'preact/hooks';
import { api, newId, ok, value, type Dto } from '../../api/client.ts';
import { bringRows } from '../../data/household.ts';
import { language, t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { explain } from '../../ui/explain.ts';
import { Face } from '../../ui/face.tsx';
import { FormProblem, Narrow } from '../../ui/narrow.tsx';
import { PageHead, useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { FirstWeek, type Member } from './first-week.tsx';
import styles from './first-run.module.css';

const PRESELECTED = 5;
const PEOPLE_EVERY_MS = 4_000;

/** Guests with a last day are not selected by default, because they take turns only until that day. */
const isPreselected = ({ takesTurns, group, activeUntil }: Member): boolean =>
  takesTurns && !(group === 'GUEST' && activeUntil !== null);

/** The starters (common routines) by room. The chosen ones begin today. */
export function Starters({
  household,
  onDone,
  isWithin = false,
}: {
  household: string;
  onDone: () => void;
  /** True if the page is shown inside the navigation of the household, and not during the first setup. */
  isWithin?: boolean;
}) {
  const [starters, setStarters] = useState<readonly Dto['StarterDto'][] | null>(null);
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [members, setMembers] = useState<readonly Member[]>([]);
  const [taking, take] = useState<ReadonlySet<string>>(new Set());
  const [key, renew] = useState(newId);
  const locale = language.value;
  useTitle(t('starters.title'));
  useEffect(() => {
    value(api.GET('/v1/starters', { params: { query: { locale } } })).then((all) => {
      setStarters(all);
      choose((before) =>
        before.size > 0 ? before : new Set(all.slice(0, PRESELECTED).map((each) => each.key)),
      );
    }, setError);
  }, [locale]);
  useEffect(() => {
    const known = new Set<string>();
    const read = () =>
      value(api.GET('/v1/households/{householdId}', { params: { path: { householdId: household } } })).then(
        ({ members: all = [] }) => {
          const came = all.filter(({ id }) => !known.has(id));
          if (came.length === 0) return;
          for (const { id } of came) known.add(id);
          setMembers(all.filter(({ takesTurns }) => takesTurns));
          take((before) => new Set([...before, ...came.filter(isPreselected).map(({ id }) => id)]));
          renew(newId());
        },
        (refused: unknown) => {
          if (known.size === 0) setError(refused);
        },
      );
    void read();
    // Members who join by the invitation link while this page is open can take turns too.
    const reading = setInterval(() => void read(), PEOPLE_EVERY_MS);
    return () => clearInterval(reading);
  }, [household]);
  const flip = (set: ReadonlySet<string>, which: string) => {
    const next = new Set(set);
    if (!next.delete(which)) next.add(which);
    // A changed choice is a different request, so it gets a new idempotency key.
    renew(newId());
    return next;
  };
  const memberIds = members.filter(({ id }) => taking.has(id)).map(({ id }) => id);
  const submit = async () => {
    if (isBusy) return;
    if (chosen.size === 0) {
      onDone();
      return;
    }
    setBusy(true);
    setError(null);
    try {
      await ok(
        api.POST('/v1/households/{householdId}/starters/apply', {
          params: { path: { householdId: household } },
          headers: { 'Idempotency-Key': key },
          body: { keys: [...chosen], memberIds, locale },
        }),
      );
      void bringRows(household);
      onDone();
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  const groups = [...new Set(starters?.map(({ group }) => group))];
  const body = (
    <>
      {starters === null && error === null && <RowsSkeleton />}
      {groups.map((group) => (
        <fieldset key={group} class={styles.group}>
          <legend>{group}</legend>
          {starters
            ?.filter((each) => each.group === group)
            .map((each) => (
              <label key={each.key} class={styles.starter}>
                <input
                  type="checkbox"
                  checked={chosen.has(each.key)}
                  onChange={() => choose(flip(chosen, each.key))}
                />
                <span>
                  <span dir="auto">{each.title}</span>
                  <span class={styles.rule}>{each.text}</span>
                </span>
              </label>
            ))}
        </fieldset>
      ))}
      {members.length > 1 && (
        <fieldset class={styles.people}>
          <legend>{t('starters.turns')}</legend>
          {members.map((member) => (
            <Chip
              key={member.id}
              pressed={taking.has(member.id)}
              onPress={() => take(flip(taking, member.id))}
            >
              <Face of={member} size={24} named={false} />
              <bdi>{member.displayName}</bdi>
            </Chip>
          ))}
        </fieldset>
      )}
      <FirstWeek
        household={household}
        chosen={starters?.filter((each) => chosen.has(each.key)) ?? []}
        members={members.filter(({ id }) => taking.has(id))}
      />
      {error !== null && <FormProblem>{explain(error)}</FormProblem>}
      <div class={styles.last}>
        <Button look="main" wide busy={isBusy} onClick={() => void submit()}>
          {t('starters.submit', { count: chosen.size })}
        </Button>
        <Button look="quiet" wide onClick={onDone}>
          {t('welcome.skip')}
        </Button>
      </div>
    </>
  );
  return isWithin ? (
    <div class={styles.within}>
      <PageHead title={t('starters.title')} />
      <p>{t('starters.text')}</p>
      {body}
    </div>
  ) : (
    <Narrow title={t('starters.title')} text={t('starters.text')}>
      {body}
    </Narrow>
  );
}
