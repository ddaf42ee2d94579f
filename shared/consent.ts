import * as z from 'zod/mini'

import { consentKinds, guardians, type ConsentKind } from './consent-sentences.ts'
import { fieldRule } from './field-rule.ts'
import { invalid } from './text/invalid.ts'
import { oneLine } from './text.ts'
import { timeSchema } from './time-schema.ts'

/** The last fields of the wizard's third tab. */
export const consentFields = {
  aboutChild: z._default(z.boolean(), false),
  guardian: z._default(z.union([z.enum(guardians), z.literal('')], invalid.guardian), ''),
  childConsent: z._default(z.boolean(), false),
  aboutHealth: z._default(z.boolean(), false),
  healthConsentBy: z._default(oneLine({ max: 120 }), ''),
  healthConsent: z._default(z.boolean(), false),
}

const schema = z.object(consentFields)
export type ConsentForm = z.output<typeof schema>

type Unchecked = Partial<z.input<typeof schema>> & { category?: string }

/** A campaign of the category Health is about health, ticked or not. */
const isAboutHealth = ({ aboutHealth, category }: Unchecked) =>
  aboutHealth === true || category === 'Health'

/** Refuses a campaign about a child or a person's health without the consent. */
export const consentChecks = [
  fieldRule<Unchecked>(
    'guardian',
    invalid.guardian,
    ({ aboutChild, guardian }) => !aboutChild || !!guardian,
  ),
  fieldRule<Unchecked>(
    'childConsent',
    invalid.childConsent,
    ({ aboutChild, childConsent }) => !aboutChild || childConsent === true,
  ),
  fieldRule<Unchecked>(
    'healthConsentBy',
    invalid.healthConsentBy,
    (form) => !isAboutHealth(form) || !!form.healthConsentBy?.trim(),
  ),
  fieldRule<Unchecked>(
    'healthConsent',
    invalid.healthConsent,
    (form) => !isAboutHealth(form) || form.healthConsent === true,
  ),
] as const

export type GivenConsent = { kind: ConsentKind; givenBy: string }

/** What a valid form confirms. */
export function toGivenConsents(form: ConsentForm & { category: string }): GivenConsent[] {
  return [
    ...(form.aboutChild ? [{ kind: 'child' as const, givenBy: form.guardian }] : []),
    ...(isAboutHealth(form) ? [{ kind: 'health' as const, givenBy: form.healthConsentBy }] : []),
  ]
}

/** A consent as owners and reviewers see it. */
export const consentSchema = z.object({
  kind: z.enum(consentKinds),
  givenBy: z.string(),
  sentenceVersion: z.string(),
  givenAt: timeSchema,
  withdrawnAt: z.nullable(timeSchema),
})
export type Consent = z.output<typeof consentSchema>
export const consentListSchema = z.object({ consents: z.array(consentSchema) })
