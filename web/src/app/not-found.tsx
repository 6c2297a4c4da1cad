import { t } from '../i18n/t.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageHead, useTitle } from '../ui/page.tsx';

/** The "not found" page outside a household. */
export const NotFoundPage = () => (
  <main class="failed">
    <NotFound />
  </main>
);

/** The "not found" page inside a household. */
export function NotFound() {
  useTitle(t('notFound.title'));
  return (
    <div class="reading">
      <PageHead title={t('notFound.title')} />
      <p>{t('notFound.text')}</p>
      <p>
        <ButtonLink look="main" href="/">
          {t('error.toToday')}
        </ButtonLink>
      </p>
    </div>
  );
}
