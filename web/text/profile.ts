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
  failed: 'We couldn’t load your campaigns.',
}
