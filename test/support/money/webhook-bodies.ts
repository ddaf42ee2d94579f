/** What no table may hold of a webhook: every one of these values stands in the bodies below. */
export const personalValues = [
  'ada.okafor@example.com',
  'Ada Amaka',
  'Okafor',
  '+2348031234567',
  '408408',
  '4081',
  'AUTH_8dfhjjdt',
  'SIG_yEXu7dLBeqG0kU7g95Ke',
  '0123456789',
  '197.210.54.33',
  'Kano Road',
  '12/2031',
]

const customer = {
  id: 68324,
  first_name: 'Ada Amaka',
  last_name: 'Okafor',
  email: 'ada.okafor@example.com',
  customer_code: 'CUS_qo38as2hpsgk2r0',
  phone: '+2348031234567',
  metadata: { address: '4 Kano Road' },
  risk_action: 'default',
}

const authorization = {
  authorization_code: 'AUTH_8dfhjjdt',
  bin: '408408',
  last4: '4081',
  exp_month: '12',
  exp_year: '2031',
  expiry: '12/2031',
  card_type: 'visa',
  bank: 'Guaranty Trust Bank',
  signature: 'SIG_yEXu7dLBeqG0kU7g95Ke',
  account_name: 'Ada Amaka Okafor',
  sender_bank_account_number: '0123456789',
}

const money = { amount: 500_000, currency: 'NGN', domain: 'live', status: 'success' }

const toTransaction = (reference: string) => ({
  ...money,
  id: 4_099_260_516,
  reference,
  paid_at: '2026-05-01T09:00:00.000Z',
  created_at: '2026-05-01T08:59:00.000Z',
  channel: 'card',
  fees: 17_500,
  requested_amount: 500_000,
  message: 'Paid by Ada Amaka Okafor',
  gateway_response: 'Approved for 0123456789',
  ip_address: '197.210.54.33',
  metadata: { custom_fields: [{ value: 'ada.okafor@example.com' }] },
  log: { history: [{ message: 'Filled these fields: 4081' }] },
  authorization,
  customer,
})

const toRefund = (reference: string, status: string) => ({
  ...money,
  status,
  amount: '500000',
  transaction_reference: reference,
  refund_reference: 'TRF_3018284',
  processor: 'instant-transfer',
  customer,
  customer_note: 'Refund to Ada Amaka, 0123456789',
  merchant_note: 'Okafor asked',
})

const toDispute = (reference: string, disputeId: number) => ({
  id: disputeId,
  status: 'awaiting-merchant-feedback',
  resolution: 'auto-accepted',
  refund_amount: 500_000,
  currency: 'NGN',
  category: 'chargeback',
  dueAt: '2026-05-02T09:00:00.000Z',
  resolvedAt: null,
  bin: '408408',
  last4: '4081',
  transaction: toTransaction(reference),
  customer,
  messages: [{ sender: 'ada.okafor@example.com', body: 'I am Okafor' }],
})

const transfer = {
  ...money,
  reference: 'transfer-1',
  reason: 'for Ada Amaka',
  recipient: { name: 'Ada Amaka Okafor', details: { account_number: '0123456789' } },
  customer,
  authorization,
}

const refundStatuses = ['pending', 'processing', 'processed', 'failed', 'needs-attention']
const unknownEvents = [
  'transfer.success',
  'transfer.failed',
  'customeridentification.failed',
  'subscription.create',
  'a.new.one',
]

/** Bodies of every event as the provider documents them, with all personal data that it may send. */
export function webhookBodies(reference: string, disputeId = 2867) {
  return [
    { event: 'charge.success', data: toTransaction(reference) },
    ...refundStatuses.map((status) => ({
      event: `refund.${status}`,
      data: toRefund(reference, status),
    })),
    ...['create', 'remind', 'resolve'].map((step) => ({
      event: `charge.dispute.${step}`,
      data: toDispute(reference, disputeId),
    })),
    ...unknownEvents.map((event) => ({ event, data: transfer })),
  ]
}
