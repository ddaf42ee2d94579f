import type { Translation } from '#shared/translation.ts'

import type { profileText as english } from '../profile.ts'

export const profileText: Translation<typeof english> = {
  title: 'Profile',
  loading: 'Your campaigns dey load',
  age: (age: string) => `~ ${age} wey you don dey here`,
  unknownAge: 'N/A',
  edit: 'Edit Profile',
  campaigns: 'Your campaigns',
  tabs: { all: 'All', approved: 'Approved', pending: 'Pending', rejected: 'Rejected' },
  none: {
    all: 'No campaign dey',
    approved: 'No approved campaign',
    pending: 'No pending campaign',
    rejected: 'No rejected campaign',
  },
  create: 'Create Campaign',
  failed: 'We no fit load your campaigns.',
}
