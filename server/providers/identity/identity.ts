import type { Recovery } from '#shared/account.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { Outage } from '../../platform/runtime/errors.ts'

/** A refusal by the identity provider, with a code of specification §8. */
export type IdentityRefusal = {
  refused: Extract<
    ErrorCode,
    | 'invalid-credential'
    | 'invalid-email'
    | 'email-already-in-use'
    | 'user-disabled'
    | 'weak-password'
    | 'wrong-password'
    | 'expired-action-code'
    | 'invalid-action-code'
    | 'requires-recent-login'
    | 'too-many-requests'
    | 'busy'
    | 'mails-late'
  >
  /** With `weak-password`: our own list of common passwords refused it, not the provider. */
  isCommon?: true
}

export type Credential = { email: string; password: string }

/** As in the `mode` of mailed links (specification §2). The names are Firebase's. */
export type ActionCodePurpose = 'verifyEmail' | 'resetPassword' | 'verifyAndChangeEmail'

export type IdentityAccount = {
  uid: string
  email: string
  emailVerified: boolean
  disabled: boolean
  createdAt: Date
  /** Changes when earlier sessions must end, for example after a new password. */
  credentialVersion: number
}

/** A change that its owner must learn about. `formerEmail` is the address before the change. */
export type AccountChange =
  | { uid: string; kind: 'password-changed' | 'password-reset' }
  | { uid: string; kind: 'address-restored' | 'two-factor-off-at-provider' }
  | { uid: string; kind: 'address-changed'; formerEmail: string }

/** Records the change and mails its owner, within the transaction of the change. */
export type RecordChange = (queries: Transaction, change: AccountChange) => Promise<unknown>

/**
 * Accounts with their addresses and passwords. Addresses arrive normalised. Refusals are returned; only outages throw.
 * The adapter mails verification and reset links to /handle-action (specification §1), and records changed passwords and
 * addresses with `RecordChange`.
 */
export interface Identity {
  /** An unconfirmed address can be signed up again: the new password replaces the old one. */
  createAccount: (credential: Credential) => Promise<IdentityAccount | IdentityRefusal>
  signIn: (credential: Credential) => Promise<IdentityAccount | IdentityRefusal>
  sendVerification: (uid: string) => Promise<IdentityRefusal | null>
  /** `sessionUid` is the account of the session that sends the code, if there is one. */
  applyVerification: (
    code: string,
    sessionUid?: string,
  ) => Promise<IdentityAccount | IdentityRefusal>
  /** The result is the same for known and unknown addresses. */
  sendReset: (email: string) => Promise<IdentityRefusal | null>
  checkReset: (code: string) => Promise<IdentityRefusal | null>
  applyReset: (code: string, newPassword: string) => Promise<IdentityAccount | IdentityRefusal>
  /** `wrong-password` refers to the current password. */
  changePassword: (
    uid: string,
    change: { currentPassword: string; password: string },
  ) => Promise<IdentityRefusal | null>
  checkPassword: (uid: string, currentPassword: string) => Promise<IdentityRefusal | null>
  /**
   * Mails a code to the new address. Nothing changes until the code is used. A newer code and a password change both void
   * it. An address that another account has confirmed is `email-already-in-use`.
   */
  requestEmailChange: (
    uid: string,
    change: { currentPassword: string; email: string },
  ) => Promise<IdentityRefusal | null>
  /** Confirms the new address, ends earlier sessions, voids other codes and notifies the old address. */
  applyEmailChange: (code: string) => Promise<IdentityAccount | IdentityRefusal>
  /** Voids a code that was mailed to a new address. A hosted provider has no call for that, and its code goes on working. */
  voidEmailChange: (queries: Transaction, uid: string) => Promise<void>
  /** Reads a link of a warning that the provider itself mailed, without using it. */
  checkRecovery: (code: string) => Promise<Recovery | IdentityRefusal>
  /** Restores the former address, or turns two-factor authentication off. Ends all sessions. */
  applyRecovery: (code: string) => Promise<IdentityAccount | IdentityRefusal>
  /** A disabled account cannot sign in. Its earlier sessions stay ended when it is enabled again. */
  setDisabled: (uid: string, disabled: boolean) => Promise<void>
  deleteAccount: (uid: string, currentPassword: string) => Promise<IdentityRefusal | null>
  /** The same for a person who asked in another way, and whose identity an admin has checked. */
  deleteAsAdmin: (uid: string) => Promise<void>
  /** Deletes the account if its address was never confirmed; otherwise returns false. */
  deleteUnconfirmed: (uid: string) => Promise<boolean>
  findAccount: (uid: string) => Promise<IdentityAccount | undefined>
  /** Compares the local copy with the provider's from time to time and ends the sessions of changed accounts. False if the account is gone. */
  revalidate: (uid: string) => Promise<boolean>
}

/** The provider did not respond, or its response was not valid. */
export class IdentityUnavailable extends Outage {
  override name = 'IdentityUnavailable'
}

/** What only a person who runs Ajo can change at the provider. docs/operations/alarms.md says how. */
export const identityFaults = [
  'sign-in-off',
  'key-refused',
  'project-suspended',
  'clock-wrong',
  'quota-exhausted',
] as const
export type IdentityFault = (typeof identityFaults)[number]

/** The provider refuses our project or our settings, so trying again does not help. */
export class IdentityMisconfigured extends IdentityUnavailable {
  override name = 'IdentityMisconfigured'
  readonly fault: IdentityFault

  constructor(fault: IdentityFault) {
    super(`the identity provider refuses our project: ${fault}`)
    this.fault = fault
  }
}

export function isRefusal(result: object | null): result is IdentityRefusal {
  return result !== null && 'refused' in result
}
