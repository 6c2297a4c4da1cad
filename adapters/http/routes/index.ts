import type { Route } from '../route.js';
import { attachmentRoutes } from './attachments.js';
import { authRoutes } from './auth.js';
import { calendarConnectionRoutes } from './calendar-connections.js';
import { calendarLinkRoutes } from './calendar-link.js';
import { categoryRoutes } from './categories.js';
import { checklistRoutes } from './checklist.js';
import { clientErrorRoutes } from './client-errors.js';
import { connectDoneRoutes } from './connect-done.js';
import { demoCalendarRoutes } from './demo-calendar.js';
import type { RouteDependencies } from './dependencies.js';
import { eventRoutes } from './events.js';
import { deviceRoutes } from './devices.js';
import { feedRoutes } from './feeds.js';
import { googleSignInRoutes } from './google-sign-in.js';
import { healthRoutes } from './health.js';
import { historyRoutes } from './history.js';
import { householdRoutes } from './households.js';
import { invitationRoutes } from './invitations.js';
import { meRoutes } from './me.js';
import { memberRoutes } from './members.js';
import { notificationRoutes } from './notifications.js';
import { occurrenceRoutes } from './occurrences.js';
import { passwordRoutes } from './passwords.js';
import { releaseRoutes } from './releases.js';
import { seriesRoutes } from './series.js';
import { sessionRoutes } from './sessions.js';
import { shoppingRoutes } from './shopping.js';
import { swapRoutes } from './swaps.js';
import { taskRoutes } from './tasks.js';
import { templateRoutes } from './templates.js';

/** Every operation of the service, in the order of its documentation. */
export function routes(dependencies: RouteDependencies): Route[] {
  return [
    ...healthRoutes(dependencies),
    ...clientErrorRoutes(dependencies),
    ...authRoutes(dependencies),
    ...passwordRoutes(dependencies),
    ...sessionRoutes(dependencies),
    ...googleSignInRoutes(dependencies),
    ...meRoutes(dependencies),
    ...householdRoutes(dependencies),
    ...memberRoutes(dependencies),
    ...invitationRoutes(dependencies),
    ...categoryRoutes(dependencies),
    ...taskRoutes(dependencies),
    ...occurrenceRoutes(dependencies),
    ...checklistRoutes(dependencies),
    ...seriesRoutes(dependencies),
    ...swapRoutes(dependencies),
    ...calendarConnectionRoutes(dependencies),
    ...connectDoneRoutes(),
    ...calendarLinkRoutes(dependencies),
    ...demoCalendarRoutes(dependencies),
    ...historyRoutes(dependencies),
    ...eventRoutes(dependencies),
    ...shoppingRoutes(dependencies),
    ...templateRoutes(dependencies),
    ...attachmentRoutes(dependencies),
    ...notificationRoutes(dependencies),
    ...deviceRoutes(dependencies),
    ...feedRoutes(dependencies),
    ...releaseRoutes(dependencies),
  ];
}
