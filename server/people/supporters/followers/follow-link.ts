import * as z from 'zod/mini'

import { terms, toTermMs } from '#shared/terms.ts'

import { mailToken } from '../../../platform/mail/mail-token.ts'
import { languageSchema } from '../../../platform/mail/reader-language.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'

const linkSchema = z.object({
  campaignId: z.string(),
  email: z.string(),
  language: languageSchema,
  expiresAt: z.int(),
})
/** What the mailed link contains, so that nothing is stored about an address before its owner confirms it. */
export type FollowLink = z.output<typeof linkSchema>

const token = mailToken('follow', linkSchema)

type Deps = { sealing: Pick<Sealing, 'seal'>; publicUrl: string; now: () => Date }

export function createFollowUrl(
  { sealing, publicUrl, now }: Deps,
  link: Omit<FollowLink, 'expiresAt'>,
): string {
  const expiresAt = now().getTime() + toTermMs(terms.followLink)
  return new URL(`/follow/${token.create(sealing, { ...link, expiresAt })}`, publicUrl).href
}

/** Undefined also if the link has expired. */
export function openFollowLink(
  { sealing, now }: { sealing: Pick<Sealing, 'open'>; now: () => Date },
  text: string,
): FollowLink | undefined {
  const link = token.open(sealing, text)
  return link && link.expiresAt > now().getTime() ? link : undefined
}
