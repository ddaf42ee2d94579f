// What the fake of Google stores.

export type Account = {
  localId: string
  email: string
  emailVerified: boolean
  password: string
  disabled: boolean
  createdAt: string
  validSince: string
  /** A new generation revokes earlier tokens. */
  generation: number
}
export type Code = {
  requestType: string
  localId: string
  email: string
  newEmail?: string
  at: number
}
export type IssuedCode = Code & { oobCode: string }
export type Token = { localId: string; generation: number; at: number }
export type Body = Record<string, unknown>
