import '../styles/index.css';
import { render } from 'preact';
import { openSession, session } from '../data/session.ts';
import { firstLanguage, setLanguage } from '../i18n/t.ts';
import { App } from './app.tsx';
import { watchDefects } from './boundary.tsx';

watchDefects();
const opening = openSession();
await setLanguage(firstLanguage());
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
await opening;
// This runs after everything that the first screen needs.
setTimeout(() => {
  void import('./versions.ts').then(({ keepVersion }) => keepVersion());
  if (session.value.state === 'in' && 'serviceWorker' in navigator)
    void import('../data/push.ts').then(({ renewPush }) => renewPush()).catch(() => undefined);
}, 2000);
