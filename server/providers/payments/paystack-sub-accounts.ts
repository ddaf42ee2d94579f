import * as z from 'zod/mini'

import { PaymentsUnavailable } from './payments.ts'
import { idSchema, parseResponse } from './paystack-responses.ts'
import type { Call } from './paystack-http.ts'
import type { SubAccountPayouts, SubAccounts } from './sub-accounts.ts'

export function paystackSubAccounts(call: Call): SubAccounts {
  const find = async (code: string) => {
    const data = await findSubAccount(call, code)
    return data === undefined ? undefined : toPayouts(data)
  }
  const put = (code: string, body: Record<string, unknown>) =>
    call('PUT', `/subaccount/${encodeURIComponent(code)}`, body)
  return {
    find,
    setPayouts: async (code, action) => {
      if (action === 'release') {
        await put(code, { active: true, settlement_schedule: 'auto' })
        return find(code)
      }
      await put(code, { settlement_schedule: 'manual' })
      const manual = await find(code)
      if (!manual || manual.isHeld) return manual
      await put(code, { active: false })
      return find(code)
    },
  }
}

/** The provider's numeric id of a sub-account, which some filters need. Undefined if there is no such sub-account. */
export function subAccountIds(call: Call) {
  const known = new Map<string, number>()
  return async (code: string): Promise<number | undefined> => {
    if (!known.has(code)) {
      const account = await findSubAccount(call, code)
      if (account) known.set(code, account.id)
    }
    return known.get(code)
  }
}

const subAccountSchema = z.object({
  id: idSchema,
  subaccount_code: z.string(),
  // 1 in some responses.
  active: z.optional(z.unknown()),
  settlement_schedule: z.nullish(z.string()),
})
type SubAccount = z.output<typeof subAccountSchema>

async function findSubAccount(call: Call, code: string): Promise<SubAccount | undefined> {
  const result = await call('GET', `/subaccount/${encodeURIComponent(code)}`)
  if (result.kind === 'ok') return parseResponse(subAccountSchema, result.data)
  if (result.status === 404) return undefined
  throw new PaymentsUnavailable(`GET /subaccount: refused with ${result.status}`)
}

/** Schedules are written in capitals in answers and in small letters in requests. */
function toPayouts(account: SubAccount): SubAccountPayouts {
  const isActive = account.active === true || account.active === 1
  const schedule = (account.settlement_schedule ?? 'auto').toLowerCase()
  return {
    code: account.subaccount_code,
    isActive,
    schedule,
    isHeld: !isActive || schedule === 'manual',
  }
}
