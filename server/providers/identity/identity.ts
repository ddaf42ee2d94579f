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
 * The provider sends the verification and reset mails (specification §1); their links lead to /handle-action.
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
  findAccount: (uid: string) => Promise<IdentityAccount | undefined>
}

export function isRefusal(answer: object | null): answer is IdentityRefusal {
  return answer !== null && 'refused' in answer
}
