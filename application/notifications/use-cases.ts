import type { Ports } from '../use-case-ports.js';
import { listDevices, registerDevice, removeDevice } from './devices.js';
import { notify } from './notify.js';
import { savePreferences, showPreferences } from './preferences.js';
import { pushToDevice, pushToUser } from './push.js';
import { listNotifications, readAllNotifications, readNotification } from './read-notifications.js';
import { sendReminders } from './send-reminders.js';

/** What members are told, and the devices that are woken for it. */
export function notificationUseCases(ports: Ports) {
  return {
    listNotifications: listNotifications(ports),
    readNotification: readNotification(ports),
    readAllNotifications: readAllNotifications(ports),
    showPreferences: showPreferences(ports),
    savePreferences: savePreferences(ports),
    notify: notify(ports),
    sendReminders: sendReminders(ports),
    registerDevice: registerDevice(ports),
    listDevices: listDevices(ports),
    removeDevice: removeDevice(ports),
    pushToUser: pushToUser(ports),
    pushToDevice: pushToDevice(ports),
    pushPublicKey: () => ports.pushSender.publicKey,
  };
}
