const MEMBER = '01a216e2-11b8-7670-8bb3-000000000002';
const OTHER_MEMBER = '01a216e2-11b8-7670-8bb3-000000000003';
const OCCURRENCE = '01a216e2-11b8-7670-8bb3-000000000004';
const SERIES = '01a216e2-11b8-7670-8bb3-000000000005';
const CATEGORY = '01a216e2-11b8-7670-8bb3-000000000006';
const OTHER = '01a216e2-11b8-7670-8bb3-000000000001';
const TOKEN = 'f8gCZp3xTj0mVbq4RwKs7yLd2NhU1oEa';
const EVERY_WEEK = { frequency: 'weekly', byDay: [{ day: 'tu' }] };

/** An example of each request body, by the name of its input class. */
export const REQUEST_EXAMPLES: Readonly<Record<string, unknown>> = {
  AbsenceInput: { awayPeriods: [{ from: '2026-12-20', to: '2026-12-27' }] },
  AcceptInvitationInput: { token: TOKEN },
  ActInput: { memberId: MEMBER, pin: '4711' },
  AddShoppingItemsInput: { text: '2 kg flour, milk' },
  ApplyStartersInput: { keys: ['dishes'], memberIds: [MEMBER, OTHER_MEMBER], startDate: '2026-12-01' },
  ApplyTemplateInput: { date: '2026-12-24', responsibleMemberIds: [MEMBER] },
  AwayPeriodInput: { from: '2026-12-20', to: '2026-12-27' },
  CalendarDayInput: { from: '2026-12-25', name: 'Christmas Day' },
  CategoryInput: { name: 'Kitchen', color: '#2f855a', icon: 'chef-hat' },
  ChangeEmailInput: { email: 'ana.new@example.org', password: 'correct horse battery' },
  ChangePasswordInput: {
    currentPassword: 'correct horse battery',
    newPassword: 'staple correct horse battery',
  },
  ChecklistItemInput: { title: 'Buy a washer' },
  ClientErrorInput: {
    message: 'TypeError: undefined is not a function',
    url: '/today',
    release: '2026-11-28',
  },
  CommandsInput: {
    sentAt: '2026-11-28T14:01:07Z',
    commands: [
      {
        type: 'occurrence.complete',
        id: '6f1c9f4e-3a52-4d0c-9b57-2a8de2f0c101',
        at: '2026-11-28T13:40:00Z',
        occurrenceId: OCCURRENCE,
      },
      {
        type: 'occurrence.set',
        id: '6f1c9f4e-3a52-4d0c-9b57-2a8de2f0c102',
        at: '2026-11-28T13:45:00Z',
        occurrenceId: OCCURRENCE,
        set: { title: 'Fix the kitchen tap' },
        base: { title: 'Fix the tap' },
      },
    ],
  },
  CompleteInput: { completedForIds: [MEMBER, OTHER_MEMBER], completedAt: '2026-11-28T13:40:00Z' },
  CreateDayCalendarInput: {
    name: 'Public holidays',
    days: [{ from: '2026-12-25', name: 'Christmas Day' }],
  },
  CreateDemoEventInput: { title: 'Dentist', start: '2026-12-01T09:00:00Z', end: '2026-12-01T09:30:00Z' },
  CreateDisplayInput: { name: 'Kitchen wall' },
  CreateFeedInput: { householdId: OTHER, personal: true },
  CreateHouseholdInput: { name: 'Home', timeZone: 'Europe/Paris', locale: 'en', weekStartsOn: 'MO' },
  CreateInvitationInput: { email: 'ben@example.org', expiresInDays: 7, maxUses: 1 },
  CreateMemberInput: { displayName: 'Emma', group: 'CHILD', managerIds: [MEMBER] },
  CreateShoppingListInput: { name: 'Market' },
  CreateTaskInput: { title: 'Fix the tap', date: '2026-12-01', time: '18:30', reminders: [60] },
  CreateTemplateInput: {
    name: 'Before a holiday',
    tasks: [
      { title: 'Empty the fridge', dayOffset: -1 },
      { title: 'Water the plants', dayOffset: 0 },
    ],
  },
  DeclineStapleInput: { name: 'coffee' },
  DeleteAccountInput: { password: 'correct horse battery' },
  EmailTokenInput: { token: TOKEN },
  ForgotPasswordInput: { email: 'ana@example.org' },
  GoogleLinkInput: { password: 'correct horse battery', next: '/settings' },
  InviteMemberInput: { email: 'emma@example.org', expiresInDays: 7 },
  LinkCalendarInput: { connectionId: OTHER, calendarId: 'family@group.calendar.google.com' },
  LoginInput: { email: 'ana@example.org', password: 'correct horse battery' },
  MobileExchangeInput: { code: TOKEN, codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' },
  NotificationPreferencesInput: {
    types: { TASK_REMINDER: { inApp: true, push: true } },
    quietHours: { from: '22:00', to: '07:00' },
    agenda: { push: true, email: false },
  },
  PairDisplayInput: { code: 'H7KQ2M' },
  PassInput: { until: '2026-12-12' },
  PauseInput: { from: '2026-12-20', to: '2026-12-27', mode: 'skip', note: 'At the sea' },
  PinInput: { pin: '4711' },
  PreviewOccurrenceInput: { version: 1, time: '20:00' },
  QuickAddInput: { text: 'bins every Tuesday 7pm @me' },
  QuickAddLinesInput: { text: '- [ ] Wash the car\n- [x] Pay the rent' },
  RebalanceInput: { from: '2026-12-01', to: '2026-12-31', dryRun: true },
  RebalancedDays: { from: '2026-12-01', to: '2026-12-31' },
  RecurrencePreviewInput: { recurrence: EVERY_WEEK, startDate: '2026-12-01', limit: 5 },
  RefreshInput: { refreshToken: TOKEN },
  RegisterDeviceInput: {
    platform: 'WEB',
    subscription: {
      endpoint: 'https://push.example.net/send/abc',
      keys: {
        p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        auth: 'tBHItJI5svbpez7KI4CCXg',
      },
    },
  },
  RegisterInput: { email: 'ana@example.org', password: 'correct horse battery', displayName: 'Ana' },
  ReopenInput: { completedForIds: [MEMBER] },
  ResetPasswordInput: { token: TOKEN, newPassword: 'staple correct horse battery' },
  ShiftInput: { from: '2026-12-01', days: 2, seriesIds: [SERIES] },
  ShoppingSectionInput: { name: 'Vegetables' },
  SwapInput: { withOccurrenceId: OCCURRENCE },
  UpdateAwayPeriodInput: { to: '2026-12-28' },
  UpdateCategoryInput: { color: '#2b6cb0' },
  UpdateChecklistItemInput: { done: true },
  UpdateDayCalendarInput: { name: 'Public holidays in France' },
  UpdateDemoEventInput: { start: '2026-12-01T10:00:00Z' },
  UpdateHouseholdInput: { name: 'Our home' },
  UpdateMeInput: { displayName: 'Ana' },
  UpdateMemberInput: { color: '#2b6cb0' },
  UpdateOccurrenceInput: { version: 1, title: 'Fix the kitchen tap', categoryId: CATEGORY },
  UpdateSeriesInput: { version: 3, recurrence: EVERY_WEEK },
  UpdateShoppingItemInput: { checked: true },
  UpdateShoppingListInput: { name: 'Farmers’ market' },
  UpdateTemplateInput: { name: 'Before a trip' },
};
