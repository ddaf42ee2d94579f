/** An account number at a partner bank of the provider: each transfer to it is a payment. */
export type AccountNumber = {
  providerId: number
  /** The customer that the provider assigned the number to. Numbers are reused, customers are not. */
  customerCode: string
  number: string
  bankName: string
  accountName: string
}

type NewAccountNumber = {
  /** One address has one number. */
  email: string
  /** First and last part of the account's name. */
  names: readonly [string, string]
  phone: string
  /** Where transfers are paid out to, less the provider's fee. */
  subAccountCode: string
}

export type AssignResult =
  | { kind: 'assigned'; account: AccountNumber }
  /** `isUnavailable`: this business gets no account numbers at all. */
  | { kind: 'refused'; isUnavailable: boolean; message: string }

/** The provider's dedicated virtual accounts. */
export interface AccountNumbers {
  /** Repeated calls for an address answer the same number. */
  assign: (request: NewAccountNumber) => Promise<AssignResult>
  /** Later transfers are paid out to another sub-account. */
  setSubAccount: (number: string, subAccountCode: string) => Promise<'done' | 'refused'>
  /** The provider takes the number back. Also done if it has it back already. */
  unassign: (providerId: number) => Promise<void>
}

/** What the bank says about a transfer to an account number. */
export type ReceivedTransfer = {
  accountNumber: string
  customerCode: string | null
  senderName: string
  senderBank: string | null
  /** The last digits of the sender's account, at most four. */
  senderDigits: string
  /** The banks' number of the transfer. The provider does not always send it. */
  sessionId: string | null
}
