import * as z from 'zod/mini'

import { terms, toTermMs } from '#shared/terms.ts'

import { mailToken } from '../../../platform/mail/mail-token.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'

const linkSchema = z.object({ campaignId: z.string(), id: z.string(), expiresAt: z.int() })
/** The link by which the owner of an address confirms a question. */
export type QuestionLink = z.output<typeof linkSchema>
export type QuestionKey = Pick<QuestionLink, 'campaignId' | 'id'>

const token = mailToken('confirm-question', linkSchema)

type Deps = { sealing: Sealing; publicUrl: string; now: () => Date }

export function createQuestionUrl({ sealing, publicUrl, now }: Deps, key: QuestionKey): string {
  const expiresAt = now().getTime() + toTermMs(terms.unconfirmedQuestion)
  const text = token.create(sealing, { ...key, expiresAt })
  return new URL(`/confirm-question/${text}`, publicUrl).href
}

export const findQuestionLink = (sealing: Sealing, text: string): QuestionLink | undefined =>
  token.open(sealing, text)
