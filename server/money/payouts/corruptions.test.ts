import { describe, expect, it } from 'vitest'

import { corruptibleLedger, type Corruption } from '#test/support/money/corruptible-ledger.ts'

const { corrupt, findAll } = await corruptibleLedger()

const charge = `kind = 'charge' and donation_id = (select min(id::text)::uuid from donation where state = 'paid')`
/** Sums of totals follow, as an attacker would make them. */
const forgedDonation = `
  insert into donation select (jsonb_populate_record(donation, jsonb_build_object(
    'id', '0a000000-0000-4000-8000-000000000001', 'reference', 'AJO-0A000000000000000000000000000001',
    'access_code', 'aaaaaaaaaaaaaaaaaaaaaa', 'amount_kobo', 1000000000))).* from donation limit 1;
  insert into donation_reference
    select reference, campaign_id, id from donation where access_code = 'aaaaaaaaaaaaaaaaaaaaaa';
  insert into donation_access_code
    select access_code, campaign_id, id from donation where access_code = 'aaaaaaaaaaaaaaaaaaaaaa';
  insert into provider_transaction values ('sandbox', 77, 'AJO-0A000000000000000000000000000001');
  insert into provider_payment select (jsonb_populate_record(known, jsonb_build_object(
    'donation_id', '0a000000-0000-4000-8000-000000000001', 'transaction_id', 77, 'amount_kobo', 1000000000,
    'requested_kobo', 1000000000, 'fees_kobo', 200000))).* from provider_payment known limit 1;
  insert into ledger_entry (
    campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, raised_kobo, source, booked_at, effective_at,
    provider_balance_kobo, payable_due_kobo, platform_revenue_kobo, fee_kobo)
  select campaign_id, 'charge:sandbox:77', mode, 'charge', '0a000000-0000-4000-8000-000000000001', owner_uid, 77, 1000000000,
    source, booked_at, effective_at, 999800000, -999799900, -100, 200000
  from ledger_entry where kind = 'charge' limit 1`

const forgedTransfer = `
  insert into quarantined_payment (
    id, mode, reference, transaction_id, campaign_id, booked_in, owner_uid, reason, seen, created_at, net_kobo, fee_kobo)
  select gen_random_uuid(), mode, 'transfer-1', 78, campaign_id, campaign_id, owner_uid, 'below-minimum',
    '{"amount": 1000000000, "fees": 30000}', created_at, 999970000, 30000 from donation limit 1;
  insert into ledger_entry (campaign_id, effect_key, mode, kind, owner_uid, raised_kobo, source, booked_at, effective_at,
    provider_balance_kobo, unidentified_kobo, fee_kobo)
  select campaign_id, 'unidentified:sandbox:78', mode, 'unidentified', owner_uid, 0, source, booked_at, effective_at,
    999970000, -999970000, 30000 from ledger_entry where kind = 'charge' limit 1`

const undoneWriteOff = `
  insert into ledger_entry (campaign_id, effect_key, mode, kind, owner_uid, raised_kobo, source, booked_at, effective_at,
    payable_due_kobo, platform_loss_kobo)
  select campaign_id, 'write_off_undo:sandbox:1:0', mode, 'write_off_undo', owner_uid, 0, 'sweep', booked_at, effective_at, 100, -100
  from ledger_entry where kind = 'charge' limit 1`

const corruptions: Corruption[] = [
  ['a forged donation of ₦10m', 'ajo_app', forgedDonation, 'entry-without-payment'],
  ['a forged quarantined transfer of ₦10m', 'ajo_app', forgedTransfer, 'entry-without-payment'],
  [
    'a donation of a hundred days ago that was deleted',
    'owner',
    `delete from ledger_entry where donation_id = (select donation_id from ledger_entry where kind = 'fee');
     delete from donation where id not in (select donation_id from ledger_entry where donation_id is not null);
     delete from donation_reference where donation_id not in (select id from donation);
     delete from donation_access_code where donation_id not in (select id from donation);
     delete from provider_payment where donation_id not in (select id from donation)`,
    'payment-without-entry',
  ],
  [
    'an erased fee together with the stored answer about it',
    'owner',
    `update provider_payment set fees_kobo = 0 where donation_id = (select donation_id from ledger_entry where kind = 'fee');
     delete from ledger_entry where kind = 'fee'`,
    'fee-differs',
  ],
  [
    'settlements that were raised by ₦500,000',
    'ajo_app',
    `update settlement set total_kobo = total_kobo + 50000000, effective_kobo = effective_kobo + 50000000`,
    'every settlement is booked as it was paid out',
  ],
  [
    'a payout to Ajo that was deleted',
    'owner',
    `delete from ledger_entry where kind = 'platform_payout'`,
    'every settlement is booked as it was paid out',
  ],
  [
    'a forged refund entry',
    'ajo_app',
    `insert into ledger_entry (campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, raised_kobo, source,
       booked_at, effective_at, reversal_key, donor_clearing_kobo, payable_due_kobo)
     select campaign_id, 'refund:sandbox:5', mode, 'refund', donation_id, owner_uid, transaction_id, -100, source, booked_at,
       effective_at, 'refund:sandbox:5', -100, 100 from ledger_entry where kind = 'charge' limit 1`,
    'entry-without-refund',
  ],
  [
    'a refund that was deleted with the stored answer about it',
    'owner',
    `delete from ledger_entry where kind = 'refund'; delete from provider_refund`,
    'refund-without-entry',
  ],
  [
    'a lost dispute that was deleted with the stored answer about it',
    'owner',
    `delete from ledger_entry where kind = 'chargeback'; delete from provider_dispute`,
    'dispute-without-entry',
  ],
  ['a refund that nobody requested', 'owner', `delete from refund`, 'refund-without-request'],
  [
    'a donation whose amount and entry were both raised',
    'owner',
    `update donation set amount_kobo = amount_kobo + 100 where id = (select min(id::text)::uuid from donation where state = 'paid');
     update ledger_entry set raised_kobo = raised_kobo + 100, provider_balance_kobo = provider_balance_kobo + 100,
       payable_due_kobo = payable_due_kobo - 100 where ${charge};
     update provider_payment set amount_kobo = amount_kobo + 100, requested_kobo = requested_kobo + 100
     where donation_id = (select min(id::text)::uuid from donation where state = 'paid')`,
    'payment-differs',
  ],
  [
    'a donation that moved to another owner',
    'owner',
    `update donation set owner_uid = 'thief'; update ledger_entry set owner_uid = 'thief' where campaign_id <> 'platform'`,
    'the owner totals are the sums of the entries',
  ],
  [
    'a receivable that was moved to another account',
    'ajo_app',
    `update owner_total set payable_due_kobo = payable_due_kobo + 100, payable_held_kobo = payable_held_kobo - 100`,
    'the owner totals are the sums of the entries',
  ],
  [
    'a write-off that was undone while its reversal stands',
    'ajo_app',
    `insert into ledger_entry (campaign_id, effect_key, mode, kind, owner_uid, raised_kobo, source, booked_at, effective_at, memo,
       owner_receivable_kobo, platform_loss_kobo)
     select campaign_id, 'write_off:sandbox:1', mode, 'write_off', owner_uid, 0, 'admin', booked_at, effective_at, 'Gone', -100, 100
     from ledger_entry where kind = 'charge' limit 1; ${undoneWriteOff}`,
    'a write-off is undone only for a reversal that was undone',
  ],
]

describe('a corrupted database', () => {
  it('is correct before it is corrupted', async () => {
    expect(await findAll()).toEqual([])
  })

  it.each(corruptions)('reports %s (as %s)', async (_what, role, statement, foundBy) => {
    await corrupt(role, statement)
    expect(await findAll()).toContain(foundBy)
  })
})
