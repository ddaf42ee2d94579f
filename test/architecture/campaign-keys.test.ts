import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { testDatabase } from '#test/support/database/database.ts'

import { keysWithoutCampaign } from './keys-without-campaign.ts'

const { owner } = await testDatabase()

/** A foreign key contains the campaign if the column is at the same place on both sides. */
const listKeys = () =>
  owner.values(
    z.string(),
    sql`
    with campaign as (
      select attrelid as table, attnum as column from pg_attribute join pg_class on pg_class.oid = attrelid
      where attname = 'campaign_id' and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace)
    select indexrelid::regclass::text from pg_index join campaign on campaign.table = indrelid
    where indisunique and campaign.column <> all (indkey[0:indnkeyatts - 1])
    union all
    select conname from pg_constraint
    where contype = 'f' and conparentid = 0 and exists (select from campaign where campaign.table in (conrelid, confrelid))
      and not exists (
        select from unnest(conkey, confkey) as key (own, other)
        join campaign own on own.table = conrelid and own.column = key.own
        join campaign other on other.table = confrelid and other.column = key.other)`,
  )

it('finds the campaign in each unique key and foreign key of its tables that is not listed', async () => {
  expect((await listKeys()).toSorted()).toEqual(Object.keys(keysWithoutCampaign).toSorted())
})

it('finds new keys without the campaign', async () => {
  const known = await listKeys()
  await owner.pool.query(`
    create table new_case (campaign_id text, id int constraint case_key primary key);
    create table new_note (
      campaign_id text, id int, case_id int constraint note_case references new_case,
      constraint note_key primary key (campaign_id, id));
    create unique index note_case_once on new_note (case_id) where case_id is not null;
    create unique index note_included on new_note (case_id) include (campaign_id);
    create unique index note_expression on new_note (lower(id::text));
    create table new_answer (case_id int constraint answer_case references new_case);
    alter table new_case add constraint case_within unique (campaign_id, id);
    alter table new_note add constraint note_within foreign key (campaign_id, case_id) references new_case (campaign_id, id)`)
  const found = await listKeys()
  expect(found.filter((name) => !known.includes(name)).toSorted()).toEqual(
    [
      'answer_case',
      'case_key',
      'note_case',
      'note_case_once',
      'note_expression',
      'note_included',
    ].toSorted(),
  )
})
