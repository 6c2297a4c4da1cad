import type { Route } from './route.js';
import { attachmentRoutes } from './attachments/routes.js';
import { authRoutes } from './accounts/auth-routes.js';
import { calendarConnectionRoutes } from './calendar/connection-routes.js';
import { calendarLinkRoutes } from './calendar/link-routes.js';
import { categoryRoutes } from './households/category-routes.js';
import { checklistRoutes } from './tasks/checklist-routes.js';
import { clientErrorRoutes } from './operators/client-error-routes.js';
import { commandRoutes } from './commands/routes.js';
import { connectDoneRoutes } from './calendar/done-routes.js';
import { displayRoutes } from './displays/routes.js';
import { demoCalendarRoutes } from './calendar/demo-routes.js';
import type { RouteDependencies } from './route-dependencies.js';
import { eventRoutes } from './sse/routes.js';
import { pauseRoutes } from './days/pause-routes.js';
import { shiftRoutes } from './days/shift-routes.js';
import { dayCalendarRoutes } from './days/routes.js';
import { deviceRoutes } from './notifications/device-routes.js';
import { feedRoutes } from './feeds/routes.js';
import { googleSignInRoutes } from './accounts/google-routes.js';
import { healthRoutes } from './operators/health-routes.js';
import { balanceRoutes } from './balance/routes.js';
import { historyRoutes } from './history/routes.js';
import { householdRoutes } from './households/routes.js';
import { invitationRoutes } from './households/invitation-routes.js';
import { meRoutes } from './accounts/me-routes.js';
import { metaRoutes } from './operations/meta-routes.js';
import { notificationRoutes } from './notifications/routes.js';
import { occurrenceRoutes } from './tasks/occurrence-routes.js';
import { operationRoutes } from './operations/routes.js';
import { emailRoutes } from './accounts/email-routes.js';
import { passwordRoutes } from './accounts/password-routes.js';
import { quickAddRoutes } from './quick-add/routes.js';
import { releaseRoutes } from './releases/routes.js';
import { searchRoutes } from './search/routes.js';
import { seriesRoutes } from './series/routes.js';
import { sessionRoutes } from './accounts/session-routes.js';
import { shoppingRoutes } from './shopping/routes.js';
import { swapRoutes } from './series/swap-routes.js';
import { syncRoutes } from './sync/routes.js';
import { taskRoutes } from './tasks/routes.js';
import { starterRoutes } from './templates/starter-routes.js';
import { templateRoutes } from './templates/routes.js';

/** Every operation of the service, in the order of its documentation. */
export function routes(dependencies: RouteDependencies): Route[] {
  return [
    ...healthRoutes(dependencies),
    ...metaRoutes(dependencies),
    ...clientErrorRoutes(dependencies),
    ...authRoutes(dependencies),
    ...passwordRoutes(dependencies),
    ...emailRoutes(dependencies),
    ...sessionRoutes(dependencies),
    ...googleSignInRoutes(dependencies),
    ...meRoutes(dependencies),
    ...householdRoutes(dependencies),
    ...invitationRoutes(dependencies),
    ...displayRoutes(dependencies),
    ...categoryRoutes(dependencies),
    ...taskRoutes(dependencies),
    ...quickAddRoutes(dependencies),
    ...occurrenceRoutes(dependencies),
    ...checklistRoutes(dependencies),
    ...seriesRoutes(dependencies),
    ...swapRoutes(dependencies),
    ...dayCalendarRoutes(dependencies),
    ...pauseRoutes(dependencies),
    ...shiftRoutes(dependencies),
    ...calendarConnectionRoutes(dependencies),
    ...connectDoneRoutes(),
    ...calendarLinkRoutes(dependencies),
    ...demoCalendarRoutes(dependencies),
    ...historyRoutes(dependencies),
    ...balanceRoutes(dependencies),
    ...operationRoutes(dependencies),
    ...syncRoutes(dependencies),
    ...commandRoutes(dependencies),
    ...eventRoutes(dependencies),
    ...shoppingRoutes(dependencies),
    ...searchRoutes(dependencies),
    ...templateRoutes(dependencies),
    ...starterRoutes(dependencies),
    ...attachmentRoutes(dependencies),
    ...notificationRoutes(dependencies),
    ...deviceRoutes(dependencies),
    ...feedRoutes(dependencies),
    ...releaseRoutes(dependencies),
  ];
}
