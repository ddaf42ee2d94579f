import type { ErrorCode } from '#shared/errors.ts'

/** What an identity provider answers when it refuses. The codes are those of specification §8. */
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
  >
}

export type IdentityAccount = {
  uid: string
  email: string
  emailVerified: boolean
  disabled: boolean
  createdAt: Date
  /** Another number after whatever must end the sessions begun before: a reset, a changed password. */
  credentialVersion: number
}

/**
 * Who holds which address and password. Addresses arrive normalised. Refusals are values; only a broken provider throws.
 * The provider sends the verification and reset mails (specification §1); their links lead to /handle-action. It also tells
 * the mailbox when a password or an address was changed.
 */
export interface Identity {
  /** An address that was never confirmed may be signed up again: the new credential takes the place of the old. */
  createAccount: (credential: {
    email: string
    password: string
  }) => Promise<IdentityAccount | IdentityRefusal>
  signIn: (credential: {
    email: string
    password: string
  }) => Promise<IdentityAccount | IdentityRefusal>
  sendVerification: (uid: string) => Promise<IdentityRefusal | null>
  /** `presenter` is the uid of the session that brings the code, where there is one. */
  applyVerification: (
    code: string,
    presenter?: string,
  ) => Promise<IdentityAccount | IdentityRefusal>
  /** Answers the same for a known and an unknown address. */
  sendReset: (email: string) => Promise<IdentityRefusal | null>
  /** Says whether a reset code still works, without using it up. */
  checkReset: (code: string) => Promise<IdentityRefusal | null>
  applyReset: (code: string, newPassword: string) => Promise<IdentityAccount | IdentityRefusal>
  /** A wrong current password is `wrong-password`. */
  changePassword: (
    uid: string,
    change: { currentPassword: string; password: string },
  ) => Promise<IdentityRefusal | null>
  /** Shows that whoever holds a session also knows the password. A wrong one is `wrong-password`. */
  checkPassword: (uid: string, currentPassword: string) => Promise<IdentityRefusal | null>
  /**
   * Mails a code to the new address. Nothing changes before it is used, a newer one voids it, and so does a changed
   * password. An address that somebody else has confirmed is `email-already-in-use`.
   */
  requestEmailChange: (
    uid: string,
    change: { currentPassword: string; email: string },
  ) => Promise<IdentityRefusal | null>
  /** The account has the new address, confirmed. Sessions begun before are over, other codes void, the old address is told. */
  applyEmailChange: (code: string) => Promise<IdentityAccount | IdentityRefusal>
  /** Nobody signs in as a disabled person, and no session begun before works again once they are enabled. */
  setDisabled: (uid: string, disabled: boolean) => Promise<void>
  /** Nothing of the account is left, and the address is free. A wrong current password is `wrong-password`. */
  deleteAccount: (uid: string, currentPassword: string) => Promise<IdentityRefusal | null>
  /** The same for an account whose address nobody has ever confirmed. False where somebody has, and then nothing is done. */
  deleteUnconfirmed: (uid: string) => Promise<boolean>
  findAccount: (uid: string) => Promise<IdentityAccount | undefined>
  /**
   * Compares our copy of an account with the provider's, now and then: whoever was disabled or changed over there is signed out here.
   * False where it is gone.
   */
  recheck: (uid: string) => Promise<boolean>
}

/** The provider does not answer, or not as it should. */
export class IdentityUnavailable extends Error {
  override name = 'IdentityUnavailable'
}

export function isRefusal(answer: object | null): answer is IdentityRefusal {
  return answer !== null && 'refused' in answer
}
