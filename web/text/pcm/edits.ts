import type { Translation } from '#shared/translation.ts'

import type { editsText as english } from '../edits.ts'

export const editsText: Translation<typeof english> = {
  title: 'Wetin don change',
  intro: 'Changes since we approve this campaign.',
  before: (field: string) => `${field}, before`,
  see: 'See how the campaign be before this change',
  fields: {
    title: 'Title',
    country: 'Country',
    city: 'City',
    category: 'Category',
    cause: 'Kind of campaign',
    description: 'Description',
    goal: 'Money we need',
    startDate: 'Start date',
    endDate: 'End date',
    raiseMoneyFor: 'Wetin the money dey for',
    importance: 'Why e dey important',
    impact: 'Wetin go change',
    images: 'Photos',
    contact: 'Contact details',
    beneficiary: 'Who go get the money',
    bank: 'Bank account',
  },
}
