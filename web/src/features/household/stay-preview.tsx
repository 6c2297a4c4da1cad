import { useHousehold } from '../../data/household.ts';
import { previewStay, type Stay } from '../../data/stay-preview.ts';
import { TurnsPreview } from './turns-preview.tsx';

/** Shows how a change of a member's first or last day would affect turns. */
export function StayPreview({ memberId, stay }: { memberId: string; stay: Stay }) {
  const household = useHousehold();
  return (
    <TurnsPreview
      ask={(signal) => previewStay(household, memberId, stay, signal)}
      of={JSON.stringify([memberId, stay])}
    />
  );
}
