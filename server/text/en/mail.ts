/** The frame of every mail. */
export const mailText = {
  reasons: {
    account: 'You get this email because this address belongs to an Ajo account.',
    address: 'You get this email because someone entered this address on Ajo.',
    donor: 'You get this email because this address was entered with a donation.',
    organiser: 'You get this email because it is about your campaign.',
    payee:
      'You get this email because an organiser named you as the person for whom a campaign raises money.',
    reporter: 'You get this email because this address was entered with a report.',
    staff: 'You get this email because you help to run Ajo.',
  },
  support: (address: string) => `Questions? Write to ${address}.`,
  registration: (number: string) => `Nigeria Data Protection Commission: ${number}`,
}

export type MailReason = keyof typeof mailText.reasons
