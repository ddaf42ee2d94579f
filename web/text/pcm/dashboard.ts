import type { Translation } from '#shared/translation.ts'

import type { dashboardText as english } from '../dashboard.ts'

export const dashboardText: Translation<typeof english> = {
  pageTitle: (title: string) => `${title} · Ajo`,
  retry: 'Try again',
  next: 'Next page',
  first: 'Go back to first page',
  pages: 'Pages',
  statuses: {
    approved: 'Approved',
    pending: 'Pending',
    rejected: 'Rejected',
    'information-requested': 'We ask question',
    ended: 'E don end',
    cancelled: 'Dem don cancel am',
    'taken-down': 'E dey down',
  },

  create: {
    title: 'Create Campaign',
    subtitle: 'Tell your story for three steps. We dey review every campaign before e go live.',
    loading: 'Your draft dey load',
    failed: 'We no fit load your draft.',
  },

  campaign: {
    title: 'Campaign',
    loading: 'The campaign dey load',
    failed: 'We no fit load the campaign.',
    delete: 'Delete Campaign',
    deleteTitle: 'Delete Campaign',
    deleteQuestion:
      'We go comot the campaign and the photos from Ajo. If person don report am, we go keep one sealed copy for complaints and claims. You no fit change am back.',
    deleteConfirm: 'Delete',
    cancel: 'Cancel',
    hints: {
      pending: 'We dey review this campaign. E go live once we approve am.',
      'information-requested': 'We need more information before this campaign fit go live.',
      rejected: 'We no approve this campaign:',
      ended: 'This campaign don end. E no dey collect donations again.',
      cancelled: 'Dem don cancel this campaign. We dey refund all donations.',
      'taken-down':
        'We don take this campaign down. Only the organiser and our people fit read am.',
    },
  },

  donate: {
    title: 'Donate',
    loading: 'The campaign dey load',
    failed: 'We no fit load the campaign.',
  },

  notFound: {
    title: 'Something no go well.',
    text: 'Sorry, we no see the page wey you dey find.',
    home: 'Go home',
  },
}
