import { customer, docs, gateway, rubySdk, type StoredAnswer } from './answer.ts'

const settlement = {
  id: 3_090_024,
  domain: 'live',
  status: 'success',
  currency: 'NGN',
  integration: 463_433,
  total_amount: 995,
  effective_amount: 995,
  total_fees: 5,
  total_processed: 1_000,
  deductions: null,
  settlement_date: '2022-11-09T00:00:00.000Z',
  settled_by: null,
  createdAt: '2022-11-09T01:04:08.000Z',
  updatedAt: '2022-11-09T08:12:01.000Z',
}

export const settlements: StoredAnswer[] = [
  { source: docs, shape: 'paid', data: settlement },
  {
    source: docs,
    shape: 'a day with a higher fee',
    data: {
      ...settlement,
      id: 2_856_168,
      total_amount: 9_610,
      effective_amount: 9_610,
      total_fees: 390,
      total_processed: 10_000,
    },
  },
  {
    source: docs,
    shape: 'nothing left after fees',
    data: {
      ...settlement,
      id: 2_234_251,
      total_amount: 0,
      effective_amount: 0,
      total_fees: 1,
      total_processed: 1,
    },
  },
  {
    source: docs,
    shape: 'pending',
    data: { ...settlement, id: 2_230_000, status: 'pending', updatedAt: null },
  },
  {
    source: 'file 28201218589',
    shape: '2016: no currency and no effective amount',
    data: {
      integration: 199_999,
      settled_by: null,
      settlement_date: '2016-11-04T00:00:00.000Z',
      domain: 'live',
      total_amount: 28_350,
      status: 'pending',
      id: 8_597,
      createdAt: '2016-11-04T00:00:00.000Z',
      updatedAt: null,
    },
  },
]

const subAccount = {
  business_name: 'Test Business',
  account_number: '0000000000',
  percentage_charge: 0,
  settlement_bank: 'Zenith Bank',
  currency: 'NGN',
  bank: 21,
  integration: 735_006,
  domain: 'test',
  account_name: 'Test',
  product: 'collection',
  managed_by_integration: 735_006,
  subaccount_code: 'ACCT_000000000000001',
  is_verified: false,
  settlement_schedule: 'AUTO',
  active: true,
  migrate: false,
  id: 1_195_166,
  createdAt: '2024-11-04T11:16:22.243Z',
  updatedAt: '2024-11-04T11:16:22.243Z',
}

export const subAccounts: StoredAnswer[] = [
  { source: gateway, shape: 'created', data: subAccount },
  {
    source: gateway,
    shape: 'updated: contact fields',
    data: {
      ...subAccount,
      description: null,
      primary_contact_name: null,
      primary_contact_email: null,
      primary_contact_phone: null,
      metadata: null,
      percentage_charge: 50,
    },
  },
  {
    source: docs,
    shape: 'fetched: active is 1',
    data: { ...subAccount, active: 1, bank_id: 21, bank: undefined },
  },
]

const account = {
  bank: { name: 'Test Bank', id: 24, slug: 'test-bank' },
  account_name: 'TEST-MANAGED-ACCOUNT',
  account_number: '0000000001',
  assigned: true,
  currency: 'NGN',
  metadata: null,
  active: true,
  id: 10_288_067,
  created_at: '2023-03-03T08:54:02.000Z',
  updated_at: '2024-11-04T10:44:42.000Z',
  assignment: {
    integration: 735_006,
    assignee_id: 100_110,
    assignee_type: 'Customer',
    expired: false,
    account_type: 'PAY-WITH-TRANSFER-RECURRING',
    assigned_at: '2024-11-04T10:44:42.582Z',
    expired_at: null,
    assignment_expires_at: null,
  },
  customer,
}

export const accountNumbers: StoredAnswer[] = [
  { source: gateway, shape: 'assigned in test mode', data: account },
  {
    source: docs,
    shape: 'with a split as text',
    data: { ...account, split_config: '{"subaccount":"ACCT_000000000000001"}' },
  },
  {
    source: docs,
    shape: 'with an empty split, assigned is 1',
    data: { ...account, split_config: {}, assigned: 1, active: 1 },
  },
]

const change = {
  integration: 463_433,
  domain: 'test',
  balance: 2_078_224_968,
  currency: 'NGN',
  difference: -50_000,
  reason: 'text',
  model_responsible: 'Transfer',
  model_row: 56_610_600,
  id: 149_411_613,
  createdAt: '2021-04-08T09:39:49.000Z',
  updatedAt: '2021-04-08T09:39:49.000Z',
}

export const balanceChanges: StoredAnswer[] = [
  { source: docs, shape: 'of a transfer', data: change },
  {
    source: docs,
    shape: 'of a payment',
    data: {
      ...change,
      id: 149_314_482,
      difference: 10_000,
      reason: '',
      model_responsible: 'Transaction',
    },
  },
  {
    source: rubySdk,
    shape: 'of a refund',
    data: {
      ...change,
      id: 2_512_020_828,
      difference: -2_500,
      currency: 'GHS',
      model_responsible: 'Refund',
      model_row: 1,
    },
  },
]

export const balances: StoredAnswer[] = [
  { source: docs, shape: 'one currency', data: [{ currency: 'NGN', balance: 1_700_000 }] },
  { source: rubySdk, shape: 'another currency', data: [{ currency: 'GHS', balance: 48_400 }] },
]
