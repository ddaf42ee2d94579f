import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, it } from 'vitest'

import { migrationsDirectory } from '#server/platform/database/migrate.ts'

/**
 * The owner of a table writes it. Named here is the owner of each table that several folders write, the others, and the owner of each
 * table that only triggers, commands or tests write.
 */
const owners: Record<string, string> = {
  account: 'people/accounts platform/mail providers/identity',
  account_role: 'people/accounts staff',
  backup_run: 'platform/backup',
  bank_account_holder: 'campaigns people/privacy',
  campaign_day: 'money/ledger',
  campaign_listing: 'campaigns providers/content',
  campaign_report: 'staff/moderation people/privacy',
  development_mail: 'dev/mailbox',
  donation: 'money/donations money/ledger money/receipts people/privacy people/supporters',
  failing_item: 'platform/queue money/donations',
  image: 'platform/images providers/content',
  ledger_difference: 'money/ledger staff/admin',
  listing_size: 'providers/content',
  mail_outbox: 'platform/mail people/supporters',
  mail_suppression: 'platform/mail staff/admin',
  moderation_appeal: 'staff/moderation people/privacy',
  moderation_case: 'staff/moderation people/privacy',
  moderation_decision: 'staff/moderation campaigns people/privacy',
  money_decision: 'money/payouts staff/admin',
  quarantined_payment: 'money/ledger staff/admin',
  refund_step: 'money/refunds',
  sample_data: 'dev/sample-data',
  sub_account_campaign: 'money/payouts money/ledger',
  webhook_inbox: 'money/donations staff/admin',
}

/** Tables that a folder reads without being their owner, by folder. Ask the owner's function instead of adding one. */
const foreignReads: Record<string, string> = {
  campaigns:
    'account account_role campaign_total deleted_campaign donation evidence image ledger_entry',
  'money/disputes':
    'donation ledger_entry provider_dispute provider_payment provider_refund quarantined_payment receipt refund thank_you_delivery thank_you_message',
  'money/donations':
    'account campaign_history campaign_total ledger_entry provider_dispute provider_payment quarantined_payment receipt',
  'money/ledger':
    'audit_log balance_change balance_read campaign campaign_account_number campaign_freeze campaign_listing deleted_campaign donation_access_code donation_reference money_decision payout_hold receipt receipt_code receipt_year refund settlement settlement_line webhook_inbox',
  'money/payouts':
    'account_number_payee bank_account_use campaign_day campaign_freeze campaign_payee campaign_total donation donation_reference failing_item ledger_difference ledger_entry other_payment provider_dispute provider_payment provider_refund quarantined_payment refund',
  'money/receipts': 'donation_reference ledger_entry mail_outbox',
  'money/refunds':
    'campaign_history donation donation_access_code ledger_entry provider_dispute provider_payment provider_refund quarantined_payment settlement settlement_line',
  'people/accounts': 'account_email',
  'people/overview':
    'campaign_day campaign_draft campaign_freeze campaign_pending_change donation ledger_entry moderation_decision receipt thank_you_delivery',
  'people/privacy':
    'account account_event account_role campaign campaign_consent campaign_document campaign_edit campaign_follower campaign_freeze campaign_history campaign_payee campaign_pending_change campaign_question campaign_submission campaign_total campaign_update campaign_version expense ledger_entry outside_receipt payout_hold payout_stop provider_dispute quarantined_payment refund thank_you_message',
  'people/supporters': 'account campaign_day campaign_draft deleted_campaign ledger_entry',
  'platform/health':
    'failing_item ledger_check ledger_difference mail_outbox mail_pause webhook_inbox',
  'platform/images':
    'campaign campaign_draft campaign_pending_change campaign_update campaign_version moderation_decision',
  'platform/mail': 'account_email',
  'platform/rate-limits': 'donation donation_access_code provider_payment',
  'providers/content': 'deleted_campaign',
  staff:
    'account donation mail_outbox moderation_appeal moderation_case provider_dispute quarantined_payment refund',
  'staff/admin':
    'account account_role campaign_day campaign_history campaign_name campaign_total donation donation_reference failing_item ledger_check ledger_entry ledger_finding mail_outbox moderation_decision other_payment payout_hold payout_stop provider_dispute provider_payment provider_refund receipt refund refund_step settlement settlement_line',
  'staff/moderation': 'account account_role campaign_donor campaign_history donation refund',
  transparency: 'campaign_day ledger_entry money_decision',
}

const tables = new Set(
  readdirSync(migrationsDirectory).flatMap((name) =>
    [
      ...readFileSync(join(migrationsDirectory, name), 'utf8').matchAll(
        /^create table ([a-z_]+) \(/gm,
      ),
    ].map(([, table = '']) => table),
  ),
)
const { reads, writes } = scanServer()

it('writes each table in the folder of its owner', () => {
  const found = [...writes]
    .filter(([table, folders]) => folders.size > 1 || table in owners)
    .map(([table, folders]) => [table, [...folders].toSorted()])
  const listed = Object.entries(owners)
    .map(([table, folders]) => [table, folders.split(' ').toSorted()])
    .filter(([table]) => writes.has(String(table)))
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed))
})

it('knows the owner of each table', () => {
  expect([...tables].filter((table) => findOwner(table) === undefined)).toEqual([])
})

it('reads a table outside of its owner only where that is listed', () => {
  const found = new Map<string, string[]>()
  for (const [table, folders] of reads)
    for (const folder of folders)
      if (findOwner(table) !== folder && !writes.get(table)?.has(folder))
        found.set(folder, [...(found.get(folder) ?? []), table])
  const lines = [...found].map(([folder, names]) => [folder, names.toSorted().join(' ')])
  expect(Object.fromEntries(lines)).toEqual(foreignReads)
})

function findOwner(table: string): string | undefined {
  return owners[table]?.split(' ')[0] ?? [...(writes.get(table) ?? [])][0]
}

/** Which folders read and write which tables, as the `sql` templates of the server say. */
function scanServer() {
  const found = { reads: new Map<string, Set<string>>(), writes: new Map<string, Set<string>>() }
  const add = (kind: keyof typeof found, table: string, folder: string) => {
    if (tables.has(table)) found[kind].set(table, (found[kind].get(table) ?? new Set()).add(folder))
  }
  for (const file of readdirSync('server', { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || /\.(test|contract)\.ts$/.test(file)) continue
    const folder = toFolder(dirname(file))
    for (const text of listTemplates(readFileSync(join('server', file), 'utf8'))) {
      for (const [, table = ''] of text.matchAll(
        /\b(?:insert\s+into|(?<!for\s)update|delete\s+from)\s+([a-z_]+)\b/g,
      ))
        add('writes', table, folder)
      for (const [, table = ''] of text.matchAll(
        /(?<!delete\s)\b(?:from|join|using)\s+([a-z_]+)\b/g,
      ))
        add('reads', table, folder)
    }
  }
  return found
}

/** `money/ledger`, `campaigns`: the first folder, and the second of a group of folders. */
function toFolder(path: string): string {
  const [first = '', second] = path.split('/')
  const isGroup = ['money', 'people', 'staff', 'platform', 'providers'].includes(first)
  return isGroup && second !== undefined ? `${first}/${second}` : first
}

/** The texts of the templates that are tagged with `sql`, without the expressions in them; those may contain further templates. */
function listTemplates(source: string): string[] {
  const texts: string[] = []
  /** Open templates and, above each, the depth of braces in its open expression. */
  const open: { isSql: boolean; text: string; braces: number }[] = []
  for (const { 0: token, index } of source.matchAll(/\\.|\$\{|[`{}]|[^\\`{}$]+|./gs)) {
    const top = open.at(-1)
    const isInText = top?.braces === 0
    if (isInText && token === '`') texts.push(...(open.pop()?.isSql ? [top.text] : []))
    else if (isInText && token === '${') Object.assign(top, { text: `${top.text}?`, braces: 1 })
    else if (isInText) top.text += token
    else if (token === '`')
      open.push({ isSql: /\bsql$/.test(source.slice(0, index)), text: '', braces: 0 })
    else if (top) top.braces += Number(token.endsWith('{')) - Number(token === '}')
  }
  return texts
}
