import type { MemberCaller } from '../../../application/shared/caller.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import type { UseCases } from '../../../application/composition/use-cases.js';

/** Attaches a small text file to the task of an occurrence. */
export function attachFile(
  { useCases }: { readonly useCases: Pick<UseCases, 'addAttachment'> },
  caller: MemberCaller,
  id: OccurrenceId,
  text = 'a note',
) {
  return useCases.addAttachment(caller, id, {
    announcedBytes: null,
    file: () =>
      Promise.resolve({
        fileName: 'note.txt',
        declaredType: 'text/plain',
        bytes: (async function* () {
          yield Buffer.from(text);
        })(),
      }),
    end: () => Promise.resolve(),
  });
}
