import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useHousehold } from '../../data/household.ts';
import { listRecent, useMatches, type SearchMatch } from '../../data/search.ts';
import { shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { Face } from '../../ui/face.tsx';
import { Field } from '../../ui/field.tsx';
import { Help } from '../../ui/help.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead, Rows, Section, useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { findAddress, RESULT_ICONS, listResultPeople } from './matches.ts';
import styles from './palette.module.css';

const LIMIT = 50;

/** The search results of the household. The search words are in the URL. */
export function SearchPage() {
  const household = useHousehold();
  const { query, path, route } = useLocation();
  const [text, setText] = useState(query['q'] ?? '');
  const words = text.trim();
  const { matches, error } = useMatches(words, LIMIT);
  useTitle(t('palette.title'), household.household.value?.name);
  useEffect(() => {
    const address = words === '' ? path : `${path}?${new URLSearchParams({ q: words })}`;
    route(address, true);
  }, [words]);
  return (
    <div class="reading">
      <PageHead
        above={matches === null || words === '' ? ' ' : t('palette.count', { count: matches.length })}
        title={t('palette.title')}
      />
      <Field
        label={t('palette.label')}
        type="search"
        maxLength={100}
        placeholder={t('palette.placeholder')}
        value={text}
        onValue={setText}
      />
      {error !== null && <p role="alert">{explain(error)}</p>}
      {words === '' && <Opened />}
      {words !== '' && matches === null && error === null && <RowsSkeleton />}
      {words !== '' && matches?.length === 0 && (
        <Empty
          action={
            <ButtonLink look="main" href={`/households/${household.id}/tasks`}>
              {t('nav.tasks')}
            </ButtonLink>
          }
        >
          {t('palette.none', { text: words })}
        </Empty>
      )}
      {words !== '' && matches !== null && matches.length > 0 && (
        <Rows label={t('palette.found')}>
          {matches.map((match) => (
            <Found key={match.kind + match.id} match={match} />
          ))}
        </Rows>
      )}
    </div>
  );
}

/**
 * Shown before the user has typed anything. It says what can be searched and lists the results that were opened
 * last.
 */
function Opened() {
  const household = useHousehold();
  const rows = listRecent().flatMap((id) => household.occurrence(id) ?? []);
  return (
    <>
      <Help>{t('palette.hint')}</Help>
      {rows.length > 0 && (
        <Section title={t('palette.recent')}>
          <Rows>
            {rows.map(({ id, title, date, responsibleMemberIds }) => (
              <Found
                key={id}
                match={{ kind: 'TASK', id, occurrenceId: id, title, date, responsibleMemberIds }}
              />
            ))}
          </Rows>
        </Section>
      )}
    </>
  );
}

function Found({ match }: { match: SearchMatch }) {
  const household = useHousehold();
  const { kind, title, date } = match;
  const address = findAddress(match, `/households/${household.id}`);
  return (
    <li class={styles.found}>
      <Icon of={RESULT_ICONS[kind]} size={20} />
      <span class={styles.name}>
        {address === null ? (
          <bdi>{title}</bdi>
        ) : (
          <a href={address} dir="auto">
            {title}
          </a>
        )}
        {date !== null && (
          <span class={`figures ${styles.date}`}>{shortDate(date, tag.value, household.today.value)}</span>
        )}
      </span>
      {listResultPeople(match).map((id) => {
        const member = household.member(id);
        return member && <Face key={id} of={member} size={24} />;
      })}
    </li>
  );
}
