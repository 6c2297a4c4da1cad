import type { UserId } from '../../../domain/shared/ids.js';
import type { Visibility } from '../../../domain/tasks/occurrence.js';
import type { TopicChanged } from '../ports.js';
import type { HouseholdEvent } from './household-event.js';

/** What clients must load again after these events, each thing once. What only its author sees wakes only them. */
export function topicsOf(events: readonly HouseholdEvent[]): TopicChanged[] {
  const topics = new Map<string, TopicChanged>();
  for (const event of events) {
    for (const change of changesOf(event))
      topics.set(`${change.householdId} ${change.topic} ${change.onlyFor}`, change);
  }
  return [...topics.values()];
}

function changesOf(event: HouseholdEvent): TopicChanged[] {
  const { householdId } = event;
  if (event.kind === 'notified')
    return event.recipientIds.map((onlyFor) => ({ householdId, topic: 'notifications', onlyFor }));
  const topic = event.kind === 'shopping' ? 'shopping' : 'tasks';
  return [{ householdId, topic, onlyFor: audience(event) }];
}

function audience(event: HouseholdEvent): UserId | null {
  switch (event.kind) {
    case 'occurrence':
      return authorAlone(event.after.createdBy, event.before?.visibility, event.after.visibility);
    case 'series':
      return authorAlone(event.series.createdBy, event.visibilityBefore, event.series.template.visibility);
    case 'files':
      return event.onlyFor;
    default:
      return null;
  }
}

/** The author, where nobody else saw it before or sees it now. */
function authorAlone(author: UserId, before: Visibility | undefined, after: Visibility): UserId | null {
  return (before ?? after) === 'PERSONAL' && after === 'PERSONAL' ? author : null;
}
