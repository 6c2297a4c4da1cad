import { NotificationPreferencesInput, NotificationsQuery, toPreferences } from './schema.js';
import { PageQuery } from '../schema/query.js';
import { answerPage, readPage, type CursorShape } from '../page.js';
import {
  BadgeDto,
  NotificationDto,
  NotificationPreferencesDto,
  presentBadge,
  presentNotification,
  presentPreferences,
} from './present.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const LIST = '/v1/households/{householdId}/notifications';
const PREFERENCES = '/v1/me/notification-preferences';
const CURSOR: CursorShape = ['newest', 'id'];
const HOUSEHOLD_CURSOR: CursorShape = ['id'];

export function notificationRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('Notifications', [
    route({
      method: 'get',
      path: LIST,
      operationId: 'listNotifications',
      summary: 'What the caller should know of the household, for 90 days',
      access: 'member',
      query: NotificationsQuery,
      responses: [{ status: 200, description: 'Newest first', body: [NotificationDto], headers: ['Link'] }],
      handle: async ({ caller, query, http }) => {
        const filter = { unread: query.unread === 'true' };
        const page = await useCases.listNotifications(caller, filter, readPage(query, CURSOR));
        return answerPage(http, page, presentNotification);
      },
    }),
    route({
      method: 'get',
      path: '/v1/me/notifications',
      operationId: 'listAllNotifications',
      summary: 'What the caller should know, of all their households, for 90 days',
      access: 'session',
      query: NotificationsQuery,
      responses: [{ status: 200, description: 'Newest first', body: [NotificationDto], headers: ['Link'] }],
      handle: async ({ caller, query, http }) => {
        const filter = { unread: query.unread === 'true' };
        const page = await useCases.listAllNotifications(caller, filter, readPage(query, CURSOR));
        return answerPage(http, page, presentNotification);
      },
    }),
    route({
      method: 'get',
      path: '/v1/me/badges',
      operationId: 'listBadges',
      summary: 'How much waits for the caller in each of their households',
      access: 'session',
      query: PageQuery,
      responses: [
        { status: 200, description: 'Oldest household first', body: [BadgeDto], headers: ['Link'] },
      ],
      handle: async ({ caller, query, http }) => {
        const page = await useCases.listBadges(caller, readPage(query, HOUSEHOLD_CURSOR));
        return answerPage(http, page, presentBadge);
      },
    }),
    route({
      method: 'post',
      path: `${LIST}/{notificationId}/read`,
      operationId: 'readNotification',
      summary: 'Mark as read',
      access: 'member',
      responses: [{ status: 200, description: 'The notification', body: NotificationDto }],
      errors: ['NOT_FOUND'],
      handle: async ({ caller, params }) => ({
        body: presentNotification(await useCases.readNotification(caller, params.notificationId)),
      }),
    }),
    route({
      method: 'post',
      path: `${LIST}/read-all`,
      operationId: 'readAllNotifications',
      summary: 'Mark all as read',
      access: 'member',
      responses: [{ status: 204, description: 'None is unread' }],
      handle: ({ caller }) => useCases.readAllNotifications(caller),
    }),
    route({
      method: 'get',
      path: PREFERENCES,
      operationId: 'showNotificationPreferences',
      summary: 'How the caller wants to be told',
      access: 'session',
      responses: [
        { status: 200, description: 'The caller or the defaults', body: NotificationPreferencesDto },
      ],
      handle: async ({ caller }) => ({ body: presentPreferences(await useCases.showPreferences(caller)) }),
    }),
    route({
      method: 'put',
      path: PREFERENCES,
      operationId: 'saveNotificationPreferences',
      summary: 'Replace how the caller wants to be told; what is absent gets its default',
      access: 'session',
      body: NotificationPreferencesInput,
      responses: [{ status: 200, description: 'As it is now', body: NotificationPreferencesDto }],
      handle: async ({ caller, body }) => ({
        body: presentPreferences(await useCases.savePreferences(caller, toPreferences(body))),
      }),
    }),
  ]);
}
