import type { Member } from '../../data/household.ts';
import { list } from '../../i18n/formats.ts';
import { tag } from '../../i18n/t.ts';

/** Returns a text such as “Ana and Ben”. */
export const namesOf = (ids: readonly string[], members: readonly Member[]): string =>
  list(
    ids.flatMap((id) => members.find((member) => member.id === id)?.displayName ?? []),
    tag.value,
  );
