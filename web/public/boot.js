// Before anything is drawn: theme and language, whether this browser is new enough, and the first requests.
(function () {
  var root = document.documentElement;
  var store = {};
  try {
    store = localStorage;
  } catch (e) {
    // storage is forbidden here
  }
  if (store['planner.theme']) root.dataset.theme = store['planner.theme'];
  root.lang = store['planner.locale'] || (/^fr/.test(navigator.language) ? 'fr' : 'en');
  if (
    !window.CSS ||
    !CSS.supports('color', 'light-dark(red, oklch(from red l c h))') ||
    !window.AbortSignal ||
    !AbortSignal.any
  ) {
    document.title = 'Household planner';
    addEventListener('DOMContentLoaded', function () {
      document.body.textContent =
        'This page needs a newer browser (Chrome 125, Safari 17.5, Firefox 128). · Cette page a besoin d’un navigateur plus récent.';
    });
    return;
  }
  // With the access cookie young enough, the answer is there when the modules are.
  if (store['planner.user'] && Date.now() - store['planner.refreshed'] < 780000)
    window.earlyMe = { at: Date.now(), response: fetch('/v1/me', { credentials: 'same-origin' }) };
})();
