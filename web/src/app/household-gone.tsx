import { useEffect } from 'preact/hooks';
import { reloadMe } from '../data/session.ts';
import { t } from '../i18n/t.ts';
import { ButtonLink } from '../ui/button.tsx';
import { useTitle } from '../ui/page.tsx';

/**
 * The page of a household that was deleted, or to which the user no longer belongs. The device no longer stores any
 * of its data.
 */
export function HouseholdGone({ id }: { id: string }) {
  useTitle(t('gone.title'));
  useEffect(() => {
    reloadMe().catch(() => undefined);
  }, [id]);
  return (
    <main class="failed">
      <h1 tabIndex={-1}>{t('gone.title')}</h1>
      <p>{t('gone.text')}</p>
      <p>
        <ButtonLink look="main" href="/">
          {t('gone.continue')}
        </ButtonLink>
      </p>
    </main>
  );
}
