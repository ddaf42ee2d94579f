import { card, customer, docs, transfer, type StoredAnswer } from './answer.ts'

const charge = {
  id: 4_378_045_029,
  domain: 'test',
  status: 'success',
  reference: 'ref',
  amount: 500_000,
  message: null,
  gateway_response: 'Successful',
  paid_at: '2024-11-15T11:42:29.000Z',
  created_at: '2024-11-15T11:41:52.000Z',
  channel: 'card',
  currency: 'NGN',
  ip_address: '192.0.2.1',
  metadata: '',
  fees_breakdown: null,
  log: null,
  fees: 17_500,
  fees_split: null,
  authorization: card,
  customer,
  plan: {},
  subaccount: {},
  split: {},
  order_id: null,
  paidAt: '2024-11-15T11:42:29.000Z',
  requested_amount: 500_000,
  pos_transaction_data: null,
  source: {
    type: 'api',
    source: 'merchant_api',
    entry_point: 'transaction_initialize',
    identifier: null,
  },
}

const refund = {
  status: 'pending',
  transaction_reference: 'tvunjbbd_412829_4b18075d_c7had',
  refund_reference: null,
  amount: '10000',
  currency: 'NGN',
  processor: 'instant-transfer',
  customer: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' },
  integration: 412_829,
  domain: 'live',
}

const dispute = {
  id: 358_950,
  refund_amount: 5_800,
  currency: 'NGN',
  status: 'awaiting-merchant-feedback',
  resolution: null,
  domain: 'live',
  transaction: {
    ...charge,
    id: 896_467_688,
    reference: 'v3mjfgbnc19v97x',
    amount: 5_800,
    fees: 53,
    authorization: {},
  },
  transaction_reference: null,
  category: 'chargeback',
  customer: { ...customer, metadata: {}, risk_action: 'allow' },
  bin: '123456',
  last4: '1234',
  dueAt: '2020-11-25T18:00:00.000Z',
  resolvedAt: null,
  evidence: null,
  attachments: null,
  note: null,
  history: [{ status: 'pending', by: 'person@example.com', createdAt: '2020-11-24T13:46:57.000Z' }],
  messages: [{ sender: 'person@example.com', body: 'text', createdAt: '2020-11-24T13:46:57.000Z' }],
  created_at: '2020-11-24T13:46:57.000Z',
  updated_at: '2020-11-24T18:00:02.000Z',
}

const event = (name: string, data: unknown) => ({ event: name, data })
const toNumber = {
  receiver_bank_account_number: '9930000902',
  receiver_bank: 'Wema Bank',
  channel: 'dedicated_nuban',
}

export const charges: StoredAnswer[] = [
  {
    source: 'file 5784594007',
    shape: 'card, November 2024',
    data: event('charge.success', charge),
  },
  {
    source: docs,
    shape: 'bank transfer, fees_breakdown, metadata 0',
    data: event('charge.success', {
      ...charge,
      channel: 'bank_transfer',
      metadata: 0,
      amount: 1_000,
      fees: 15,
      fees_breakdown: { amount: '15', formula: null, type: 'paystack' },
      authorization: transfer,
    }),
  },
  {
    source: 'file 19010071441',
    shape: 'transfer to an account number',
    data: event('charge.success', {
      ...charge,
      channel: 'dedicated_nuban',
      reference: '1234567890123',
      authorization: { ...transfer, ...toNumber },
    }),
  },
]

export const events: StoredAnswer[] = [
  { source: docs, shape: 'refund.pending: amount as text', data: event('refund.pending', refund) },
  {
    source: docs,
    shape: 'refund.processing',
    data: event('refund.processing', { ...refund, status: 'processing' }),
  },
  {
    source: docs,
    shape: 'refund.processed',
    data: event('refund.processed', {
      ...refund,
      status: 'processed',
      refund_reference: '132013318360',
      amount: '5000',
      processor: 'mpgs_zen',
    }),
  },
  {
    source: docs,
    shape: 'refund.failed: amount as a number',
    data: event('refund.failed', {
      ...refund,
      status: 'failed',
      refund_reference: 'TRF_000000000000001',
      amount: 20_000,
    }),
  },
  {
    source: docs,
    shape: 'refund.needs-attention: with an id',
    data: event('refund.needs-attention', { ...refund, id: 1_234_567, status: 'needs-attention' }),
  },
  { source: docs, shape: 'charge.dispute.create', data: event('charge.dispute.create', dispute) },
  { source: docs, shape: 'charge.dispute.remind', data: event('charge.dispute.remind', dispute) },
  {
    source: docs,
    shape: 'charge.dispute.resolve',
    data: event('charge.dispute.resolve', {
      ...dispute,
      id: 358_949,
      status: 'resolved',
      resolution: 'auto-accepted',
      resolvedAt: '2020-11-24T14:00:02.000Z',
    }),
  },
  {
    source: docs,
    shape: 'bank.transfer.rejected: no reference',
    data: event('bank.transfer.rejected', {
      bank_transfer: {
        amount: '1000',
        message: 'incorrect amount sent',
        message_type: 'INCORRECT_AMOUNT',
        transaction_id: '5195686331',
      },
      customer,
    }),
  },
  {
    source: docs,
    shape: 'dedicatedaccount.assign.failed',
    data: event('dedicatedaccount.assign.failed', {
      customer,
      dedicated_account: null,
      identification: { status: 'failed' },
    }),
  },
  {
    source: docs,
    shape: 'customeridentification.success',
    data: event('customeridentification.success', {
      customer_id: '9387490384',
      customer_code: 'CUS_000000000000001',
      email: 'ada@example.com',
      identification: { country: 'NG', type: 'bvn', value: '200*****677' },
    }),
  },
  {
    source: 'file 5784594007',
    shape: 'transfer.success',
    data: event('transfer.success', {
      amount: 30_000,
      currency: 'NGN',
      domain: 'test',
      id: 37_272_792,
      reference: 'ref',
      status: 'success',
    }),
  },
  {
    source: docs,
    shape: 'subscription.expiring_cards: a list',
    data: event('subscription.expiring_cards', [{ expiry_date: '12/2021', brand: 'visa' }]),
  },
]
