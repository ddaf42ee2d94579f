import type { Role } from '#shared/account.ts'

/** Whoever is asking. */
export type Actor = Visitor | User | PaymentProvider

export type Visitor = { kind: 'visitor' }
export type User = {
  kind: 'user'
  uid: string
  email: string
  emailVerified: boolean
  /** When the account began. */
  createdAt: Date
  /** What they may use now. */
  roles: readonly Role[]
  /** What they hold and may use once this session has shown a second factor. */
  dormantRoles?: readonly Role[]
  sessionId: string
}
/** Whoever proved to hold the payment provider's key, by a signature over the body. */
export type PaymentProvider = { kind: 'payment-provider' }

export const visitor: Visitor = { kind: 'visitor' }
export const paymentProvider: PaymentProvider = { kind: 'payment-provider' }

/** The person behind a rule that lets only people pass. Anybody else here is a mistake of ours. */
export function signedIn(actor: Actor): User {
  if (actor.kind !== 'user') throw new Error('a rule let somebody pass who is not signed in')
  return actor
}
