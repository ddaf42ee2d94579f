/** The profile of the signed-in user (specification §2). */
export const profileText = {
  title: 'Profile',
  loading: 'Loading your campaigns',
  age: (age: string) => `~ ${age} on the product`,
  unknownAge: 'N/A',
  edit: 'Edit Profile',
  campaigns: 'Your campaigns',
  tabs: { all: 'All', approved: 'Approved', pending: 'Pending', rejected: 'Rejected' },
  none: {
    all: 'No campaign',
    approved: 'No approved campaign',
    pending: 'No pending campaign',
    rejected: 'No rejected campaign',
  },
  create: 'Create Campaign',
  next: {
    title: 'What happens next',
    steps: [
      'A reviewer checks your campaign. Large goals, and campaigns raised in another name, need two reviewers.',
      'There is no fixed time for this. The status of your campaign stands here, under Pending.',
      'We email you when your campaign is approved, rejected with the reason, or when a reviewer has a question.',
      'Once it is approved, it is public: share its link, and people can donate. A rejected campaign can be changed and submitted again.',
    ],
  },
  id: {
    label: 'ID',
    copy: (id: string) => `Copy ID ${id}`,
    copyShort: 'Copy ID',
    copied: 'Campaign ID copied.',
    failed: 'Couldn’t copy the ID. You can select it instead.',
  },
  failed: 'We couldn’t load your campaigns.',
}
