/** What the provider says about the payouts of a sub-account. */
export type SubAccountPayouts = {
  code: string
  isActive: boolean
  /** auto, weekly, monthly or manual. */
  schedule: string
  /** Nothing is paid out: the account is inactive or is paid on request only. */
  isHeld: boolean
  /** The end of the bank account's number, and the organiser whom we named when we created it. */
  last4: string
  ownerUid: string
}

export interface SubAccounts {
  /** Undefined if the provider has no such sub-account. */
  find: (code: string) => Promise<SubAccountPayouts | undefined>
  /**
   * Asks the provider to hold or release payouts and answers what reading the account back shows, because the provider may refuse or
   * ignore the request. A hold prefers the manual schedule; an inactive account may refuse donations.
   */
  setPayouts: (code: string, action: 'hold' | 'release') => Promise<SubAccountPayouts | undefined>
}
