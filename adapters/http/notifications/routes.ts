import { NotificationPreferencesInput, NotificationsQuery, toPreferences } from './schema.js';
import { PageQuery } from '../schema/query.js';
import { answerPage, readPage, type CursorShape, pageOf } from '../page.js';
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
      summary: 'List notifications of a household',
      description:
        'Returns the notifications of the caller in this household, newest first, for 90 ' + 'days.',
      query: NotificationsQuery,
      responses: [pageOf(NotificationDto, 'The rows, newest first.')],
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
      summary: 'List all notifications',
      description:
        'Returns the notifications of the caller in all households, newest first, for 90 ' + 'days.',
      query: NotificationsQuery,
      responses: [pageOf(NotificationDto, 'The rows, newest first.')],
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
      summary: 'Count what needs attention',
      description:
        'Returns for each household how many notifications of the caller are unread, how many of ' +
        'their own tasks are due or overdue, and how many swap requests wait for their answer.',
      query: PageQuery,
      responses: [pageOf(BadgeDto, 'The counts of each household, oldest household first.')],
      handle: async ({ caller, query, http }) => {
        const page = await useCases.listBadges(caller, readPage(query, HOUSEHOLD_CURSOR));
        return answerPage(http, page, presentBadge);
      },
    }),
    route({
      method: 'post',
      path: `${LIST}/{notificationId}/read`,
      operationId: 'readNotification',
      summary: 'Mark a notification as read',
      description: 'Marks one notification of the caller as read. Repeating it changes nothing.',
      responses: [{ status: 200, description: 'The notification.', body: NotificationDto }],
      errors: ['NOT_FOUND'],
      handle: async ({ caller, params }) => ({
        body: presentNotification(await useCases.readNotification(caller, params.notificationId)),
      }),
    }),
    route({
      method: 'post',
      path: `${LIST}/read-all`,
      operationId: 'readAllNotifications',
      summary: 'Mark all notifications as read',
      description: 'Marks all notifications of the caller in this household as read.',
      responses: [{ status: 204, description: 'All notifications are read.' }],
      handle: ({ caller }) => useCases.readAllNotifications(caller),
    }),
    route({
      method: 'get',
      path: PREFERENCES,
      operationId: 'showNotificationPreferences',
      summary: 'Show the notification settings',
      description:
        'Returns how the caller wants to be notified. Settings that were never saved have ' +
        'their default.',
      responses: [
        { status: 200, description: 'The saved settings or the defaults.', body: NotificationPreferencesDto },
      ],
      handle: async ({ caller }) => ({ body: presentPreferences(await useCases.showPreferences(caller)) }),
    }),
    route({
      method: 'put',
      path: PREFERENCES,
      operationId: 'saveNotificationPreferences',
      summary: 'Replace the notification settings',
      description: 'Replaces all settings. A missing field gets its default.',
      body: NotificationPreferencesInput,
      responses: [{ status: 200, description: 'The saved settings.', body: NotificationPreferencesDto }],
      handle: async ({ caller, body }) => ({
        body: presentPreferences(await useCases.savePreferences(caller, toPreferences(body))),
      }),
    }),
  ]);
}
