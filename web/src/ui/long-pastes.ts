import { t, withWords } from '../i18n/t.ts';
import { toast } from './toast.tsx';

/**
 * Refuses a pasted text that does not fit into its field, with a message. Without this, browsers cut such a text at
 * `maxlength` and say nothing.
 */
export function refuseLongPastes(): void {
  document.addEventListener('paste', (event) => {
    const { target, defaultPrevented } = event;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (!isField || defaultPrevented || target.maxLength < 0) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    // Browsers leave out line breaks if the field has a single line.
    const pasted = target instanceof HTMLInputElement ? text.replaceAll(/[\r\n]/g, '') : text;
    const { value, maxLength, selectionStart, selectionEnd } = target;
    const replaced = (selectionEnd ?? 0) - (selectionStart ?? 0);
    if (pasted.length <= maxLength - value.length + replaced) return;
    event.preventDefault();
    void withWords(Promise.resolve()).then(() => toast(t('error.pasteTooLong', { limit: maxLength })));
  });
}
