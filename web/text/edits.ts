import type { EditedField } from '#shared/campaign-history.ts'

/** The public list of edits of a campaign, and the names of what they changed. */
export const editsText = {
  title: 'Edits',
  intro: 'Changes made since this campaign was approved.',
  before: (field: string) => `${field}, before`,
  see: 'See the campaign before this edit',
  fields: {
    title: 'Title',
    country: 'Country',
    city: 'City',
    category: 'Category',
    cause: 'Kind of campaign',
    description: 'Description',
    goal: 'Funding goal',
    startDate: 'Start date',
    endDate: 'End date',
    raiseMoneyFor: 'What the money is for',
    importance: 'Importance',
    impact: 'Impact',
    images: 'Photos',
    contact: 'Contact details',
    beneficiary: 'Beneficiary',
    bank: 'Bank account',
  } satisfies Record<EditedField, string>,
}
