import type { Translation } from '#shared/translation.ts'

import type { mailText as english } from '../en/mail.ts'

export const mailText: Translation<typeof english> = {
  reasons: {
    account: 'You get this email because na this address dey your Ajo account.',
    address: 'You get this email because person put this address for Ajo.',
    donor: 'You get this email because na this address dem put for one donation.',
    organiser: 'You get this email because e concern your campaign.',
    payee:
      'You get this email because organiser talk say na you be the person wey campaign dey raise money for.',
    reporter: 'You get this email because na this address dem put for one report.',
    staff: 'You get this email because you dey help run Ajo.',
  },
  support: (address) => `You get question? Write to ${address}.`,
  registration: (number) => `Nigeria Data Protection Commission number: ${number}`,
}
