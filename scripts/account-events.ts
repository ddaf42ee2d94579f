import { openAccountEvents } from '#server/people/accounts/account-events.ts'
import { openSealing } from '#server/platform/keys/open-sealing.ts'
import { openOutbox } from '#server/platform/mail/outbox.ts'

import type { Context } from './command.ts'

/** What commands record about accounts. The running server sends the mails. */
export async function openCommandEvents({ database, config }: Context) {
  const { publicUrl, supportEmail } = config
  const sealing = await openSealing(config, database)
  const outbox = openOutbox(sealing, config)
  const now = () => new Date()
  const events = openAccountEvents({ outbox, sealing, publicUrl, supportEmail, now })
  return { sealing, outbox, events }
}
