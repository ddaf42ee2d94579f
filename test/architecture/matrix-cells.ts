import { Refused } from '#server/platform/http/context.ts'
import type { ErrorCode } from '#shared/errors.ts'

import type { CampaignName } from './matrix-moderation.ts'
import type { Role } from './matrix-roles.ts'
import type { World } from './matrix-world.ts'

/** A status for success, a code of shared/errors.ts for a refusal. */
export type Answer = number | ErrorCode

/** `others` stands for the roles that are not named. */
type PerRole<Value> = Partial<Record<Role | 'others', Value>>

/** One request that every role makes. */
export type Case = {
  /** Whose object: own, another's. Missing where the campaign, or that there is none, says it. */
  on?: string
  /** What stands for `:id` in the path of the route. */
  id?: string | number | ((world: World) => string | number | undefined)
  /** The campaign whose id or slug stands for `:id`. */
  campaign?: CampaignName
  slug?: CampaignName
  /** Where the path of the route says too little. */
  path?: string | ((world: World) => string)
  body?: object | ((world: World, role: Role) => unknown)
  headers?: Record<string, string> | ((world: World) => Record<string, string>)
  answers: PerRole<Answer>
  /** The keys in the answer when it is done, as `keysOf` writes them. '' where there is no body. */
  keys?: string | PerRole<string>
}

/** By method and path, as the app lists its routes. */
export type Matrix = Record<string, Case[]>

export const missing = '00000000-0000-4000-8000-000000000000'

/** Names the case in a sentence. */
export const toSubject = ({ on, campaign, slug, id }: Case): string =>
  on ?? campaign ?? slug ?? (id === missing ? 'a missing one' : 'the route')

export function getPath(route: string, { id, campaign, slug, path }: Case, world: World): string {
  if (path !== undefined) return typeof path === 'string' ? path : path(world)
  const [, ownPath = ''] = route.split(' ')
  if (campaign) return ownPath.replace(':id', world.campaigns[campaign].id)
  if (slug) return ownPath.replace(':id', world.campaigns[slug].slug)
  return ownPath.replace(':id', String(typeof id === 'function' ? id(world) : (id ?? missing)))
}

/** The owner and the other people who look after the owner's campaign. */
export const members = (answer: Answer): PerRole<Answer> => ({
  owner: answer,
  editor: answer,
  treasurer: answer,
})

export const everyone = (answer: Answer): PerRole<Answer> => ({ others: answer })

/** Signed in, with a confirmed address or without. */
export const signedInOnly = (answer: Answer): PerRole<Answer> => ({
  anonymous: 'sign-in-required',
  disabled: 'sign-in-required',
  stale: 'sign-in-required',
  others: answer,
})

export const verifiedOnly = (answer: Answer): PerRole<Answer> => ({
  ...signedInOnly(answer),
  unverified: 'verified-email-required',
})

/** For everybody else it does not exist. */
export const only = (answers: PerRole<Answer>): PerRole<Answer> => ({
  ...verifiedOnly('not-found'),
  ...answers,
})

/** Other roles are answered as if the reviewers' pages did not exist. */
export const reviewersOnly = (answer: Answer): PerRole<Answer> => ({
  reviewer: answer,
  reviewerWhoOwns: answer,
  reviewerWhoApproved: answer,
  reviewerWhoDonated: answer,
  reviewerWhoReported: answer,
  admin: answer,
  others: 'not-found',
})

const conflict = 'conflict-of-interest'

/** Reviewers who have approved, given to or reported the owner's campaign. */
export const conflicted: PerRole<Answer> = {
  reviewerWhoApproved: conflict,
  reviewerWhoDonated: conflict,
  reviewerWhoReported: conflict,
}

/** Reviewers without a relation to the owner's campaign. */
export const withoutConflict = (answer: Answer): PerRole<Answer> => ({
  ...reviewersOnly(answer),
  ...conflicted,
})

/** A campaign may be reviewed by the reviewer who approved it before. */
export const reviewing = (answer: Answer): PerRole<Answer> => ({
  ...withoutConflict(answer),
  reviewerWhoApproved: answer,
})

/** Other roles, reviewers included, are answered as if the admin pages did not exist. */
export const adminOnly = (answer: Answer): PerRole<Answer> => ({
  admin: answer,
  others: 'not-found',
})

export function getExpected(of: Case, role: Role): { status: number; code?: ErrorCode } {
  const answer = of.answers[role] ?? of.answers.others
  if (answer === undefined) throw new Error(`nothing is expected of ${role} on ${toSubject(of)}`)
  return typeof answer === 'number'
    ? { status: answer }
    : { status: new Refused(answer).status, code: answer }
}

export function getExpectedKeys({ keys = '' }: Case, role: Role): string {
  return typeof keys === 'string' ? keys : (keys[role] ?? keys.others ?? '')
}

/** The set of keys of an answer, sorted: `{account{email uid}}`, `{campaigns[{id title}]}`. Values are `?`-less. */
export function toKeys(value: unknown): string {
  if (Array.isArray(value)) {
    const kinds = new Set(value.map((item) => toKeys(item)))
    return `[${[...kinds].sort().join('|')}]`
  }
  if (typeof value !== 'object' || value === null) return ''
  const keys = Object.entries(value).map(([key, inner]) => `${key}${toKeys(inner)}`)
  return `{${keys.sort().join(' ')}}`
}
