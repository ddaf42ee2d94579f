import type { PaymentMode } from '#shared/donation.ts'

import type { Queries } from '../../database/database.ts'
import { findCanary, findSecretFault, type SecretConfig } from '../../keys/open-sealing.ts'
import { findReceiptKeyFault, type ReceiptKeyConfig } from '../../../money/receipts/signing.ts'
import { findLogKeyFault, type LogKeyConfig } from '../../../transparency/log-keys.ts'
import type { Check } from './check.ts'

type Deps = {
  config: SecretConfig &
    ReceiptKeyConfig &
    LogKeyConfig & { payments: { kind: 'sandbox' } | { mode: PaymentMode } }
  database: Queries
}

export function keyChecks({ config, database }: Deps): Check[] {
  const mode = 'mode' in config.payments ? config.payments.mode : 'sandbox'
  return [
    {
      name: 'secret',
      isFatal: true,
      find: async () => findSecretFault(config, await findCanary(database)),
    },
    { name: 'receipt key', isFatal: true, find: () => findReceiptKeyFault(config, database) },
    { name: 'log key', isFatal: true, find: () => findLogKeyFault(config, database, mode) },
  ]
}
