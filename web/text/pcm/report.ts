import type { Translation } from '#shared/translation.ts'

import type { reportText as english } from '../report.ts'

export const reportText: Translation<typeof english> = {
  title: 'Report this campaign',
  intro: (title: string) =>
    `Something dey wrong with ${title}? Tell us, our people go review am. We no go tell the organiser your name.`,
  reason: 'Wetin dey wrong?',
  reasons: {
    fraud: 'E be like scam',
    untrue: 'The information no be true',
    identity: 'E dey use another person name or photos without permission',
    forbidden: 'Ajo no dey allow this kind thing',
    other: 'Another thing',
  },
  details: 'Tell us more',
  email: 'Email (if you like)',
  emailHint:
    'We go write you once, to tell you wetin we decide, then we go delete the address. Leave am empty make nobody know you.',
  emailAccount: 'We go email you wetin we decide.',
  send: 'Send report',
  sent: 'Thank you. Our people go review your report.',
  reference: 'Your report number be:',
  referenceHint: 'Abeg call the number if you write us about this report.',
  back: 'Go back to the campaign',
}
