import { signal } from '@preact/signals';

/** A text that the browser did not let the page copy: it is shown, selected, to be copied by hand. null: there is none. */
export const textToCopy = signal<string | null>(null);

/**
 * Copies a text, or shows it to be copied by hand where the browser has no clipboard or forbids it.
 * Returns true if it was copied.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Over plain http there is no clipboard, whatever its type says.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    textToCopy.value = text;
    return false;
  }
}
