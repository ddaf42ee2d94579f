/** Tables of which no cached response shows anything. A change of any other table purges the cache, so a table may be missing here. */
export const unseenTables: ReadonlySet<string> = new Set([
  'access_log',
  'account_credential',
  'account_event',
  'account_number_request',
  'action_code',
  'alarm',
  'audit_log',
  'backup_run',
  'balance_change',
  'balance_read',
  'campaign_draft',
  'checkout_attempt',
  'development_mail',
  'donation_access_code',
  'donation_reference',
  'donation_start',
  'failing_item',
  'feedback',
  'guest_data_link_use',
  'known_device',
  'ledger_check',
  'listed_write',
  'mail_outbox',
  'mail_pause',
  'mail_suppression',
  'provider_fault',
  'provider_transaction',
  'quota_use',
  'rate_limit_counter',
  'recovery_code',
  'refund_pace',
  'sealing_canary',
  'session',
  'terms_acceptance',
  'thank_you_delivery',
  'two_factor',
  'unnamed_proxy',
  'webhook_inbox',
])

/** The payment sandbox has tables of its own. */
const sandboxSchema = 'sandbox'

const write =
  /(?<!\bfor |\bfor no key |\bdo )\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?"?(?:public\.)?"?([a-z_]+)/gi

const known = new Map<string, boolean>()
const maxKnown = 2_000

/** Whether a statement changes a table that a cached response may show. */
export function changesWhatIsShown(statement: string): boolean {
  const before = known.get(statement)
  if (before !== undefined) return before
  const changes = namesShownTable(statement)
  if (known.size < maxKnown) known.set(statement, changes)
  return changes
}

function namesShownTable(statement: string): boolean {
  for (const [, table = ''] of statement.matchAll(write))
    if (table !== sandboxSchema && !unseenTables.has(table.toLowerCase())) return true
  return false
}
