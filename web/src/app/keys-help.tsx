import { useRights } from '../data/rights.ts';
import { t, type Key } from '../i18n/t.ts';
import { Dialog } from '../ui/dialog.tsx';
import { listBindings } from './keys.tsx';
import { navigationEntries } from './pages.tsx';
import styles from './keys.module.css';

/** The symbols that the help shows for keys such as the arrow keys. */
const NAMES: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Enter: '↵' };

function nameKey(key: string): string {
  if (key === ' ') return t('keys.space');
  if (key === 'Delete') return t('keys.deleteKey');
  return NAMES[key] ?? key;
}

/** The list of keyboard shortcuts, opened with `?`. It is made from the table in `keys.tsx`. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const rights = useRights();
  const byText = new Map<Extract<Key, `keys.${string}`>, string[]>();
  for (const { keys, text } of listBindings(rights)) {
    if (text === 'keys.go') continue;
    byText.set(text, [...(byText.get(text) ?? []), ...keys]);
  }
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl class={styles.keys}>
        {[...byText].map(([text, keys]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{nameKey(key)}</kbd>
              ))}
              {text === 'keys.search' && <kbd>{t('keys.command')}</kbd>}
              {text === 'keys.undo' && <kbd>{t('keys.undoCommand')}</kbd>}
            </dt>
            <dd>{t(text as 'keys.add')}</dd>
          </div>
        ))}
        {navigationEntries(rights).map(({ letter, key }) => (
          <div key={letter}>
            <dt>
              <kbd>g</kbd>
              <kbd>{letter}</kbd>
            </dt>
            <dd>{t(key)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
