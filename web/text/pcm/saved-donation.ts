import type { Translation } from '#shared/translation.ts'

import type { savedDonationText as english } from '../saved-donation.ts'

export const savedDonationText: Translation<typeof english> = {
  offline: 'You dey offline',
  noAnswer: 'Ajo never answer yet',
  saved: (amount: string) =>
    `Your donation of ${amount} dey saved for this device and we never send am. When your network come back, we go send am one time and open the payment page. Nobody don charge you.`,
  trying: (amount: string) =>
    `Your donation of ${amount} dey saved for this device. We go dey send am again till Ajo answer, then we go open the payment page. E go count one time, and nobody don charge you.`,
  stored:
    'Wetin you type, with your email address, go stay for this browser till we answer, you cancel, or 24 hours don pass.',
  sendFor: (amount: string, address: string) => `Send ${amount} for ${address}`,
  cancel: 'Cancel and change am',
  notMe: 'This no be my own: delete am',
  elsewhere: (amount: string) =>
    `One donation of ${amount} dey saved for this device and we never send am.`,
  open: 'Open am',
  copy: (time: string) =>
    `You dey offline. This na copy of the page from ${time}, and the money fit don change.`,
}
