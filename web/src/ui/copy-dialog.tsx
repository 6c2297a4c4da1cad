import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/t.ts';
import { textToCopy } from './copy.ts';
import { Dialog } from './dialog.tsx';
import { AreaField } from './field.tsx';

/** Shows a text that the page could not copy. The text is selected, so that the user can copy it by hand. */
export function CopyDialog() {
  const place = useRef<HTMLDivElement>(null);
  const select = () => place.current?.querySelector('textarea')?.select();
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      place.current?.querySelector('textarea')?.focus();
      select();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Dialog title={t('copy.title')} onClose={() => (textToCopy.value = null)}>
      <p>{t('copy.text')}</p>
      <div ref={place}>
        <AreaField
          label={t('copy.label')}
          readOnly
          value={textToCopy.value ?? ''}
          onFocus={select}
          onValue={() => undefined}
        />
      </div>
    </Dialog>
  );
}
