import Copy from 'lucide/dist/esm/icons/copy.mjs';
import Share2 from 'lucide/dist/esm/icons/share-2.mjs';
import { t } from '../i18n/t.ts';
import { Button } from './button.tsx';
import { copyText } from './copy.ts';
import { Field } from './field.tsx';
import { QrCode } from './qr-code.tsx';
import { toast } from './toast.tsx';
import styles from './settings.module.css';

/** Shows a link that is available only once: to copy, to share, and as a QR code. */
export function LinkToShare({ url, label, code }: { url: string; label: string; code: string }) {
  return (
    <>
      <Field label={label} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      <div class={styles.buttons}>
        <Button
          icon={Copy}
          onClick={() => void copyText(url).then((isCopied) => isCopied && toast(t('link.copied')))}
        >
          {t('link.copy')}
        </Button>
        {'share' in navigator && (
          <Button icon={Share2} onClick={() => void navigator.share({ url }).catch(() => undefined)}>
            {t('link.share')}
          </Button>
        )}
      </div>
      <QrCode of={url} label={code} />
    </>
  );
}
