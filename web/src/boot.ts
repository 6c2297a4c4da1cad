import { renewIfOld } from './api/refresh.ts';
import type { Early } from './data/boot-requests.ts';

/**
 * Runs before anything is rendered: sets theme and language, checks the browser and starts the first
 * requests. It is a classic script, so it runs while the modules are loading. Its syntax must be understood
 * by old browsers too.
 */
(() => {
  const root = document.documentElement;
  let kept: Partial<Record<string, string>> = {};
  try {
    kept = localStorage;
    // The first access to the storage reads from the disk. Doing it now avoids a delay while the page is rendered.
    sessionStorage.getItem('');
  } catch {
    // The browser does not allow access to its storage.
  }
  const theme = kept['planner.theme'];
  if (theme !== undefined) root.dataset['theme'] = theme;
  const language = kept['planner.locale'] ?? (navigator.language.startsWith('fr') ? 'fr' : 'en');
  root.lang = language;
  if (!CSS.supports('color', 'light-dark(red, oklch(from red l c h))') || !('any' in AbortSignal)) {
    document.addEventListener('DOMContentLoaded', () => {
      document.body.textContent =
        'Please update your browser to Chrome 125, Safari 17.5, Firefox 128 or later. · Mettez à jour votre navigateur : Chrome 125, Safari 17.5, Firefox 128 ou plus récent.';
    });
    return;
  }
  // The first page needs the messages. The modules that import them have not run yet, so they are preloaded
  // here.
  const words = document.currentScript?.dataset[language];
  if (words !== undefined)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href: words }),
    );
  // The first date format takes long on phones, so it is created while everything else is loading.
  setTimeout(() => new Intl.DateTimeFormat(language, { weekday: 'long' }).format(0));
  // If the previous user has to be signed out first, `session.ts` does that, so no request is sent here.
  if (kept['planner.leaving'] !== undefined || kept['planner.shared'] !== undefined) return;
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(path, { credentials: 'same-origin' });
    if (!response.ok) throw new Error(`${path}: ${String(response.status)}`);
    return response.json();
  };
  const me = renewIfOld().then((isIn) => (isIn ? get('/v1/me') : null)) as Early['me'];
  const [, place, asked] = location.pathname.split('/');
  const isOfHousehold = place === '' || place === 'households';
  // A known user may have stored copies on this device, so no page is requested for them.
  const copy = (
    !isOfHousehold || kept['planner.user'] !== undefined
      ? null
      : me.then(async (who) => {
          const householdId = (who?.households.find(({ id }) => id === asked) ?? who?.households[0])?.id;
          return householdId === undefined
            ? null
            : { householdId, page: await get(`/v1/households/${householdId}/changes`) };
        })
  ) as Early['copy'];
  // The modules handle these errors when they use the answers. Until they have loaded, this handler avoids a report of
  // an unhandled rejection.
  for (const answer of [me, copy]) answer?.catch(() => undefined);
  window.early = { me, copy };
})();
