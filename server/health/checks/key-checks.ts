import type { Queries } from '../../database/database.ts'
import { findCanary, findSecretFault, type SecretConfig } from '../../keys/open-sealing.ts'
import { findReceiptKeyFault, type ReceiptKeyConfig } from '../../receipts/receipt-keys.ts'
import type { Check } from './check.ts'

type Deps = { config: SecretConfig & ReceiptKeyConfig; database: Queries }

export function keyChecks({ config, database }: Deps): Check[] {
  return [
    {
      name: 'secret',
      isFatal: true,
      find: async () => findSecretFault(config, await findCanary(database)),
    },
    { name: 'receipt key', isFatal: true, find: () => findReceiptKeyFault(config, database) },
  ]
}
