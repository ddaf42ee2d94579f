import * as z from 'zod/mini'

import { bankSchema, type Bank } from '#shared/bank.ts'
import type { PaymentMode } from '#shared/donation.ts'

import {
  type AccountNumber,
  type AccountNumbers,
  type AssignResult,
  PaymentsUnavailable,
} from './payments.ts'
import type { Call } from './paystack-lists.ts'
import { idSchema, parseResponse } from './paystack-responses.ts'
/** Larger Nigerian banks as Paystack lists them. The fallback when its list is unavailable. A code has leading zeros and letters, and is not unique. */
const builtIn: Bank[] = [
  { id: 1, code: '044', name: 'Access Bank' },
  { id: 3, code: '063', name: 'Access Bank (Diamond)' },
  { id: 27, code: '035A', name: 'ALAT by WEMA' },
  { id: 2, code: '023', name: 'Citibank Nigeria' },
  { id: 4, code: '050', name: 'Ecobank Nigeria' },
  { id: 6, code: '070', name: 'Fidelity Bank' },
  { id: 7, code: '011', name: 'First Bank of Nigeria' },
  { id: 8, code: '214', name: 'First City Monument Bank' },
  { id: 70, code: '00103', name: 'Globus Bank' },
  { id: 9, code: '058', name: 'Guaranty Trust Bank' },
  { id: 22, code: '301', name: 'Jaiz Bank' },
  { id: 11, code: '082', name: 'Keystone Bank' },
  { id: 233, code: '303', name: 'Lotus Bank' },
  { id: 699, code: '107', name: 'Optimus Bank Limited' },
  { id: 26, code: '104', name: 'Parallex Bank' },
  { id: 13, code: '076', name: 'Polaris Bank' },
  { id: 304, code: '105', name: 'PremiumTrust Bank' },
  { id: 25, code: '101', name: 'Providus Bank' },
  { id: 750, code: '106', name: 'Signature Bank Ltd' },
  { id: 14, code: '221', name: 'Stanbic IBTC Bank' },
  { id: 15, code: '068', name: 'Standard Chartered Bank' },
  { id: 16, code: '232', name: 'Sterling Bank' },
  { id: 23, code: '100', name: 'Suntrust Bank' },
  { id: 68, code: '302', name: 'TAJ Bank' },
  { id: 790, code: '000304', name: 'The Alternative bank' },
  { id: 73, code: '102', name: 'Titan Bank' },
  { id: 17, code: '032', name: 'Union Bank of Nigeria' },
  { id: 18, code: '033', name: 'United Bank For Africa' },
  { id: 19, code: '215', name: 'Unity Bank' },
  { id: 20, code: '035', name: 'Wema Bank' },
  { id: 21, code: '057', name: 'Zenith Bank' },
  { id: 67, code: '50211', name: 'Kuda Bank' },
  { id: 688, code: '50515', name: 'Moniepoint MFB' },
  { id: 171, code: '999992', name: 'OPay Digital Services Limited (OPay)' },
  { id: 169, code: '999991', name: 'PalmPay' },
  { id: 185, code: '100002', name: 'Paga' },
  { id: 82, code: '565', name: 'Carbon' },
  { id: 72, code: '51310', name: 'Sparkle Microfinance Bank' },
  { id: 71, code: '566', name: 'VFD Microfinance Bank Limited' },
  { id: 69, code: '125', name: 'Rubies MFB' },
  { id: 629, code: '100039', name: 'Paystack-Titan' },
  { id: 173, code: '559', name: 'Coronation Merchant Bank' },
  { id: 112, code: '501', name: 'FSDH Merchant Bank Limited' },
  { id: 176, code: '502', name: 'Rand Merchant Bank' },
  { id: 801, code: '561', name: 'NOVA BANK' },
  { id: 174, code: '404', name: 'Abbey Mortgage Bank' },
  { id: 63, code: '401', name: 'ASO Savings and Loans' },
  {
    id: 302,
    code: '120001',
    name: '9mobile 9Payment Service Bank',
  },
]

const unavailableCode = 'feature_unavailable'

const customerSchema = z.object({ id: idSchema, customer_code: z.string() })

const accountSchema = z.object({
  id: idSchema,
  account_number: z.string().check(z.regex(/^\d{10}$/)),
  account_name: z.string(),
  bank: z.object({ name: z.string() }),
  // true or 1
  assigned: z.optional(z.unknown()),
})

type Refused = Extract<AssignResult, { kind: 'refused' }>

/** Account numbers by dedicated virtual accounts. They are divided by a split, because a sub-account alone would give us its percentage. */
export function paystackAccountNumbers(call: Call, mode: PaymentMode): AccountNumbers {
  const post = async <Schema extends z.ZodMiniType>(
    path: string,
    schema: Schema,
    body: unknown,
  ) => {
    const result = await call('POST', path, body)
    if (result.kind === 'ok')
      return { kind: 'ok' as const, data: parseResponse(schema, result.data) }
    return toRefusal(result)
  }

  return {
    async assign({ email, names, phone, subAccountCode }) {
      const [first_name, last_name] = names
      const person = { email, first_name, last_name, phone }
      const customer = await post('/customer', customerSchema, person)
      if (customer.kind === 'refused') return customer
      const { id, customer_code: customerCode } = customer.data
      const existing = await findAssigned(call, id)
      if (existing && 'kind' in existing) return existing
      if (existing) return { kind: 'assigned', account: toAccount(existing, customerCode) }
      const split = await createSplit(call, subAccountCode)
      if (split.kind === 'refused') return split
      const bank = mode === 'live' ? await findBank(call) : 'test-bank'
      const account = await post('/dedicated_account', accountSchema, {
        customer: customerCode,
        preferred_bank: bank,
        split_code: split.code,
        ...person,
      })
      if (account.kind === 'refused') return account
      return { kind: 'assigned', account: toAccount(account.data, customerCode) }
    },

    async setSubAccount(number, subAccountCode) {
      const split = await createSplit(call, subAccountCode)
      if (split.kind === 'refused') return 'refused'
      const body = { account_number: number, split_code: split.code }
      const result = await call('POST', '/dedicated_account/split', body)
      return result.kind === 'ok' ? 'done' : 'refused'
    },

    async unassign(providerId) {
      const result = await call('DELETE', `/dedicated_account/${providerId}`)
      if (result.kind === 'refused' && result.status !== 404 && result.code !== unavailableCode)
        throw new PaymentsUnavailable(`DELETE /dedicated_account: refused with ${result.status}`)
    },
  }
}

const toRefusal = ({ code, message }: { code: unknown; message: string }): Refused => ({
  kind: 'refused',
  isUnavailable: code === unavailableCode,
  message,
})

/** An earlier call may have succeeded although its answer was lost. */
async function findAssigned(call: Call, customerId: number) {
  const result = await call('GET', `/dedicated_account?active=true&customer=${customerId}`)
  if (result.kind === 'refused') return toRefusal(result)
  const accounts = parseResponse(z.array(accountSchema), result.data)
  return accounts.find(({ assigned }) => assigned === true || assigned === 1)
}

const splitSchema = z.object({ split_code: z.string() })

/** Everything but the provider's fee goes to the sub-account. */
async function createSplit(call: Call, subAccountCode: string) {
  const result = await call('POST', '/split', {
    name: `Transfers to ${subAccountCode}`,
    type: 'percentage',
    currency: 'NGN',
    subaccounts: [{ subaccount: subAccountCode, share: 100 }],
    bearer_type: 'subaccount',
    bearer_subaccount: subAccountCode,
  })
  if (result.kind === 'refused') return toRefusal(result)
  return { kind: 'ok' as const, code: parseResponse(splitSchema, result.data).split_code }
}

const providersSchema = z.array(z.object({ provider_slug: z.string() }))

/** The first bank that the provider offers; undefined leaves the choice to it. */
async function findBank(call: Call): Promise<string | undefined> {
  const result = await call('GET', '/dedicated_account/available_providers')
  if (result.kind === 'refused') return undefined
  return parseResponse(providersSchema, result.data)[0]?.provider_slug
}

function toAccount(
  { id, account_number, account_name, bank }: z.output<typeof accountSchema>,
  customerCode: string,
): AccountNumber {
  return {
    providerId: id,
    customerCode,
    number: account_number,
    bankName: bank.name,
    accountName: account_name,
  }
}

const dayMs = 86_400_000
const pauseAfterErrorMs = 60_000

/** Caches the bank list for a day. After a failed refresh the old list stays in use, or a built-in one if there is none. */
export function cachedBanks(
  fetchBanks: () => Promise<unknown>,
  now: () => number,
): () => Promise<Bank[]> {
  let banks: Bank[] | undefined
  let freshUntilMs = 0
  let refreshing: Promise<void> | undefined

  const refresh = async () => {
    try {
      banks = parseBanks(await fetchBanks())
      freshUntilMs = now() + dayMs
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) throw error
      freshUntilMs = now() + pauseAfterErrorMs
    } finally {
      refreshing = undefined
    }
  }

  return async () => {
    if (now() >= freshUntilMs) await (refreshing ??= refresh())
    return banks ?? builtIn
  }
}

const listedSchema = z.extend(bankSchema, {
  active: z.optional(z.unknown()),
  is_deleted: z.optional(z.unknown()),
  supports_transfer: z.optional(z.unknown()),
  currency: z.optional(z.unknown()),
})

/** Banks that accept transfers. Invalid rows are skipped. */
function parseBanks(data: unknown): Bank[] {
  const rows = Array.isArray(data) ? data : []
  const banks = rows.flatMap((row): Bank[] => {
    const parsed = z.safeParse(listedSchema, row)
    if (!parsed.success) return []
    const { id, code, name, active, is_deleted, supports_transfer, currency } = parsed.data
    const isUsable =
      active !== false &&
      is_deleted !== true &&
      supports_transfer !== false &&
      (currency ?? 'NGN') === 'NGN'
    return isUsable ? [{ id, code, name }] : []
  })
  if (banks.length === 0) throw new PaymentsUnavailable('GET /bank: no bank in the response')
  return banks
}
