import { expect, it } from 'vitest'

import type { DifferenceKind } from '#shared/difference.ts'

import { describeSide, nameDifference, nameFailing, nameScope } from './describe-difference.ts'

const campaignId = '3954c12e-34c1-43d6-a74d-915898fe6a5d'

it.each([
  ['payment-differs', 'AJO-1', 'Payment AJO-1'],
  ['refund-without-entry', 'refund:live:12', 'Refund 12'],
  ['dispute-without-entry', 'chargeback:live:7', 'Dispute 7'],
  ['deduction-without-entry', 'deduction 9', 'Change of the balance 9'],
  ['deduction-without-entry', 'other 9', 'Change of the balance 9'],
  ['deduction-unexplained', 'deductions', 'Deductions'],
  ['settlement-differs', '44', 'Settlement 44'],
  ['date-differs', '44', 'Settlement 44'],
  ['fee-off-rule', 'card local', 'card local'],
  ['payee-differs', campaignId, ''],
] as const)('names the thing of %s with the key %s as %j', (kind, key, name) =>
  expect(nameDifference({ kind, key })).toBe(name),
)

it.each([
  ['2026-05-01', '1\u00a0May 2026'],
  ['fees 2026-05-01', '1\u00a0May 2026'],
  ['settlement 44', 'Settlement 44'],
  ['settlements of main', ''],
  ['all settlements of ACCT_1', 'sub-account ACCT_1'],
  [`payee of ${campaignId}`, ''],
  ['balance', ''],
  ['balance list', ''],
])('names what was compared in %s as %j', (scope, name) => expect(nameScope(scope)).toBe(name))

it.each<[DifferenceKind, string | null, string]>([
  ['fee-differs', '7500', '₦75.00'],
  ['refund-without-entry', '100000 processed', '₦1,000.00 processed'],
  ['refund-without-entry', ' unknown', ' unknown'],
  ['fee-off-rule', '150 to 200 for 3 payments', '₦1.50 to ₦2.00 for 3 payments'],
  ['deduction-unexplained', '-500 refund', '-₦5.00 refund'],
  ['date-differs', '2026-05-01T10:00:00.000Z', '1 May 2026 at 11:00'],
  ['payment-differs', '12 live 5000 NGN ACCT_1', '₦50.00 · NGN · live · ACCT_1 · Payment 12'],
  [
    'payee-differs',
    'ACCT_1 6789 ada',
    'sub-account ACCT_1, •••• 6789, account of the organiser ada',
  ],
  ['payee-differs', 'ACCT_2', 'sub-account ACCT_2'],
  ['unreadable-row', 'amount: 12 is no number', 'amount: 12 is no number'],
  ['payee-differs', null, 'nothing'],
])('describes a side of %s, %j, as %s', (kind, side, words) =>
  expect(describeSide(kind, side)).toBe(words),
)

it.each([
  ['compared day', '2026-05-01', 'Comparison of a day 1\u00a0May 2026'],
  ['webhook', campaignId, 'Webhook'],
  ['payment', 'AJO-3', 'Payment AJO-3'],
  ['no-sweep-of-ours', '12', 'Item 12'],
])('names the failing item of %s with the key %s as %s', (kind, key, name) =>
  expect(nameFailing({ kind, key })).toBe(name),
)
