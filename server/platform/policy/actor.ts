import type { Role } from '#shared/account.ts'
import type { MemberRole } from '#shared/member-role.ts'

/** Who sent the request. */
export type Actor = Visitor | User | PaymentProvider | HostedStore

export type Visitor = { kind: 'visitor' }
export type User = {
  kind: 'user'
  uid: string
  email: string
  emailVerified: boolean
  createdAt: Date
  roles: readonly Role[]
  /** Roles that this session can use only after two-factor authentication. */
  inactiveRoles?: readonly Role[]
  /** The campaigns of others that the person looks after, by id. Read with each request, so that an end takes effect at once. */
  memberships?: Readonly<Record<string, MemberRole>>
  sessionId: string
}
/** Who decides: what is left of a reviewer when a decision takes effect later. */
export type Reviewer = Pick<User, 'kind' | 'uid' | 'email'>
/** The payment provider, authenticated by a signature over the body. */
export type PaymentProvider = { kind: 'payment-provider' }

/** The hosted content store, authenticated by a signature over the body. */
export type HostedStore = { kind: 'content-store' }

export const visitor: Visitor = { kind: 'visitor' }
export const paymentProvider: PaymentProvider = { kind: 'payment-provider' }
export const contentStore: HostedStore = { kind: 'content-store' }

export function toUser(actor: Actor): User {
  if (actor.kind !== 'user') throw new Error('the rule admitted an actor who is not signed in')
  return actor
}
