import type { Translation } from '#shared/translation.ts'

import type { profileText as english } from '../profile.ts'

export const profileText: Translation<typeof english> = {
  title: 'Profile',
  loading: 'Your campaigns dey load',
  age: (age: string) => `~ ${age} wey you don dey here`,
  unknownAge: 'We no know',
  edit: 'Change Profile',
  campaigns: 'Your campaigns',
  tabs: {
    all: 'All',
    approved: 'We don approve am',
    pending: 'E dey wait',
    rejected: 'We no approve am',
  },
  none: {
    all: 'No campaign dey',
    approved: 'No campaign wey we don approve',
    pending: 'No campaign wey dey wait',
    rejected: 'No campaign wey we no approve',
  },
  create: 'Start Campaign',
  failed: 'We no fit load your campaigns.',
}
