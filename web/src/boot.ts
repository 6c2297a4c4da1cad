/**
 * Before anything is drawn: theme and language, whether this browser is new enough, and the first request. It is a script of its own, so
 * it runs while the modules are loading; what is in it must be understood by old browsers too.
 */
(() => {
  const root = document.documentElement;
  let kept: Partial<Record<string, string>> = {};
  try {
    kept = localStorage;
  } catch {
    // storage is forbidden here
  }
  const theme = kept['planner.theme'];
  if (theme !== undefined) root.dataset['theme'] = theme;
  root.lang = kept['planner.locale'] ?? (navigator.language.startsWith('fr') ? 'fr' : 'en');
  if (!CSS.supports('color', 'light-dark(red, oklch(from red l c h))') || !('any' in AbortSignal)) {
    document.addEventListener('DOMContentLoaded', () => {
      document.body.textContent =
        'This page needs a newer browser: Chrome 125, Safari 17.5, Firefox 128. · Cette page a besoin d’un navigateur plus récent.';
    });
    return;
  }
  // With the access cookie young enough, the answer is there when the modules are.
  const at = Number(kept['planner.refreshed']);
  if (kept['planner.user'] !== undefined && Date.now() - at < 780_000)
    window.earlyMe = { response: fetch('/v1/me', { credentials: 'same-origin' }).catch(() => null) };
})();
