import { PauseDto } from '../../days/pause-present.js';
import { DayCalendarDto } from '../../days/present.js';
import { DisplayDto } from '../../displays/present.js';
import { ExportedAttachmentDto } from '../../attachments/present.js';
import { CalendarConnectionDto } from '../../calendar/present.js';
import { FeedDto } from '../../feeds/present.js';
import { ActivityDto } from '../../history/present.js';
import { OperationDto } from '../../operations/present.js';
import { CategoryDto, HouseholdDto, MemberDto } from '../../households/present.js';
import { DeviceDto, NotificationDto, NotificationPreferencesDto } from '../../notifications/present.js';
import { InlineMany, Integer, Many, One, PlainText, type InstantText } from '../../schema/output.js';
import { Description } from '../../../validation/compose.js';
import { OrNull } from '../../../validation/shape.js';
import { Id, InstantField } from '../../../validation/values.js';
import { SeriesDto, SwapDto } from '../../series/present.js';
import { ShoppingItemDto, ShoppingListDto } from '../../shopping/present.js';
import { OccurrenceDto } from '../../tasks/present.js';
import { TemplateDto } from '../../templates/present.js';
import { SessionDto, UserDto } from '../present.js';

class ExportedTask {
  @Id() id!: string;
  @PlainText() title!: string;

  @Description('The member who created the task.')
  @Id()
  createdBy!: string;

  @Description('null for a one-off task.')
  @OrNull()
  @Id()
  seriesId!: string | null;
}

export class ExportedHousehold extends HouseholdDto {
  @Many(MemberDto) override members!: readonly MemberDto[];
  @Many(CategoryDto) categories!: readonly CategoryDto[];
  @Many(SeriesDto) series!: readonly SeriesDto[];
  @Many(OccurrenceDto) occurrences!: readonly OccurrenceDto[];
  @Many(SwapDto) swaps!: readonly SwapDto[];
  @Many(DayCalendarDto) dayCalendars!: readonly DayCalendarDto[];

  @Description('Displays are exported only to owners of the household.')
  @Many(DisplayDto)
  displays!: readonly DisplayDto[];

  @Many(PauseDto) pauses!: readonly PauseDto[];
  @Many(ShoppingListDto) shoppingLists!: readonly ShoppingListDto[];
  @Many(ShoppingItemDto) shoppingItems!: readonly ShoppingItemDto[];
  @Many(TemplateDto) templates!: readonly TemplateDto[];
  @Many(ExportedAttachmentDto) attachments!: readonly ExportedAttachmentDto[];
  @Many(ActivityDto) activity!: readonly ActivityDto[];
  @Many(OperationDto) operations!: readonly OperationDto[];
  @InlineMany(ExportedTask) tasks!: readonly ExportedTask[];
}

@Description('The account of the caller, and the data of its households that the caller may see.')
export class ExportDto {
  @Description('The number changes when a field is removed or gets another meaning.')
  @Integer()
  schemaVersion!: number;

  @Description('The time at which the export began.')
  @InstantField()
  exportedAt!: InstantText;

  @One(UserDto) user!: UserDto;
  @One(NotificationPreferencesDto) notificationPreferences!: NotificationPreferencesDto;
  @Many(SessionDto) sessions!: readonly SessionDto[];
  @Many(FeedDto) feeds!: readonly FeedDto[];
  @Many(DeviceDto) devices!: readonly DeviceDto[];
  @Many(CalendarConnectionDto) calendarConnections!: readonly CalendarConnectionDto[];
  @InlineMany(ExportedHousehold) households!: readonly ExportedHousehold[];
  @Many(NotificationDto) notifications!: readonly NotificationDto[];
}
