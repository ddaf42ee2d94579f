import type { Translation } from '#shared/translation.ts'

import type { evidenceText as english } from '../evidence.ts'

export const evidenceText: Translation<typeof english> = {
  title: 'Campaigns wey dem delete',
  subtitle:
    'Sealed copies of deleted campaigns wey get money or reports. We dey record everybody wey read am.',
  back: 'Go back to the list',
  open: (title: string) => `Open ${title}`,
  none: 'No deleted campaign dey',
  noneHint: 'Deleted campaigns wey get money or reports go show here.',
  loading: 'We dey load the deleted campaigns',
  failed: 'We no fit load the deleted campaigns.',
  owner: 'Organiser',
  deleted: 'Deleted',
  storedUntil: 'We keep am till',
  reports: 'Reports',
  money: 'Money',
  hasMoney: { yes: 'Yes', no: 'No' },
  contact: 'Contact',
  bank: 'Bank account',
  account: (last4: string, holder: string) => `•••• ${last4}, ${holder}`,
  unknownHolder: 'we no know the holder',
  place: 'Location',
  story: 'Story',
  pictures: 'Pictures',
  missingPicture: 'This picture don lost before dem delete the campaign.',
  records: 'History, edits and reports',
  noRecords: 'No records',
}
