import type { MemberId } from '../../../domain/shared/ids.js';
import type { Audience } from '../../../domain/sync/entries.js';

/** The audience of what everyone sees, which is nobody's id. */
const EVERYONE = '00000000-0000-0000-0000-000000000000';

export function audienceText(audience: Audience): string {
  return audience ?? EVERYONE;
}

export function audienceFrom(text: string): Audience {
  return text === EVERYONE ? null : (text as MemberId);
}
