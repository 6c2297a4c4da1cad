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
void import('../ui/long-pastes.ts').then(({ refuseLongPastes }) => refuseLongPastes());
// The service worker and pushes are set up two seconds later, so that they do not delay the first screen.
setTimeout(() => {
  void import('./versions.ts').then(({ keepVersion }) => keepVersion());
  if (session.value.state === 'in' && 'serviceWorker' in navigator)
    void import('../data/push.ts').then(({ renewPush }) => renewPush()).catch(() => undefined);
}, 2000);
