import { t } from '../i18n/t.ts';
import { Dialog } from '../ui/dialog.tsx';
import styles from './keys.module.css';

const KEYS = [
  ['q', 'keys.add'],
  ['g t', 'keys.go'],
  ['j k', 'keys.step'],
  ['x', 'keys.tick'],
  ['e', 'keys.open'],
  ['z', 'keys.undo'],
  ['.', 'keys.today'],
  ['?', 'keys.help'],
] as const;

/** All keys, by `?`. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl class={styles.keys}>
        {KEYS.map(([keys, text]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
