import type { Translation } from '#shared/translation.ts'

import type { myDataText as english } from '../my-data.ts'

export const myDataText: Translation<typeof english> = {
  title: 'My data',
  policy: 'You donate without account? See dem, download your data or erase am here:',
  link: {
    toDonations: 'Go back to my donations',
    found: (donations) => `Donations wey your email address make without account: ${donations}`,
    download: 'Download my data',
    downloadHint:
      'One JSON file with everything wey we keep about you. This link fit download am once.',
    downloaded: 'This link don download your data. Ask for new link if you wan download am again.',
    erase: 'Erase my data',
    eraseHint:
      'We go delete your name, address and messages, and the emails wey we send you. The amounts go remain for our accounts, without you.',
    question:
      'You wan erase your data for good? After, we no fit email receipts or write you about these donations. Receipts wey you save still dey valid.',
    confirm: 'Yes, erase my data',
    back: 'No, keep am',
    erased:
      'We don erase your data. The amounts of your donations remain for our accounts, without your name and address.',
    held: 'We no fit erase your data yet. We never erase anything.',
    expired: (duration) => `This link no dey valid. E dey work for ${duration}, and only once.`,
    again: 'Ask for new link',
    home: 'Go to Ajo',
  },
}
