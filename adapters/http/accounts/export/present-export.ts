import { Type } from 'typebox';
import { ACCOUNT_SECTIONS, HOUSEHOLD_SECTIONS, listOf } from './sections.js';
import { UserDto } from '../present.js';
import { instant, nullable, uuid } from '../../schema/common.js';
import { HouseholdDto, MemberDto } from '../../households/present.js';
import { NotificationDto, NotificationPreferencesDto } from '../../notifications/present.js';

export const ExportDto = Type.Object(
  {
    schemaVersion: Type.Integer({ description: 'Changes when a field goes or changes its meaning' }),
    exportedAt: instant(),
    user: UserDto,
    notificationPreferences: NotificationPreferencesDto,
    ...listOf(ACCOUNT_SECTIONS),
    households: Type.Array(
      Type.Object({
        ...HouseholdDto.properties,
        members: Type.Array(MemberDto),
        ...listOf(HOUSEHOLD_SECTIONS),
        tasks: Type.Array(
          Type.Object({
            id: uuid(),
            title: Type.String(),
            createdBy: uuid(),
            seriesId: nullable(uuid()),
          }),
        ),
      }),
    ),
    notifications: Type.Array(NotificationDto),
  },
  { title: 'ExportDto' },
);
