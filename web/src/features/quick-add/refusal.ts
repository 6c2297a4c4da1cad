import { ApiError, isOffline } from '../../api/errors.ts';
import { hasSeveralLines, isLonger } from '../../data/pasted-lists.ts';
import { hasTooManyLines, isTextTooLong, shortenLine } from '../../data/long-lists.ts';
import { readLines, type PastedLine } from '../../data/read-lines.ts';
import { SENTENCE_LIMIT, STEP_LIMIT } from '../../data/sentences.ts';
import { t } from '../../i18n/t.ts';
import { explain } from '../../ui/explain.ts';

export type RefusedText = {
  /** The lines of the text if it is a list of several tasks, otherwise null. */
  readonly lines: readonly PastedLine[] | null;
  /** The message for the user. It names a line that is too long. null means that there is nothing to say. */
  readonly problem: string | null;
};

/** Returns why the text in the quick-add field was refused. If it is a list of tasks, returns its lines too. */
export async function readRefusal(
  householdId: string,
  text: string,
  error: unknown,
  signal?: AbortSignal,
): Promise<RefusedText> {
  if (isOffline(error)) {
    const line = { text: text.trim(), done: false };
    return { lines: null, problem: hasSeveralLines(text) ? null : explainLongLine([line], false) };
  }
  const isList = error instanceof ApiError && error.code === 'SEVERAL_SENTENCES';
  if (!isList && !isTextTooLong(error)) return { lines: null, problem: explainError(error) };
  try {
    const lines = await readLines(householdId, text, signal);
    const problem = explainLongLine(lines, isList);
    return isList ? { lines, problem } : { lines: null, problem: problem ?? explainError(error) };
  } catch (failure) {
    return { lines: null, problem: explainError(failure) };
  }
}

/**
 * Returns a message about the first line that is too long, or null. In a list of tasks, each line is a sentence.
 * Otherwise only the first line is one, and the others are steps.
 */
function explainLongLine(lines: readonly PastedLine[], isList: boolean): string | null {
  for (const [index, { text }] of lines.entries()) {
    const limit = isList || index === 0 ? SENTENCE_LIMIT : STEP_LIMIT;
    if (isLonger(text, limit)) return t('quickAdd.lineTooLong', { line: shortenLine(text), limit });
  }
  return null;
}

/**
 * Returns no message without a network, or if the session has expired. In the second case the page asks the user to
 * sign in.
 */
function explainError(error: unknown): string | null {
  if (isOffline(error) || (error instanceof ApiError && error.status === 401)) return null;
  return hasTooManyLines(error) ? t('quickAdd.tooManyLines') : explain(error);
}
