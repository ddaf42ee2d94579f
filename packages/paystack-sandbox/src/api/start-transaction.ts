import type { Database } from '../storage/database.ts'

import type { Faults } from '../faults/faults.ts'
import { duplicateReference, invalidParams } from '../http/envelope.ts'
import { parseMetadata } from '../http/request-body.ts'
import { findSubAccount } from '../state/sub-accounts.ts'
import { insertTransaction } from '../state/transactions.ts'
import { parseInitializeRequest } from './initialize-request.ts'

type Deps = { database: Database; now: () => Date; faults: () => Faults }

/** Creates the transaction that the body of an initialize or a charge asks for. Throws the provider's refusals. */
export async function startTransaction(
  { database, now, faults }: Deps,
  body: Record<string, unknown>,
) {
  const request = parseInitializeRequest(body, faults().behaviour)
  const code = request.sub_account_code
  if (code !== null) {
    const account = await findSubAccount(database, code)
    const isRefused = faults().behaviour.inactiveSubAccount === 'refused' && !account?.active
    if (!account || isRefused) throw invalidParams('Invalid Subaccount')
  }
  const fields = { ...request, metadata: parseMetadata(body.metadata) }
  const createdAt = toCreatedAt(now(), faults())
  const transaction = await insertTransaction(database, fields, now(), createdAt)
  if (!transaction) throw duplicateReference()
  return transaction
}

function toCreatedAt(now: Date, { shapes }: Faults): Date {
  return shapes.isCreatedAtEqual ? new Date(now.getTime() - (now.getTime() % 3_600_000)) : now
}
