import { sql } from '../../database/sql.ts'
import { entryDigest } from '../entries/entry-chain.ts'
import { invariant, type Invariant } from './invariant.ts'

export const chainInvariants: readonly Invariant[] = [
  invariant(
    'every entry is in the chain exactly once',
    sql`
    select coalesce(entry.campaign_id, link.campaign_id) || ' ' || coalesce(entry.effect_key, link.effect_key),
      coalesce(link.times, 0)::text, '1'
    from ledger_entry entry
    full join (select campaign_id, effect_key, count(*) as times from ledger_link group by campaign_id, effect_key) link
      on link.campaign_id = entry.campaign_id and link.effect_key = entry.effect_key
    where link.times is distinct from 1 or entry.effect_key is null`,
  ),
  invariant(
    'every link of the chain has the right hash',
    sql`
    select link.campaign_id || ' ' || link.slot || ' ' || link.position, encode(link.hash, 'hex'), link.effect_key
    from (
      select campaign_id, slot, position, effect_key, hash, lag(hash) over slots as before, row_number() over slots as place
      from ledger_link window slots as (partition by campaign_id, mode, slot order by position)) link
    join ledger_entry entry on entry.campaign_id = link.campaign_id and entry.effect_key = link.effect_key
    where link.position <> link.place
      or link.hash <> case when link.before is null then ${entryDigest} else sha256(link.before || ${entryDigest}) end`,
  ),
  invariant(
    'the totals hold the end of each chain',
    sql`
    select total.campaign_id || ' ' || total.slot, total.chain_length::text, coalesce(last.position, 0)::text
    from campaign_total total
    left join (
      select distinct on (campaign_id, mode, slot) campaign_id, mode, slot, position, hash from ledger_link
      order by campaign_id, mode, slot, position desc) last using (campaign_id, mode, slot)
    where total.chain_length is distinct from coalesce(last.position, 0) or total.chain_head is distinct from last.hash`,
  ),
]
