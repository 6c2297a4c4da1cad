import type { MemberId } from '../../../domain/shared/ids.js';
import type { Visibility } from '../../../domain/shared/visibility.js';
import type { DomainEvent } from './domain-event.js';

/** Returns the only member who may learn that this happened; null if every member may. */
export function onlyAudience(event: DomainEvent): MemberId | null {
  switch (event.kind) {
    case 'occurrence':
      return authorAlone(event.after.createdBy, event.before?.visibility, event.after.visibility);
    case 'series':
      return authorAlone(event.series.createdBy, event.visibilityBefore, event.series.template.visibility);
    case 'pause':
      return authorAlone(event.pause.createdBy, undefined, event.pause.visibility);
    case 'files':
      return event.onlyFor;
    default:
      return null;
  }
}

/** Returns the author if the row is PERSONAL before and after; hiding and sharing concern everybody. */
function authorAlone(author: MemberId, before: Visibility | undefined, after: Visibility): MemberId | null {
  return (before ?? after) === 'PERSONAL' && after === 'PERSONAL' ? author : null;
}
