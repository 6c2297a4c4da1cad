import type { Migration } from 'kysely/migration';
import { foundation } from './0001_foundation.js';
import { series } from './0002_series.js';
import { jobOutbox } from './0003_job_outbox.js';
import { invitations } from './0004_invitations.js';
import { accounts } from './0005_accounts.js';
import { identities } from './0006_identities.js';
import { erasure } from './0007_erasure.js';
import { shopping } from './0008_shopping.js';
import { templates } from './0009_templates.js';
import { attachments } from './0010_attachments.js';
import { activity } from './0012_activity.js';
import { feeds } from './0013_feeds.js';
import { calendarConnections } from './0014_calendar_connections.js';
import { calendarSync } from './0015_calendar_sync.js';
import { devices } from './0016_devices.js';
import { notifications } from './0017_notifications.js';
import { calendarWithdrawn } from './0020_calendar_withdrawn.js';
import { idempotencyAge } from './0021_idempotency_age.js';
import { installation } from './0022_installation.js';
import { calendarTrouble } from './0023_calendar_trouble.js';
import { seriesStatistics } from './0024_series_statistics.js';
import { unknownZones } from './0025_unknown_zones.js';
import { taskVisibility } from './0026_task_visibility.js';
import { finishedPrivately } from './0027_finished_privately.js';
import { canonicalZones } from './0028_canonical_zones.js';
import { openOccurrences } from './0029_open_occurrences.js';
import { olderHalves } from './0032_older_halves.js';
import { feedVisibility } from './0034_feed_visibility.js';
import { taskHistory } from './0035_task_history.js';
import { lastActs } from './0036_last_acts.js';
import { searchText } from './0038_search_text.js';
import { changes } from './0040_changes.js';
import { shoppingSections } from './0044_shopping_sections.js';
import { unfinishedOperations } from './0140_unfinished_operations.js';
import { operations } from './0054_operations.js';
import { activityOperation } from './0055_activity_operation.js';
import { ticks } from './0058_ticks.js';
import { updatedBy } from './0061_updated_by.js';
import { goesWithHousehold } from './0062_goes_with_household.js';
import { turnOf } from './0063_turn_of.js';
import { seriesPlaces } from './0064_series_places.js';
import { operationsTrashing } from './0065_operations_trashing.js';
import { registrations } from './0066_registrations.js';
import { emailChanges } from './0067_email_changes.js';
import { sectionsByHand } from './0069_sections_by_hand.js';
import { shoppingLists } from './0070_shopping_lists.js';
import { staples } from './0071_staples.js';
import { balance } from './0073_balance.js';
import { turnReasons } from './0074_turn_reasons.js';
import { showFrom } from './0075_show_from.js';
import { swappedTo } from './0076_swapped_to.js';
import { memberAccounts } from './0079_member_accounts.js';
import { claimLinks } from './0087_claim_links.js';
import { lastDays } from './0090_last_days.js';
import { nextDraws } from './0101_next_draws.js';
import { fetchedCalendars } from './0111_fetched_calendars.js';
import { doneBy } from './0113_done_by.js';
import { completion } from './0114_completion.js';
import { agendas } from './0116_agendas.js';
import { nagging } from './0117_nagging.js';
import { householdLookups } from './0118_household_lookups.js';
import { keysByHousehold } from './0119_keys_by_household.js';
import { balancedTo } from './0122_balanced_to.js';
import { renewingOnOneNode } from './0123_renewing_on_one_node.js';
import { jobsWithHouseholds } from './0124_jobs_with_households.js';
import { hidingOperations } from './0135_hiding_operations.js';
import { retiredIds } from './0136_retired_ids.js';
import { openByCreator } from './0145_open_by_creator.js';
import { emailReverts } from './0152_email_reverts.js';
import { mobileCodeExchanges } from './0151_mobile_code_exchanges.js';
import { refreshTokenSiblings } from './0150_refresh_token_siblings.js';
import { emailDomains } from './0156_email_domains.js';
import { notesOfRemovedRows } from './0157_notes_of_removed_rows.js';
import { presentZoneNames } from './0157_present_zone_names.js';
import { shoppingKeys } from './0155_shopping_keys.js';
import { membersWithoutAccounts } from './0081_members_without_accounts.js';
import { awayPeriodIds } from './0072_away_period_ids.js';
import { activityDate } from './0049_activity_date.js';
import { season } from './0077_season.js';
import { originalTimes } from './0078_original_times.js';
import { dayCalendars } from './0092_day_calendars.js';
import { shift } from './0097_shift.js';
import { displays } from './0102_displays.js';
import { memberPins } from './0103_member_pins.js';
import { pauses } from './0107_pauses.js';
import { glassesKeys } from './0165_glasses_keys.js';
import { creators } from './0170_creators.js';
import { personalOccurrences } from './0174_personal_occurrences.js';
import { deletedOpen } from './0175_deleted_open.js';
import { dayCalendarWarnings } from './0176_day_calendar_warnings.js';

/** All migrations in order. A released migration is never edited: a later one changes what it did. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_foundation': foundation,
  '0002_series': series,
  '0003_job_outbox': jobOutbox,
  '0004_invitations': invitations,
  '0005_accounts': accounts,
  '0006_identities': identities,
  '0007_erasure': erasure,
  '0008_shopping': shopping,
  '0009_templates': templates,
  '0010_attachments': attachments,
  '0012_activity': activity,
  '0013_feeds': feeds,
  '0014_calendar_connections': calendarConnections,
  '0015_calendar_sync': calendarSync,
  '0016_devices': devices,
  '0017_notifications': notifications,
  '0020_calendar_withdrawn': calendarWithdrawn,
  '0021_idempotency_age': idempotencyAge,
  '0022_installation': installation,
  '0023_calendar_trouble': calendarTrouble,
  '0024_series_statistics': seriesStatistics,
  '0025_unknown_zones': unknownZones,
  '0026_task_visibility': taskVisibility,
  '0027_finished_privately': finishedPrivately,
  '0028_canonical_zones': canonicalZones,
  '0029_open_occurrences': openOccurrences,
  '0032_older_halves': olderHalves,
  '0034_feed_visibility': feedVisibility,
  '0035_task_history': taskHistory,
  '0036_last_acts': lastActs,
  '0038_search_text': searchText,
  '0040_changes': changes,
  '0044_shopping_sections': shoppingSections,
  '0049_activity_date': activityDate,
  '0054_operations': operations,
  '0055_activity_operation': activityOperation,
  '0058_ticks': ticks,
  '0061_updated_by': updatedBy,
  '0062_goes_with_household': goesWithHousehold,
  '0063_turn_of': turnOf,
  '0064_series_places': seriesPlaces,
  '0065_operations_trashing': operationsTrashing,
  '0066_registrations': registrations,
  '0067_email_changes': emailChanges,
  '0069_sections_by_hand': sectionsByHand,
  '0070_shopping_lists': shoppingLists,
  '0071_staples': staples,
  '0072_away_period_ids': awayPeriodIds,
  '0073_balance': balance,
  '0074_turn_reasons': turnReasons,
  '0075_show_from': showFrom,
  '0076_swapped_to': swappedTo,
  '0077_season': season,
  '0078_original_times': originalTimes,
  '0079_member_accounts': memberAccounts,
  '0081_members_without_accounts': membersWithoutAccounts,
  '0087_claim_links': claimLinks,
  '0090_last_days': lastDays,
  '0092_day_calendars': dayCalendars,
  '0097_shift': shift,
  '0101_next_draws': nextDraws,
  '0102_displays': displays,
  '0103_member_pins': memberPins,
  '0107_pauses': pauses,
  '0111_fetched_calendars': fetchedCalendars,
  '0113_done_by': doneBy,
  '0114_completion': completion,
  '0116_agendas': agendas,
  '0117_nagging': nagging,
  '0118_household_lookups': householdLookups,
  '0119_keys_by_household': keysByHousehold,
  '0122_balanced_to': balancedTo,
  '0123_renewing_on_one_node': renewingOnOneNode,
  '0124_jobs_with_households': jobsWithHouseholds,
  '0135_hiding_operations': hidingOperations,
  '0136_retired_ids': retiredIds,
  '0140_unfinished_operations': unfinishedOperations,
  '0145_open_by_creator': openByCreator,
  '0150_refresh_token_siblings': refreshTokenSiblings,
  '0151_mobile_code_exchanges': mobileCodeExchanges,
  '0152_email_reverts': emailReverts,
  '0155_shopping_keys': shoppingKeys,
  '0156_email_domains': emailDomains,
  '0157_notes_of_removed_rows': notesOfRemovedRows,
  '0157_present_zone_names': presentZoneNames,
  '0165_glasses_keys': glassesKeys,
  '0170_creators': creators,
  '0174_personal_occurrences': personalOccurrences,
  '0175_deleted_open': deletedOpen,
  '0176_day_calendar_warnings': dayCalendarWarnings,
};
