import type { AccessEnded, EventListener, TopicChanged } from '../../../application/shared/ports.js';
import { isUuid, type HouseholdId, type UserId, type MemberId } from '../../../domain/shared/ids.js';
import { TOPICS, type Topic } from '../../../domain/sync/page.js';

/** One message as a line of ASCII; equal messages are equal lines. */
export type Line = string;

/** NOTIFY refuses payloads of 8000 bytes and more. */
const PAYLOAD_BYTES = 7_900;
const EVERYBODY = '*';

export const MISSED: Line = 'missed';

export const changedLine = ({ householdId, topic, onlyFor }: TopicChanged): Line =>
  `changed ${householdId} ${topic} ${onlyFor ?? EVERYBODY}`;

export const endedLine = (ended: AccessEnded): Line =>
  'userId' in ended ? `ended user ${ended.userId}` : `ended household ${ended.householdId}`;

/** The lines in as few payloads as hold them, each headed by who sends it. */
export function toPayloads(sender: string, lines: Iterable<Line>): string[] {
  const payloads: string[] = [];
  let payload = sender;
  for (const line of lines) {
    if (payload.length + 1 + line.length > PAYLOAD_BYTES) {
      payloads.push(payload);
      payload = sender;
    }
    payload += `\n${line}`;
  }
  return payload === sender ? payloads : [...payloads, payload];
}

export function readPayload(payload: string): { readonly sender: string; readonly lines: readonly Line[] } {
  const [sender = '', ...lines] = payload.split('\n');
  return { sender, lines };
}

/** A line that only a newer version of the service understands may mean anything. */
export function tell(listener: EventListener, line: Line): void {
  const [kind, ...words] = line.split(' ');
  const told =
    (kind === 'changed' && tellChanged(listener, words)) || (kind === 'ended' && tellEnded(listener, words));
  if (!told) listener.missed();
}

function tellChanged(listener: EventListener, [household = '', topic, who = '']: readonly string[]): boolean {
  if (!isUuid(household) || !isTopic(topic) || !(who === EVERYBODY || isUuid(who))) return false;
  const onlyFor = who === EVERYBODY ? null : (who as MemberId);
  listener.changed({ householdId: household as HouseholdId, topic, onlyFor });
  return true;
}

function tellEnded(listener: EventListener, [whose, id = '']: readonly string[]): boolean {
  if (!isUuid(id)) return false;
  if (whose === 'user') listener.accessEnded({ userId: id as UserId });
  else if (whose === 'household') listener.accessEnded({ householdId: id as HouseholdId });
  else return false;
  return true;
}

const isTopic = (text: string | undefined): text is Topic => TOPICS.some((topic) => topic === text);
