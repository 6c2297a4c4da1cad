import { useHousehold } from '../../data/household.ts';
import { previewStay, type Stay } from '../../data/stay-preview.ts';
import { TurnsPreview } from './turns-preview.tsx';

/** What other days on which a member is here would do to turns. */
export function StayPreview({ memberId, stay }: { memberId: string; stay: Stay }) {
  const household = useHousehold();
  return (
    <TurnsPreview
      ask={(signal) => previewStay(household, memberId, stay, signal)}
      of={JSON.stringify([memberId, stay])}
    />
  );
}
