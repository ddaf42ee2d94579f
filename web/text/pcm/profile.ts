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
  next: {
    title: 'Wetin go happen next',
    steps: [
      'One reviewer go check your campaign. If the goal big, or you dey raise am for another name, two reviewers go check am.',
      'No fixed time dey for this one. You go see the status of your campaign here, under Pending.',
      'We go email you when dem approve your campaign, when dem reject am with the reason, or when reviewer get question.',
      'When dem approve am, everybody fit see am: share the link, and people fit donate. You fit change campaign wey dem reject and send am again.',
    ],
  },
  id: {
    label: 'ID',
    copy: (id: string) => `Copy ID ${id}`,
    copyShort: 'Copy ID',
    copied: 'We don copy the campaign ID.',
    failed: 'E no gree copy. You fit select am by yourself.',
  },
  failed: 'We no fit load your campaigns.',
}
