import { listZones } from '../i18n/zones.ts';

/** The `option` elements of all time zones. */
export const ZoneOptions = () => (
  <>
    {listZones('UTC').map((zone) => (
      <option key={zone} value={zone} />
    ))}
  </>
);
