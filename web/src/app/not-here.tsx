import { t } from '../i18n/t.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageHead, useTitle } from '../ui/page.tsx';

/** No such page, where there is nothing around it. */
export const NowhereAtAll = () => (
  <main class="failed">
    <NotHere />
  </main>
);

/** No such page. */
export function NotHere() {
  useTitle(t('notHere.title'));
  return (
    <div class="reading">
      <PageHead title={t('notHere.title')} />
      <p>{t('notHere.text')}</p>
      <p>
        <ButtonLink look="main" href="/">
          {t('error.toToday')}
        </ButtonLink>
      </p>
    </div>
  );
}
