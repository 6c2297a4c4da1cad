import { signal } from '@preact/signals';

/** A text that the page was not allowed to copy. It is shown in a dialog. null means there is none. */
export const textToCopy = signal<string | null>(null);

/**
 * Copies a text. If the browser has no clipboard or denies access, the text is shown in a dialog instead.
 * @returns true if it was copied
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Over plain http `navigator.clipboard` is undefined, although its type says that it always exists.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    textToCopy.value = text;
    return false;
  }
}
