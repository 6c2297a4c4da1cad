import { accountUseCases } from './accounts/use-cases.js';
import { attachmentUseCases } from './attachments/use-cases.js';
import { calendarUseCases } from './calendar/use-cases.js';
import { feedUseCases } from './feeds/use-cases.js';
import { historyUseCases } from './history/use-cases.js';
import { householdUseCases } from './households/use-cases.js';
import { notificationUseCases } from './notifications/use-cases.js';
import { releaseCatalogue } from './releases/show-release.js';
import { seriesUseCases } from './series/use-cases.js';
import { runOnce } from './shared/idempotency.js';
import { reportClientError } from './shared/report-client-error.js';
import { shoppingUseCases } from './shopping/use-cases.js';
import { taskUseCases } from './tasks/use-cases.js';
import { templateUseCases } from './templates/use-cases.js';
import { portsOf, type UseCaseDependencies } from './use-case-ports.js';

/** Everything that the service can do, with its ports plugged in. */
export function useCases(dependencies: UseCaseDependencies) {
  const ports = portsOf(dependencies);
  return joinAreas(
    {
      runOnce: runOnce(ports),
      reportClientError: reportClientError(ports),
    },
    accountUseCases(ports),
    householdUseCases(ports),
    taskUseCases(ports),
    seriesUseCases(ports),
    templateUseCases(ports),
    shoppingUseCases(ports),
    attachmentUseCases(ports),
    calendarUseCases(ports),
    feedUseCases(ports),
    notificationUseCases(ports),
    historyUseCases(ports),
    releaseCatalogue(ports),
  );
}

export type UseCases = ReturnType<typeof useCases>;

type NameOf<Area> = Area extends unknown ? keyof Area : never;
type NameInTwo<Areas> = Areas extends readonly [infer First, ...infer Rest]
  ? (keyof First & NameOf<Rest[number]>) | NameInTwo<Rest>
  : never;
type Joined<Areas> = Areas extends readonly [infer First, ...infer Rest] ? First & Joined<Rest> : unknown;

/** All areas under one roof. A name that two of them have would be the later one's; so it does not compile. */
function joinAreas<const Areas extends readonly object[]>(
  ...areas: [NameInTwo<Areas>] extends [never] ? Areas : readonly [{ inTwoAreas: NameInTwo<Areas> }]
): Joined<Areas> {
  return Object.assign({}, ...areas) as Joined<Areas>;
}
