import type { Translation } from '#shared/translation.ts'

import type { transparencyReportText as english } from '../transparency-report.ts'

export const transparencyReportText: Translation<typeof english> = {
  title: 'Report of transparency',
  intro:
    'How many campaigns we don review, wetin people report, and wetin we decide. We count am from our own records for each year.',
  log: 'Every donation and refund dey the public transparency log too.',
  none: 'No figures dey yet.',
  figure: 'Figure',
  number: 'How many',
  campaigns: 'Campaigns and wetin we decide',
  rows: {
    submitted: 'Campaigns wey people submit',
    approved: 'Campaigns wey we approve',
    rejected: 'Campaigns wey we reject',
    medianHoursToReview: 'Middle time to review, in hours',
    medianHoursToClose: 'Middle time to close reports, in hours',
    freezes: 'Donations wey we pause',
    takedowns: 'Campaigns wey we take down',
    appeals: 'Appeals wey come',
    upheld: 'Appeals: decision remain',
    overturned: 'Appeals: we cancel the decision',
    refunds: 'Refunds wey we pay',
    refundedKobo: 'Money wey go back to donors',
  },
  unknown: 'nothing',
  takedown: (ground) => `We take am down: ${ground}`,
  reports: 'Reports, one by one reason',
  reason: 'Why',
  received: 'We get am',
  dismissed: 'We no do anything',
  acted: 'We do something',
  open: 'Still open',
}
