import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { terms, toTermMs } from '#shared/terms.ts'

import { mailToken } from '../../platform/mail/mail-token.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'

const lifetimeMs = toTermMs(terms.secureAccountLink)

const linkSchema = z.object({
  uid: z.string(),
  /** Id of the event that using the link records. It can be recorded once. */
  eventId: z.uuid(),
  /** The mail went to the address that the account had before. */
  isFormerAddress: z.boolean(),
  expiresAt: z.int(),
})
/** What the link 'This wasn’t me' in a notice contains. */
export type SecureAccountLink = z.output<typeof linkSchema>

export const secureAccountToken = mailToken('secure-account', linkSchema)

type Deps = { sealing: Sealing; publicUrl: string; now: () => Date }

export function createSecureAccountUrl(
  { sealing, publicUrl, now }: Deps,
  account: Pick<SecureAccountLink, 'uid' | 'isFormerAddress'>,
): string {
  const expiresAt = now().getTime() + lifetimeMs
  const token = secureAccountToken.create(sealing, {
    ...account,
    eventId: randomUUID(),
    expiresAt,
  })
  // The page says what the link does, and cannot read the token.
  const query = account.isFormerAddress ? '?former' : ''
  return new URL(`/secure-account/${token}${query}`, publicUrl).href
}
