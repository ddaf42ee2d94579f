import { describe, expect, it } from 'vitest'

import { corruptibleLedger, type Corruption } from '#test/support/money/corruptible-ledger.ts'

const { corrupt, findAll, pass } = await corruptibleLedger()

const first = `(select min(id::text)::uuid from donation where state = 'paid')`
const last = `(select max(id::text)::uuid from donation where state = 'paid')`
const unpaid = `(
  select id from donation where state = 'paid' and id not in (select donation_id from settlement_line) limit 1) unpaid`
/** Adds to the amount of a donation everywhere. */
const raise = (donation: string, kobo: number) => `
  update donation set amount_kobo = amount_kobo + ${kobo} where id = ${donation};
  update provider_payment set amount_kobo = amount_kobo + ${kobo}, requested_kobo = requested_kobo + ${kobo} where donation_id = ${donation};
  update ledger_entry set raised_kobo = raised_kobo + ${kobo}, provider_balance_kobo = provider_balance_kobo + ${kobo},
    payable_due_kobo = payable_due_kobo - ${kobo} where kind = 'charge' and donation_id = ${donation};`
const ofFive = `where donation_id = (select donation_id from refund where state = 'known')`

/** A settlement of a year ago that never was. */
const settle = (party: 'null' | 'not null', change = {}) => `
  insert into settlement select (jsonb_populate_record(settled, jsonb_build_object(
    'settlement_id', 9, 'settled_at', settled_at - interval '1 year', 'asked_at', asked_at - interval '1 year')
    || '${JSON.stringify(change)}')).*
  from settlement settled where sub_account_code is ${party} limit 1;`
const settleNothing = (code: string) =>
  settle('not null', { sub_account_code: code, total_kobo: 0, effective_kobo: 0 })

/** Each leaves the sums as they should be, so that only one comparison can find it. */
const corruptions: Corruption[] = [
  [
    'two donations whose amounts were swapped',
    'owner',
    raise(first, 100_00) + raise(last, -100_00),
    'payment-differs',
  ],
  [
    'an entry that was moved to another campaign',
    'owner',
    `update ledger_entry set campaign_id = 'another' where kind = 'charge' and donation_id = ${first}`,
    'an entry belongs to a donation of the same owner',
  ],
  [
    'a sub-account that was changed in a donation and in the answer about its payment',
    'ajo_app',
    `update donation set sub_account_code = 'ACCT_of_a_thief_001' where id = ${first};
     update provider_payment set sub_account_code = 'ACCT_of_a_thief_001' where donation_id = ${first}`,
    'payment-differs',
  ],
  [
    'a refund under way that was marked as processed',
    'ajo_app',
    `update refund set state = 'processed', next_attempt_at = null where state = 'known'`,
    'a processed refund was processed at the provider',
  ],
  [
    'a refund under way that was marked as processed, with the answer about it',
    'ajo_app',
    `update provider_refund set status = 'processed' ${ofFive};
     update refund set state = 'processed', next_attempt_at = null where state = 'known'`,
    'refunds and lost disputes at the provider are booked',
  ],
  [
    'a refund whose lease never ends',
    'ajo_app',
    `update refund set lease_token = gen_random_uuid(), lease_until = 'infinity' where state = 'known'`,
    'no open refund is forgotten',
  ],
  [
    'a stored answer about a refund that was deleted',
    'owner',
    `delete from provider_refund where status = 'processed'`,
    'refunds and lost disputes at the provider are booked',
  ],
  [
    'a line that was added to a settlement',
    'ajo_app',
    `insert into settlement_line
     select line.mode, settlement_id, line.campaign_id, unpaid.id, gross_kobo, fee_kobo, share_kobo, leg_kobo
     from settlement_line line, ${unpaid} where share_kobo > 10000 limit 1`,
    'the lines of a paid settlement add up to it',
  ],
  [
    'a payout that was moved to another campaign',
    'owner',
    `update ledger_entry set campaign_id = 'another' where kind = 'payout'`,
    'a settlement pays each campaign its lines',
  ],
  [
    'a settlement that never was, with its line and entry',
    'ajo_app',
    `insert into settlement select (jsonb_populate_record(settled, jsonb_build_object('settlement_id', 9, 'settled_at', now() + interval '1 year'))).*
       from settlement settled where sub_account_code is not null limit 1;
     insert into settlement_line select line.mode, 9, line.campaign_id, unpaid.id, gross_kobo, fee_kobo, share_kobo, leg_kobo
       from settlement_line line, ${unpaid}
       where share_kobo > 10000 limit 1;
     insert into ledger_entry (campaign_id, effect_key, mode, kind, owner_uid, raised_kobo, source, booked_at, effective_at,
       provider_balance_kobo, payable_held_kobo, paid_out_kobo)
     select campaign_id, 'payout:sandbox:9', mode, kind, owner_uid, 0, source, booked_at, effective_at, -492400, 492400, 492400
     from ledger_entry where kind = 'payout' limit 1`,
    'settlement-differs',
  ],
  [
    'a deduction that never was, with its entry',
    'ajo_app',
    `insert into balance_change values ('sandbox', 9, -10000, 'refund', 9, now() + interval '1 year', true);
     insert into ledger_entry (campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, raised_kobo, source,
       booked_at, effective_at, provider_balance_kobo, donor_clearing_kobo)
     select campaign_id, 'deduction:sandbox:9', mode, kind, donation_id, owner_uid, transaction_id, 0, source, booked_at, effective_at,
       -10000, 10000 from ledger_entry where kind = 'deduction' limit 1`,
    'deduction-unexplained',
  ],
  [
    'a settlement of a year ago that never was, with its line and entry',
    'ajo_app',
    `${settle('not null')}
     insert into settlement_line select line.mode, 9, line.campaign_id, unpaid.id, gross_kobo, fee_kobo, share_kobo, leg_kobo
       from settlement_line line, ${unpaid} where share_kobo > 10000 limit 1;
     insert into ledger_entry (campaign_id, effect_key, mode, kind, owner_uid, raised_kobo, source, booked_at, effective_at,
       provider_balance_kobo, payable_held_kobo, paid_out_kobo)
     select campaign_id, 'payout:sandbox:9', mode, kind, owner_uid, 0, source, booked_at - interval '1 year',
       effective_at - interval '1 year', -492400, 492400, 492400 from ledger_entry where kind = 'payout' limit 1`,
    'settlement-differs',
  ],
  [
    'a settlement of a year ago to a sub-account that is named as the main account, without an entry',
    'ajo_app',
    settleNothing('main'),
    'settlement-differs',
  ],
  [
    'a settlement to Ajo of a year ago that never was, with its entry',
    'ajo_app',
    `${settle('null')}
     insert into ledger_entry (campaign_id, effect_key, mode, kind, owner_uid, raised_kobo, source, booked_at, effective_at,
       provider_balance_kobo, platform_bank_kobo)
     select campaign_id, 'platform_payout:sandbox:9', mode, kind, owner_uid, 0, source, booked_at - interval '1 year',
       effective_at - interval '1 year', -100, 100 from ledger_entry where kind = 'platform_payout' limit 1`,
    'settlement-differs',
  ],
  [
    'a settlement of fifty days ago that was deleted with its lines and entries',
    'owner',
    `delete from ledger_entry where kind = 'payout';
     delete from settlement_line where settlement_id in (select settlement_id from settlement where sub_account_code is not null);
     delete from settlement where sub_account_code is not null`,
    'settlement-differs',
  ],
  [
    'a settlement to Ajo of fifty days ago that was deleted with its lines and entries',
    'owner',
    `delete from ledger_entry where kind = 'platform_payout';
     delete from settlement_line where settlement_id in (select settlement_id from settlement where sub_account_code is null);
     delete from settlement where sub_account_code is null`,
    'settlement-differs',
  ],
  [
    'a payout that was dated back',
    'owner',
    `update ledger_entry set effective_at = effective_at - interval '1 year' where kind = 'payout'`,
    'date-differs',
  ],
  [
    'a deduction of a year ago that never was, with its entry',
    'ajo_app',
    `insert into balance_change select mode, 9, -10000, 'refund', 9, at - interval '1 year', true from balance_change limit 1;
     insert into ledger_entry (campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, raised_kobo, source,
       booked_at, effective_at, provider_balance_kobo, donor_clearing_kobo)
     select campaign_id, 'deduction:sandbox:9', mode, kind, donation_id, owner_uid, transaction_id, 0, source,
       booked_at - interval '1 year', effective_at - interval '1 year', -10000, 10000 from ledger_entry where kind = 'deduction' limit 1`,
    'deduction-unexplained',
  ],
  [
    'a deduction of fifty days ago that was deleted with its entry',
    'owner',
    `delete from ledger_entry where kind = 'deduction'; delete from balance_change`,
    'deduction-without-entry',
  ],
  [
    'a deduction that was dated back',
    'owner',
    `update ledger_entry set effective_at = effective_at - interval '1 year' where kind = 'deduction'`,
    'deduction-unexplained',
  ],
  [
    'a deduction that was marked as booked',
    'ajo_app',
    `insert into balance_change values ('sandbox', 9, -10000, 'refund', 9, now(), true)`,
    'every deduction from the main account is booked as the provider lists it',
  ],
  [
    'a hold that nobody reads back',
    'ajo_app',
    `update payout_hold set next_attempt_at = 'infinity'`,
    'a hold in force is read back',
  ],
  [
    'a lost dispute that was reported as won',
    'ajo_app',
    `update provider_dispute set resolution = 'declined'`,
    'refunds and lost disputes at the provider are booked',
  ],
]

describe('a database that was corrupted and looks right', () => {
  it('is correct before it is corrupted', async () => {
    expect(await findAll()).toEqual([])
  })

  it.each(corruptions)('reports %s (as %s)', async (_what, role, statement, foundBy) => {
    await corrupt(role, statement)
    expect(await findAll()).toContain(foundBy)
  })
})

const receipt = `donation_id = (select donation_id from receipt order by donation_id limit 1)`
const decided = (table: string) => `each row of ${table} is as it was decided`
const stored = 'the donor, the terms and what is shown of a donation are as they were stored'

/** Rows that no sum depends on, written around the triggers. */
const rewritten: [what: string, statement: string, foundBy: string][] = [
  [
    'a donor who was renamed',
    `update donation set donor_name = 'Another' where id = ${first}`,
    stored,
  ],
  [
    'a donation that was given to another account',
    `update donation set donor_uid = 'bola' where id = ${first}`,
    stored,
  ],
  [
    'two donations whose pages were swapped',
    `create temp table swapped as select id, access_code from donation where id in (${first}, ${last});
     update donation set access_code = other.access_code from swapped other
       where donation.id in (${first}, ${last}) and other.id in (${first}, ${last}) and other.id <> donation.id;
     update donation_access_code set donation_id = given.id from donation given where given.access_code = donation_access_code.access_code;
     drop table swapped`,
    stored,
  ],
  [
    'another bearer of the fee',
    `update donation set fee_bearer = 'account' where id = ${first}`,
    stored,
  ],
  [
    'a message that was put on the list',
    `update donation set shows_message = true where id = ${first}`,
    stored,
  ],
  [
    'an amount that is no longer hidden',
    `update donation set hides_amount = false where id = ${first}`,
    stored,
  ],
  [
    'a refund on hold that was deleted',
    `delete from refund where state = 'held'`,
    decided('refund'),
  ],
  [
    'a refund whose amount was rewritten after it was processed',
    `update refund set amount_kobo = amount_kobo + 100 where state = 'processed'`,
    decided('refund'),
  ],
  [
    'a refund that another person requested',
    `update refund set requested_by_uid = 'ada' where state = 'held'`,
    decided('refund'),
  ],
  [
    'a payment on hold that was dismissed',
    `update quarantined_payment set state = 'dismissed', resolved_at = now()`,
    decided('quarantined_payment'),
  ],
  [
    'a payment on hold that was deleted',
    'delete from quarantined_payment',
    decided('quarantined_payment'),
  ],
  [
    'a refund on hold that was stopped',
    `update refund set state = 'given-up', problem = 'stopped', next_attempt_at = null where state = 'held'`,
    decided('refund'),
  ],
  [
    'a refund to which nobody agreed',
    `update refund set needs_second = true, agreed_by = 'bola' where state = 'held'`,
    decided('refund'),
  ],
  [
    'a hold of payouts that was released',
    `update payout_hold set state = 'released', in_force_since = null`,
    decided('payout_hold'),
  ],
  ['a freeze that was ended', 'delete from campaign_freeze', decided('campaign_freeze')],
  ['a hold of payouts that was deleted', 'delete from payout_hold', decided('payout_hold')],
  ['a stop of payouts that was deleted', 'delete from payout_stop', decided('payout_stop')],
  [
    'a stop of payouts that ends by itself',
    `update payout_stop set until = now()`,
    decided('payout_stop'),
  ],
  [
    'a stop of payouts that nobody released',
    `update payout_stop set ended_at = now(), ended_by = 'bola', reason = 'Fine'`,
    decided('payout_stop'),
  ],
  ['a row of the audit log that was deleted', 'delete from audit_log', decided('audit_log')],
  [
    'a row of the audit log with another admin',
    `update audit_log set uid = 'bola'`,
    decided('audit_log'),
  ],
  [
    'settlements of another month',
    `update settlement set settled_at = settled_at - interval '40 days'`,
    'a settlement has the day of its payout',
  ],
  [
    'a receipt of another year',
    `update receipt set donated_at = donated_at - interval '1 year' where ${receipt}`,
    'a receipt has the day of its payment',
  ],
  [
    'a receipt of another year with its entry',
    `update receipt set donated_at = donated_at - interval '1 hour' where ${receipt};
     update ledger_entry set effective_at = effective_at - interval '1 hour' where kind = 'charge' and ${receipt}`,
    'the signature of a receipt is of its donation',
  ],
  [
    'a receipt that was deleted',
    `delete from receipt where ${receipt}`,
    'a receipt has the day of its payment',
  ],
  [
    'two receipts whose signatures were swapped',
    `update receipt set signature = (select signature from receipt other where other.donation_id <> receipt.donation_id limit 1)`,
    'the signature of a receipt is of its donation',
  ],
  [
    'a webhook that was ignored',
    `update webhook_inbox set state = 'ignored', next_attempt_at = null`,
    'no webhook about one of our payments is ignored',
  ],
  [
    'an entry of another source',
    `update ledger_entry set source = 'sweep' where kind = 'charge' and donation_id = ${first}`,
    'the source, reason and owner of an entry are as they were booked',
  ],
  [
    'a list that shows another sum',
    'update campaign_listing set raised_kobo = raised_kobo + 100',
    'lists show what was raised',
  ],
  [
    'an approval that was deleted',
    `delete from money_decision where kind = 'payee-approved'`,
    'a donation is paid to a bank account that a reviewer approved for its campaign',
  ],
  [
    'a record of a decision that was deleted',
    `delete from money_decision where kind = 'payout_stop'`,
    decided('payout_stop'),
  ],
]

describe('rows that no sum depends on', () => {
  it.each(rewritten)('report %s', async (_what, statement, foundBy) => {
    await corrupt('owner', statement)
    expect(await findAll()).toContain(foundBy)
  })

  it('report open differences that were marked as resolved', async () => {
    await corrupt('owner', raise(first, 100_00) + raise(last, -100_00))
    expect(await findAll()).toContain('payment-differs')
    await corrupt('owner', `update ledger_difference set state = 'resolved'`)
    // Each day of the history is compared within 30 days.
    pass(31 * 86_400_000)
    expect(await findAll()).toContain('payment-differs')
  })
})
