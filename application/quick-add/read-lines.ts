import { MAX_LIST_LINES, readListLines, type ListLine } from '../../domain/shared/list-mark.js';
import type { MemberCaller } from '../shared/caller.js';
import { invalidField } from '../shared/errors.js';

/**
 * Splits a pasted list into lines without their list marks. Writes nothing, and does not read the lines as
 * sentences.
 */
export function readQuickAddLines() {
  /** Rejects with VALIDATION_FAILED if the list has more than {@link MAX_LIST_LINES} lines that are not empty. */
  return (_caller: MemberCaller, text: string): Promise<readonly ListLine[]> => {
    const lines = readListLines(text);
    if (lines.length > MAX_LIST_LINES)
      return Promise.reject(
        invalidField(
          'text',
          'arrayMaxSize',
          `must have at most ${MAX_LIST_LINES} lines, but has ${lines.length}. Paste the list in parts`,
        ),
      );
    return Promise.resolve(lines);
  };
}
