import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { mailToken } from '../../../platform/mail/mail-token.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'
import { terms, toTermMs } from '#shared/terms.ts'

const linkSchema = z.object({
  /** Each link downloads once and erases once. */
  linkId: z.uuid(),
  email: z.string(),
  expiresAt: z.int(),
})
/** What the mailed link to a guest's data contains. Only the mailbox of the address knows it. */
export type GuestDataLink = z.output<typeof linkSchema>

export const guestDataToken = mailToken('guest-data', linkSchema)

type Deps = { sealing: Pick<Sealing, 'seal'>; publicUrl: string; now: () => Date }

/** Opens the guest's donations, from which the page of the data is reached. */
export function createGuestDataUrl({ sealing, publicUrl, now }: Deps, email: string): string {
  const expiresAt = now().getTime() + toTermMs(terms.guestLink)
  const token = guestDataToken.create(sealing, { linkId: randomUUID(), email, expiresAt })
  return new URL(`/my-donations/${token}`, publicUrl).href
}
