import type { User } from '#server/platform/policy/actor.ts'
import type { Services } from '#server/services.ts'
import { recordAction } from '#server/staff/admin/audit-log.ts'

export type By = { uid: string; reason: string }

/** A sentence, with the same for programs where they need more. */
export type Done = string | { text: string; data: unknown }

/** Options that a verb may take beside those of all verbs. */
export type VerbOptions = {
  to?: string
  'delete-extra'?: boolean
  'leave-others'?: boolean
  file?: string
  documents?: boolean
}

/** What a verb is about. `apply` and `decide` are missing where the verb only reads. */
export type Found = {
  /** One sentence or a table for people. */
  text: string
  /** The same for programs. */
  data?: unknown
  /** Makes the change and returns the sentence about it. */
  apply?: (by: By) => Promise<Done>
  /** The same for a decision that people read: by an admin who is named, with a reason as long as on the screens. */
  decide?: (admin: User, reason: string) => Promise<string>
}

/** `find` looks up and checks; a dry run ends there. It returns a sentence where there is nothing to do. */
export type Verb = {
  words: readonly string[]
  options?: readonly (keyof VerbOptions)[]
  /** Refused while a server works on the database, unless it is a dry run. */
  needsStop?: true
  find: (
    services: Services,
    words: readonly string[],
    options: VerbOptions,
  ) => Promise<Found | string>
}

export type Noun = Record<string, Verb>

/** A change that was refused. The message is a sentence for people. */
export class VerbRefused extends Error {
  override name = 'VerbRefused'
}

export const findCampaign = async ({ content }: Services, word = '') =>
  (await content.findCampaignBySlug(word)) ?? (await content.findCampaign(word))

type Action = Omit<Parameters<typeof recordAction>[1], 'at'>

/** Adds an entry to the audit log, for changes that are no single transaction. */
export const record = ({ database, now }: Services, action: Action) =>
  database.transaction((queries) => recordAction(queries, { ...action, at: now() }))
