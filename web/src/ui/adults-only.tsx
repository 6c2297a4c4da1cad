import type { ComponentType } from 'preact';
import { useHousehold } from '../data/household.ts';
import { useRights } from '../data/rights.ts';
import { t } from '../i18n/t.ts';
import { ButtonLink } from './button.tsx';
import { Empty } from './empty.tsx';
import { PageHead, useTitle } from './page.tsx';
import { RowsSkeleton } from './skeleton.tsx';

/** Wraps a page: children and guests see a message and a link back instead of it. */
export const forAdults = (Page: ComponentType): ComponentType =>
  function ForAdults() {
    const { replica } = useHousehold();
    const { isAdult } = useRights();
    // Until the members are loaded, the user may be a child or guest, so placeholder rows are shown.
    if (!replica.isWhole.value) return <RowsSkeleton />;
    return isAdult ? <Page /> : <NotForThem />;
  };

function NotForThem() {
  const { id, household } = useHousehold();
  useTitle(t('people.adultsTitle'), household.value?.name);
  return (
    <div class="reading">
      <PageHead title={t('people.adultsTitle')} />
      <Empty
        action={
          <ButtonLink look="main" href={`/households/${id}/today`}>
            {t('error.toToday')}
          </ButtonLink>
        }
      >
        {t('people.adultsOnly')}
      </Empty>
    </div>
  );
}
