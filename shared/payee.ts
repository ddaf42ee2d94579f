import * as z from 'zod/mini'

import { fieldRule } from './field-rule.ts'
import { invalid } from './text/invalid.ts'
import { emailSchema, oneLine, refused } from './text.ts'

/** Who receives the money of a campaign. `self` is the organiser. */
export const payeeKinds = ['self', 'person', 'hospital', 'school', 'organisation'] as const
export type PayeeKind = (typeof payeeKinds)[number]
type InstitutionKind = Exclude<PayeeKind, 'self' | 'person'>

/** A hospital, school or organisation, which has a number and a document instead of a mailed question. */
export const isInstitution = (kind: PayeeKind | undefined): kind is InstitutionKind =>
  kind === 'hospital' || kind === 'school' || kind === 'organisation'

/** Only another person is asked. All other payees are `not-asked`. */
export const payeeStates = ['not-asked', 'asked', 'confirmed', 'declined', 'withdrawn'] as const

const optionalPattern = (pattern: RegExp, message: string) =>
  oneLine({ max: 30, message }).check(
    refused((text) => (text === '' || pattern.test(text) ? undefined : message)),
  )

/** Numbers of the Corporate Affairs Commission: companies, business names, incorporated trustees and partnerships. */
const cacPattern = /^(?:RC|BN|IT|LP|LLP)[ .:/-]*\d{2,9}$/i
const trusteesPattern = /^IT/i
const scumlPattern = /^[A-Z]{0,6}[ .:/-]*\d{3,15}$/i

/** Stands in the form while the organiser has not confirmed the name that was found. */
export const unconfirmedName = '?'

/** The last fields about the bank account of the wizard's third tab. */
export const payeeFields = {
  payeeKind: z._default(z.enum(payeeKinds, invalid.payeeKind), 'self'),
  payeeName: z._default(oneLine({ max: 120, message: invalid.payeeName }), ''),
  payeeEmail: z._default(
    z.union([z.literal(''), emailSchema(invalid.payeeEmail)], invalid.payeeEmail),
    '',
  ),
  cacNumber: z._default(optionalPattern(cacPattern, invalid.cacNumber), ''),
  scumlNumber: z._default(optionalPattern(scumlPattern, invalid.scumlNumber), ''),
  /** The account holder's name that the organiser confirmed. Empty where it could not be looked up. */
  accountName: z._default(
    oneLine({ max: 200 }).check(
      refused((text) => (text === unconfirmedName ? invalid.accountName : undefined)),
    ),
    '',
  ),
}

const schema = z.object(payeeFields)
export type PayeeForm = z.output<typeof schema>
type Unchecked = Partial<z.input<typeof schema>>

/** Whether the number is of incorporated trustees: NGOs, foundations and religious bodies, which register with SCUML. */
const isOfTrustees = (cacNumber = '') => trusteesPattern.test(cacNumber.trim())

const isFilled = (text = '') => text.trim() !== ''

/** Another payee needs a name, a person an address, an organisation its registration numbers. */
export const payeeChecks = [
  fieldRule<Unchecked>(
    'payeeName',
    invalid.payeeName,
    ({ payeeKind = 'self', payeeName }) => payeeKind === 'self' || isFilled(payeeName),
  ),
  fieldRule<Unchecked>(
    'payeeEmail',
    invalid.payeeEmail,
    ({ payeeKind, payeeEmail }) => payeeKind !== 'person' || isFilled(payeeEmail),
  ),
  fieldRule<Unchecked>(
    'cacNumber',
    invalid.cacNumber,
    ({ payeeKind, cacNumber }) => payeeKind !== 'organisation' || isFilled(cacNumber),
  ),
  fieldRule<Unchecked>(
    'scumlNumber',
    invalid.scumlNumber,
    ({ payeeKind, cacNumber, scumlNumber }) =>
      payeeKind !== 'organisation' || !isOfTrustees(cacNumber) || isFilled(scumlNumber),
  ),
] as const

/** Who receives the money, as organisers and reviewers see it. */
export const payeeSchema = z.object({
  kind: z.enum(payeeKinds),
  name: z.string(),
  email: z.nullable(z.string()),
  cacNumber: z.nullable(z.string()),
  scumlNumber: z.nullable(z.string()),
  state: z.enum(payeeStates),
  answeredAt: z.nullable(z.string()),
  /** The account holder's name that the organiser confirmed. */
  confirmedName: z.nullable(z.string()),
  /** Whether the organiser may have the link mailed once more now. */
  canAskAgain: z.boolean(),
})
export type Payee = z.output<typeof payeeSchema>

/** GET /api/campaigns/:id/payee. Null for campaigns from before Ajo asked. */
export const payeeResponseSchema = z.object({ payee: z.nullable(payeeSchema) })

/** POST /api/bank-accounts/lookup */
export const accountLookupSchema = z.object({
  bank: z.string().check(z.regex(/^[\w-]{1,12}$/, invalid.bank)),
  accountNumber: z.string().check(z.regex(/^\d{10}$/, invalid.accountNumberForm)),
})
/** `unavailable`: the provider did not answer in time, or has no more look-ups today. */
export const accountLookupResponseSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('found'), name: z.string() }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
  z.object({ kind: z.literal('unavailable') }),
])
export type AccountLookup = z.output<typeof accountLookupResponseSchema>

/** GET /api/payees/:link, for the person who is asked. */
export const payeeQuestionSchema = z.object({
  name: z.string(),
  organiser: z.string(),
  title: z.string(),
  raiseMoneyFor: z.string(),
  goal: z.int(),
  bankName: z.nullable(z.string()),
  accountNumberLast4: z.string(),
  accountName: z.nullable(z.string()),
  state: z.enum(payeeStates),
})
export type PayeeQuestion = z.output<typeof payeeQuestionSchema>

export const payeeAnswers = ['confirm', 'decline', 'withdraw'] as const
export type PayeeAnswer = (typeof payeeAnswers)[number]

/** POST /api/payees/:link */
export const payeeAnswerSchema = z.object({ answer: z.enum(payeeAnswers) })
