// Document types of Ajo for a studio of Sanity. Copy this file into the studio and name `schemaTypes` in its configuration:
//   import { schemaTypes } from './schema'
//   export default defineConfig({ …, schema: { types: schemaTypes } })
// A test of Ajo compares it with the documents that Ajo writes (server/providers/content/sanity/studio-schema.test.ts).

type Rule = {
  required: () => Rule
  max: (limit: number) => Rule
  regex: (pattern: RegExp, options: { name: string }) => Rule
}
export type Field = {
  name: string
  title: string
  type:
    | 'string'
    | 'text'
    | 'date'
    | 'datetime'
    | 'number'
    | 'boolean'
    | 'array'
    | 'object'
    | 'reference'
    | 'image'
  description?: string
  readOnly?: boolean
  hidden?: boolean
  options?: { list?: { title: string; value: string }[]; hotspot?: boolean }
  fields?: Field[]
  of?: (Omit<Field, 'name' | 'title'> & Partial<Pick<Field, 'name' | 'title'>>)[]
  to?: { type: string }[]
  validation?: (rule: Rule) => Rule
}
export type DocumentType = Pick<Field, 'title'> & {
  name: string
  type: 'document'
  fields: Field[]
  preview: { select: Record<string, string> }
}

const choices = (...values: string[]) => ({
  list: values.map((value) => ({ title: value, value })),
})
const upTo = (limit: number) => (rule: Rule) => rule.required().max(limit)
/** Ajo writes it, and a change here would do harm. */
const own = { readOnly: true } as const

export const campaign: DocumentType = {
  name: 'campaign',
  title: 'Campaign',
  type: 'document',
  preview: { select: { title: 'title', subtitle: 'status', media: 'images.0' } },
  fields: [
    { name: 'title', title: 'Title', type: 'string', validation: upTo(120) },
    {
      name: 'status',
      title: 'Status',
      type: 'string',
      description:
        'Reviewers change it in Ajo, where the reason, the mail and the history belong to it.',
      options: choices(
        'pending',
        'approved',
        'rejected',
        'information-requested',
        'ended',
        'cancelled',
        'taken-down',
      ),
      validation: (rule) => rule.required(),
    },
    {
      name: 'category',
      title: 'Category',
      type: 'string',
      options: choices(
        'Education',
        'Health',
        'Emergency Assistance',
        'Community Development',
        'Career',
        'other',
      ),
      validation: (rule) => rule.required(),
    },
    { name: 'country', title: 'Country', type: 'string', validation: upTo(60) },
    { name: 'city', title: 'City', type: 'string', validation: upTo(60) },
    { name: 'description', title: 'Description', type: 'text', validation: upTo(10_000) },
    { name: 'raiseMoneyFor', title: 'Raise money for', type: 'text', validation: upTo(10_000) },
    { name: 'importance', title: 'Importance', type: 'text', validation: upTo(10_000) },
    { name: 'impact', title: 'Impact', type: 'text', validation: upTo(10_000) },
    {
      name: 'goalAmount',
      title: 'Goal in naira',
      type: 'string',
      description: 'Such as 1500000.00',
      validation: (rule) => rule.required().regex(/^\d{3,14}\.\d{2}$/, { name: 'amount' }),
    },
    { name: 'startDate', title: 'Start date', type: 'date' },
    { name: 'endDate', title: 'End date', type: 'date' },
    {
      name: 'images',
      title: 'Photos',
      type: 'array',
      description: 'Photos of campaigns that are not approved are at Ajo only, and are empty here.',
      of: [
        {
          type: 'image',
          options: { hotspot: true },
          fields: [
            { name: 'alt', title: 'What it shows', type: 'string' },
            { name: 'width', title: 'Width', type: 'number', ...own },
            { name: 'height', title: 'Height', type: 'number', ...own },
            { name: 'placeholder', title: 'Colours while it loads', type: 'string', ...own },
          ],
        },
      ],
    },
    { name: 'name', title: 'Contact name', type: 'string', validation: upTo(120) },
    {
      name: 'email',
      title: 'Contact email',
      type: 'string',
      validation: (rule) => rule.required(),
    },
    {
      name: 'phone',
      title: 'Contact phone',
      type: 'string',
      validation: (rule) => rule.required(),
    },
    { name: 'userId', title: 'Account of the organiser', type: 'string', ...own },
    {
      name: 'createdBy',
      title: 'Organiser',
      type: 'reference',
      to: [{ type: 'user' }],
      ...own,
    },
    { name: 'bank', title: 'Code of the bank', type: 'string', ...own },
    { name: 'subAccountId', title: 'Sub-account at Paystack', type: 'string', ...own },
    {
      name: 'accountNumber',
      title: 'Account number, encrypted',
      type: 'string',
      hidden: true,
      ...own,
    },
    {
      name: 'ranking',
      title: 'Order in lists',
      type: 'object',
      hidden: true,
      ...own,
      fields: [
        { name: 'raised', title: 'Raised, in kobo', type: 'number' },
        { name: 'share', title: 'Ten-thousandths of the goal', type: 'number' },
        { name: 'trend', title: 'Donors of seven days', type: 'number' },
      ],
    },
    {
      name: 'ajo',
      title: 'Of Ajo',
      type: 'object',
      ...own,
      fields: [
        { name: 'createdAt', title: 'Created', type: 'datetime' },
        { name: 'slug', title: 'Address', type: 'string' },
        { name: 'cause', title: 'Cause', type: 'string', options: choices('charity', 'legal') },
        {
          name: 'budget',
          title: 'Budget, in kobo',
          type: 'array',
          of: [
            {
              type: 'object',
              fields: [
                { name: 'text', title: 'What for', type: 'string' },
                { name: 'amount', title: 'Kobo', type: 'number' },
                { name: 'key', title: 'First text', type: 'string' },
              ],
            },
          ],
        },
        { name: 'last4', title: 'End of the account number', type: 'string' },
        { name: 'isContactPublic', title: 'Contact is public', type: 'boolean' },
        { name: 'country', title: 'Country for search', type: 'string' },
        { name: 'city', title: 'City for search', type: 'string' },
        { name: 'words', title: 'Words for search', type: 'text' },
      ],
    },
  ],
}

export const user: DocumentType = {
  name: 'user',
  title: 'Person',
  type: 'document',
  preview: { select: { title: 'firstname', subtitle: 'lastname' } },
  fields: [
    {
      name: 'firstname',
      title: 'First name',
      type: 'string',
      validation: (rule) => rule.required(),
    },
    { name: 'lastname', title: 'Last name', type: 'string', validation: (rule) => rule.required() },
    { name: 'email', title: 'Email', type: 'string', ...own },
    {
      name: 'gender',
      title: 'Gender',
      type: 'string',
      options: choices('Male', 'Female', 'Other'),
    },
    { name: 'uid', title: 'Account', type: 'string', ...own },
    { name: 'terms', title: 'Agreed to the terms', type: 'boolean', ...own },
    { name: 'emailVerified', title: 'Email is confirmed', type: 'boolean', ...own },
  ],
}

export const schemaTypes = [campaign, user]
