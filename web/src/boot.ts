import { renewIfOld } from './api/refresh.ts';
import type { Early } from './data/boot-requests.ts';

/**
 * Before anything is drawn: theme and language, whether this browser is new enough, and the first requests. It is a script of its own,
 * so it runs while the modules are loading; what is in it must be understood by old browsers too.
 */
(() => {
  const root = document.documentElement;
  let kept: Partial<Record<string, string>> = {};
  try {
    kept = localStorage;
    // Read from the disk at its first use, which would else be amid the drawing.
    sessionStorage.getItem('');
  } catch {
    // storage is forbidden here
  }
  const theme = kept['planner.theme'];
  if (theme !== undefined) root.dataset['theme'] = theme;
  const language = kept['planner.locale'] ?? (navigator.language.startsWith('fr') ? 'fr' : 'en');
  root.lang = language;
  if (!CSS.supports('color', 'light-dark(red, oklch(from red l c h))') || !('any' in AbortSignal)) {
    document.addEventListener('DOMContentLoaded', () => {
      document.body.textContent =
        'This page needs a newer browser: Chrome 125, Safari 17.5, Firefox 128. · Cette page a besoin d’un navigateur plus récent.';
    });
    return;
  }
  // The first page cannot be drawn without its words, which nothing names before the modules run.
  const words = document.currentScript?.dataset[language];
  if (words !== undefined)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href: words }),
    );
  // The first date of a page takes a phone long: now, while all else is on its way.
  setTimeout(() => new Intl.DateTimeFormat(language, { weekday: 'long' }).format(0));
  // Whether somebody else's session has to be ended first is not decided here.
  if (kept['planner.leaving'] !== undefined || kept['planner.shared'] !== undefined) return;
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(path, { credentials: 'same-origin' });
    if (!response.ok) throw new Error(`${path}: ${String(response.status)}`);
    return response.json();
  };
  const me = renewIfOld().then((isIn) => (isIn ? get('/v1/me') : null)) as Early['me'];
  const copy = me.then(async (who) => {
    const [, place, asked] = location.pathname.split('/');
    const isOfHousehold = place === '' || place === 'households';
    if (who === null || !isOfHousehold || kept['planner.user'] !== undefined) return null;
    const householdId = (who.households.find(({ id }) => id === asked) ?? who.households[0])?.id;
    return householdId === undefined
      ? null
      : { householdId, page: await get(`/v1/households/${householdId}/changes`) };
  }) as Early['copy'];
  // Whoever takes them hears of it; there may be nobody.
  copy.catch(() => undefined);
  window.early = { me, copy };
})();
