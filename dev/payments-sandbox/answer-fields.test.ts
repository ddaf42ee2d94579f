import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { testDatabase } from '#test/database.ts'
import { openSandbox } from '#test/fakes/payments-sandbox.ts'
import { sandboxPayments } from '#test/fakes/sandbox-payments.ts'

// The names are the provider's, as its published samples and recorded answers have them.
const { database, empty } = await testDatabase()
const sandbox = await openSandbox(database)
const { pay } = sandboxPayments(sandbox)
afterAll(sandbox.close)

const words = (text: string) => text.trim().split(/\s+/).toSorted()
const rowSchema = z.record(z.string(), z.unknown())
const keysOf = (value: unknown) => Object.keys(z.parse(rowSchema, value)).toSorted()
const firstOf = (value: unknown) => (Array.isArray(value) ? value[0] : value)

const transaction =
  words(`id domain status reference receipt_number amount message gateway_response paid_at
  created_at channel currency ip_address metadata log fees fees_split authorization customer plan split order_id
  paidAt createdAt requested_amount pos_transaction_data source fees_breakdown connect transaction_date plan_object
  subaccount`)
const refund =
  words(`id integration domain transaction dispute settlement amount deducted_amount fully_deducted
  currency channel status refunded_by refunded_at expected_at customer_note merchant_note transaction_reference
  refund_type transaction_amount bank_reference reason reversed_at session_id createdAt updatedAt`)
const dispute =
  words(`id refund_amount currency status resolution domain transaction transaction_reference category
  customer bin last4 dueAt resolvedAt evidence attachments note history messages createdAt updatedAt`)
const settlement =
  words(`id domain status currency integration total_amount effective_amount total_fees
  total_processed deductions settlement_date settled_by createdAt updatedAt`)

describe('answers have the provider’s fields, all of them and no others:', () => {
  let transactionId = 0
  beforeAll(async () => {
    await empty()
    const paid = await pay('ajo-1')
    transactionId = paid.id
    await sandbox.settle()
    await sandbox.api('/refund', { transaction: 'ajo-1', amount: 5_000 })
    await sandbox.raiseDispute({ reference: 'ajo-1', amount: null, category: 'chargeback' })
  })

  it.each<[string, (id: number) => string, string[]]>([
    ['verify', () => '/transaction/verify/ajo-1', transaction],
    ['the list of payments', () => '/transaction', transaction],
    ['one payment', (id) => `/transaction/${id}`, [...transaction, 'helpdesk_link'].toSorted()],
    [
      'totals',
      () => '/transaction/totals',
      words(`total_transactions total_volume total_volume_by_currency pending_transfers
        pending_transfers_by_currency`),
    ],
    [
      'a timeline',
      () => '/transaction/timeline/ajo-1',
      words('start_time time_spent attempts errors success mobile input history'),
    ],
    ['the list of refunds', () => '/refund', refund],
    ['the list of disputes', () => '/dispute', dispute],
    ['the dispute of a payment', (id) => `/dispute/transaction/${id}`, dispute],
    ['the list of settlements', () => '/settlement', settlement],
    ['the balance', () => '/balance', words('currency balance')],
  ])('%s', async (_name, pathOf, fields) => {
    const { status, body } = await sandbox.api(pathOf(transactionId))
    expect(status).toBe(200)
    expect(keysOf(body).filter((key) => key !== 'meta')).toEqual(words('data message status'))
    expect(keysOf(firstOf(body.data))).toEqual(fields)
  })

  it('a card and a payer', async () => {
    const { body } = await sandbox.api('/transaction/verify/ajo-1')
    const { authorization, customer } = z.parse(rowSchema, body.data)
    expect(keysOf(authorization)).toEqual(
      words(`authorization_code bin last4 exp_month exp_year channel card_type bank country_code brand reusable
        signature account_name`),
    )
    expect(keysOf(customer)).toEqual(
      words(
        `id first_name last_name email customer_code phone metadata risk_action international_format_phone`,
      ),
    )
  })
})

it('lists the payments of one channel', async () => {
  await empty()
  await pay('ajo-1')
  const channels = async (channel: string) => {
    const { body } = await sandbox.api(`/transaction?channel=${channel}`)
    return z.parse(z.array(rowSchema), body.data).length
  }
  expect([await channels('card'), await channels('bank_transfer')]).toEqual([1, 0])
})
