const id = (n: number) => `'01900000-0000-7000-8000-${String(n).padStart(12, '0')}'`;
const [ANA, BEN, HOME, TASK, SERIES, FIRST, SECOND] = [1, 2, 3, 4, 5, 6, 7].map(id);
const AT = `'2026-01-02T03:04:05.678Z'`;

/**
 * Rows as each version wrote them, by migration: at least one row in every table that the migration creates. A
 * migration that creates a table, or changes which values are allowed, adds its own rows here.
 */
export const rowsAt: Readonly<Record<string, string>> = {
  '0001_foundation': `
    insert into accounts values
      (${ANA}, 'ana@example.org', true, 'Ana', 'en', 'Europe/Paris', 'hash', null, ${AT}),
      (${BEN}, 'ben@example.org', false, 'Zoé ☂', 'fr', 'UTC', null, ${AT}, ${AT});
    insert into sessions values (${id(20)}, ${ANA}, 'Browser', ${AT}, ${AT}, null);
    insert into refresh_tokens values ('hash', ${id(20)}, ${AT}, null, 3);
    insert into households values (${HOME}, 'Home', 'Europe/Paris', 'en', 'mo', '{title}', ${AT});
    insert into members values
      (${HOME}, ${ANA}, null, 'OWNER', '#dc2626', ${AT}, null, '[]'),
      (${HOME}, ${BEN}, 'Ben', 'MEMBER', '#2563eb', ${AT}, ${AT}, '[{"from": "2026-01-01", "to": "2026-01-09"}]');
    insert into categories values (${HOME}, ${id(21)}, 'Kitchen', 'kitchen', 'kitchen', '#fff', null, ${ANA}, ${AT});
    insert into tasks values (${HOME}, ${TASK}, ${ANA}, ${AT}), (${HOME}, ${id(8)}, ${ANA}, ${AT});
    insert into occurrences (household_id, id, task_id, title, notes, search_text, category_id, visibility, priority,
      status, date, "time", all_day, responsible_member_ids, checklist, attachment_count, reminders, is_exception,
      version, sync_version, synced_version, google_sync_status, created_by, created_at, updated_at, completed_at,
      completed_by)
    values
      (${HOME}, ${FIRST}, ${TASK}, 'Fix', E'a\\nb', 'fix', ${id(21)}, 'SHARED', 1, 'DONE', '2026-03-29', '02:30', false,
        array[${ANA}, ${BEN}]::uuid[], '[{"id": "x"}]', 0, '{60,1440}', false, 7, 7, 3, 'PENDING', ${ANA}, ${AT}, ${AT},
        ${AT}, ${ANA}),
      (${HOME}, ${SECOND}, ${id(8)}, 'Œuvre', null, 'oeuvre', null, 'PERSONAL', 3, 'TODO', null, null, false, '{}', '[]', 0,
        '{}', false, 1, 1, 0, 'NOT_SYNCED', ${ANA}, ${AT}, ${AT}, null, null);
    insert into idempotency_keys values (${ANA}, ${HOME}, 'POST /tasks', 'key', 'print', ${AT}, '{"status": 201}');`,
  '0002_series': `
    insert into series values (${HOME}, ${SERIES}, ${TASK}, '{"frequency": "weekly"}', '2026-01-01', 0, '[]', 'keepLatest',
      'Bins', null, ${id(21)}, 'SHARED', 1, '19:00', 30, false, '{}', '[]', '2026-04-01', 13, '["2026-01-08"]', ${ANA}, ${AT}, null);
    insert into swaps values (${HOME}, ${id(22)}, ${FIRST}, ${SECOND}, ${ANA}, 'ACCEPTED', ${AT}, ${BEN}, ${AT});
    update occurrences set series_id = ${SERIES}, series_index = 0, original_date = '2026-03-29' where id = ${FIRST};`,
  '0003_job_outbox': `insert into job_outbox (name, payload, start_after) values ('purge-trash', '{}', ${AT});`,
  '0004_invitations': `insert into invitations values
    (${HOME}, ${id(23)}, 'token', 'eve@example.org', ${AT}, 3, 1, null, ${ANA}, ${AT});`,
  '0005_accounts': `
    insert into password_resets values (${id(24)}, 'hash', ${ANA}, 'token', ${AT}, ${AT}, null);
    insert into rate_limits values ('key', 4, ${AT});`,
  '0006_identities': `
    insert into identities values ('google', 'subject', ${ANA}, 'ana@gmail.example', ${AT});
    insert into unlinked_identities values (${BEN}, 'google', ${AT});
    insert into mobile_codes values ('hash', ${ANA}, 'challenge', ${AT});`,
  '0008_shopping': `
    insert into shopping_items values (${HOME}, ${id(25)}, 'Milk', 'milk', 1.5, 'l', null, 'dairy', 1, ${ANA}, ${AT}, ${ANA}, ${AT}, ${AT});
    insert into shopping_history values (${HOME}, 'milk', 'Milk', 'l', 'dairy', 9, ${AT});`,
  '0009_templates': `insert into task_templates values (${HOME}, ${id(26)}, 'Trip', '[{"title": "Pack"}]', ${AT}, ${AT});`,
  '0010_attachments': `insert into attachments values
    (${HOME}, ${id(27)}, ${TASK}, 'plan.png', 'image/png', 5000, 'digest', ${ANA}, ${AT});`,
  '0012_activity': `insert into activities values
    (${HOME}, ${id(28)}, ${AT}, ${ANA}, 'created', 'task', ${TASK}, 'Fix', ${TASK}, null, '[]');`,
  '0013_feeds': `insert into feeds values (${HOME}, ${id(29)}, ${ANA}, 'feed token', ${AT}, null);`,
  '0014_calendar_connections': `
    insert into calendar_connections values
      (${id(30)}, ${ANA}, 'subject', 'ana@gmail.example', 'grant', 'ACTIVE', 'v1:r', 'v1:a', ${AT}, 2, ${AT}, null);
    insert into calendar_tickets values ('ticket', ${ANA}, ${id(20)}, ${AT});
    insert into calendar_states values ('state', ${AT});`,
  '0015_calendar_sync': `
    insert into calendar_links values (${HOME}, ${id(31)}, ${id(30)}, 'calendar', 'Family', ${ANA}, 'ACTIVE', null, 1, null,
      null, 0, ${AT}, ${AT}, ${AT});
    insert into calendar_events values (${HOME}, ${FIRST}, 'calendar', 'event', 'LIVE', 'etag', 1, ${AT}, 'content', '{}');
    insert into calendar_failures values (${HOME}, ${SECOND}, 1, 2, ${AT}, ${AT}, 'BACKEND');
    insert into calendar_leftovers values ('calendar', 'old', ${HOME}, ${id(30)}, 0, ${AT}, ${AT});`,
  '0016_devices': `insert into devices values (${id(32)}, ${ANA}, ${id(20)}, '{"kind": "web"}', 'address', ${AT}, ${AT});`,
  '0017_notifications': `
    insert into notifications values (${HOME}, ${id(33)}, ${ANA}, 'TASK_COMPLETED', '{}', ${FIRST}, 'cause', ${AT}, null);
    insert into notification_preferences values (${ANA}, '{}');
    insert into reminders_made values (${AT});`,
  '0020_calendar_withdrawn': `update calendar_events set state = 'WITHDRAWN';`,
  '0034_feed_visibility': `insert into feeds values (${HOME}, ${id(34)}, ${ANA}, 'another token', ${AT}, null, true);`,
  '0040_changes': `
    insert into change_heads values (${HOME}, ${ANA}, 7, 3);
    insert into change_entries values (${HOME}, ${ANA}, 4, ${FIRST}, 7, ${AT}, ${id(35)});`,
  '0044_shopping_sections': `insert into shopping_sections values (${HOME}, '{dairy,bakery}');`,
  '0054_operations': `insert into operations values
    (${HOME}, ${id(35)}, ${AT}, ${ANA}, null, 'token', ${id(36)}, 'Kitchen tablet', 'COMPLETED', '{"kind": "occurrence"}', ${TASK},
      '{"occurrence": 1}', '{}', ${id(20)}, 'key', 'print', '[]', ${AT}, null, null);`,
  '0067_email_changes': `insert into email_changes values
    (${id(37)}, ${ANA}, 'new@example.org', 'proof', 'refusal', ${AT}, ${AT}, null);`,
  '0070_shopping_lists': `
    insert into shopping_lists (household_id, id, name, sections, position) values (${HOME}, ${id(47)}, 'Market', '{fish}', 1);
    insert into shopping_items (household_id, id, list_id, name, name_key, position, added_by, created_at, updated_at)
      values (${HOME}, ${id(48)}, ${id(47)}, 'Cod', 'cod', 0, ${ANA}, ${AT}, ${AT});`,
  '0071_staples': `insert into shopping_history values
    (${HOME}, 'cod', 'Cod', null, 'fish', 4, ${AT}, true, array[${AT}::timestamptz], ${AT});`,
  '0081_members_without_accounts': `
    insert into members (household_id, user_id, display_name, role, color, joined_at, away_periods, proxy, grouping, takes_turns,
        manager_ids, active_from, active_until)
      values (${HOME}, ${id(49)}, 'Grandma', 'MEMBER', '#16a34a', ${AT}, '[]', true, 'GUEST', false, array[${ANA}]::uuid[],
        '2026-07-01', '2026-07-10');`,
  '0107_pauses': `insert into pauses values (${HOME}, ${id(53)}, '2027-08-01', '2027-08-14', null, 'skip', null,
    'Away', 'SHARED', '[]', '{}', ${ANA}, ${AT});`,
  '0092_day_calendars': `insert into day_calendars values (${HOME}, ${id(52)}, 'Holidays',
    '[{"from": "2026-12-25", "to": "2026-12-25", "name": "Christmas"}]', '[]');`,
  '0102_displays': `
    insert into displays values (${HOME}, ${id(53)}, 'DISPLAY', 'Kitchen', null, null, ${ANA}, ${AT}, null, null, null, null);
    insert into display_pairings values ('pairing code', ${HOME}, ${id(53)}, ${AT});`,
  '0103_member_pins': `insert into member_pins values (${HOME}, ${ANA}, 'hash', ${ANA}, ${AT}, '[]', null);`,
  '0136_retired_ids': `insert into retired_ids values (${HOME}, ${id(54)}, 'task', ${AT});`,
  '0087_claim_links': `
    insert into invitations (household_id, id, token_hash, email, expires_at, max_uses, uses, created_by, created_at, member_id)
      values (${HOME}, ${id(50)}, 'claim token', null, ${AT}, 1, 0, ${ANA}, ${AT}, ${id(49)});`,
};
