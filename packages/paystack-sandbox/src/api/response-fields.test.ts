import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { memoryDatabase } from '../../test/standing-sandbox.ts'
import { openSandbox } from '../../test/open-sandbox.ts'
import { sandboxPayments } from '../../test/sandbox-payments.ts'

// Field names as in the provider's published samples and recorded responses.
const { database, empty } = await memoryDatabase()
const sandbox = await openSandbox(database)
const { pay } = sandboxPayments(sandbox)
afterAll(sandbox.close)

const words = (text: string) => text.trim().split(/\s+/).toSorted()
const rowSchema = z.record(z.string(), z.unknown())
const sortedKeys = (value: unknown) => Object.keys(z.parse(rowSchema, value)).toSorted()
const firstRow = (value: unknown) => (Array.isArray(value) ? value[0] : value)

const transaction =
  words(`id domain status reference receipt_number amount message gateway_response paid_at
  created_at channel currency ip_address metadata log fees fees_split authorization customer plan split order_id
  paidAt createdAt requested_amount pos_transaction_data source fees_breakdown connect transaction_date plan_object
  subaccount`)
const refund =
  words(`id integration domain transaction dispute settlement amount deducted_amount fully_deducted
  currency channel status refunded_by initiated_by refund_channel collect_account_number refunded_at expected_at customer_note merchant_note transaction_reference
  refund_type transaction_amount bank_reference reason reversed_at session_id createdAt updatedAt`)
const dispute =
  words(`id refund_amount currency status resolution domain transaction transaction_reference category
  customer bin last4 dueAt resolvedAt evidence attachments note history messages createdAt updatedAt`)
const settlement =
  words(`id domain status currency integration total_amount effective_amount total_fees
  total_processed deductions settlement_date settled_by createdAt updatedAt`)

describe('has exactly the provider’s fields:', () => {
  beforeAll(async () => {
    await empty()
    await pay('ajo-1')
    await sandbox.settle()
    await sandbox.api('/refund', { transaction: 'ajo-1', amount: 5_000 })
    await sandbox.raiseDispute({ reference: 'ajo-1', amount: null, category: 'chargeback' })
  })

  it.each<[string, string, string[]]>([
    ['verify', '/transaction/verify/ajo-1', transaction],
    ['list of payments', '/transaction', transaction],
    [
      'totals',
      '/transaction/totals',
      words(`total_transactions total_volume total_volume_by_currency pending_transfers
        pending_transfers_by_currency`),
    ],
    ['list of refunds', '/refund', refund],
    ['list of disputes', '/dispute', dispute],
    ['list of settlements', '/settlement', settlement],
    ['balance', '/balance', words('currency balance')],
    [
      'balance ledger',
      '/balance/ledger',
      words(`id integration domain balance currency difference reason model_responsible model_row createdAt
        updatedAt`),
    ],
  ])('%s', async (_name, path, fields) => {
    const { status, body } = await sandbox.api(path)
    expect(status).toBe(200)
    expect(sortedKeys(body).filter((key) => key !== 'meta')).toEqual(words('data message status'))
    expect(sortedKeys(firstRow(body.data))).toEqual(fields)
  })

  it('authorization and customer', async () => {
    const { body } = await sandbox.api('/transaction/verify/ajo-1')
    const { authorization, customer } = z.parse(rowSchema, body.data)
    expect(sortedKeys(authorization)).toEqual(
      words(`authorization_code bin last4 exp_month exp_year channel card_type bank country_code brand reusable
        signature account_name receiver_bank_account_number receiver_bank`),
    )
    expect(sortedKeys(customer)).toEqual(
      words(
        `id first_name last_name email customer_code phone metadata risk_action international_format_phone`,
      ),
    )
  })
})
