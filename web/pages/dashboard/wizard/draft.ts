import * as z from 'zod/mini'

import { mapTexts } from '#shared/campaign-content.ts'
import type { campaignFormSchema } from '#shared/campaign-edit.ts'
import { type Draft, draftSchema, formImageSchema } from '#shared/campaign.ts'
import { categories, causes } from '#shared/category.ts'
import { guardians } from '#shared/consent-sentences.ts'
import { payeeKinds } from '#shared/payee.ts'

import { readUnsavedDraft } from './unsaved-draft.ts'
import type { WizardDefaults } from './wizard-form.tsx'

// A module of its own, because the wizard itself needs no schema: the server parses the draft that it has.

const text = z.optional(z.string())
const schemas = {
  basic: z.object({
    title: text,
    country: text,
    city: text,
    category: z.optional(z.enum(categories)),
    cause: z.optional(z.enum([...causes, ''])),
  }),
  information: z.object({
    ...mapTexts(() => text),
    goalAmount: text,
    startDate: text,
    endDate: text,
    budget: z.optional(
      z.array(z.object({ text: z.string(), amount: z.string(), key: z.optional(z.string()) })),
    ),
    images: z.optional(z.array(z.extend(formImageSchema, { id: z.string(), alt: z.string() }))),
  }),
  contact: z.object({
    name: text,
    email: text,
    phone: text,
    bank: text,
    payeeKind: z.optional(z.enum(payeeKinds)),
    payeeName: text,
    payeeEmail: text,
    cacNumber: text,
    scumlNumber: text,
    showContact: z.optional(z.boolean()),
    aboutChild: z.optional(z.boolean()),
    guardian: z.optional(z.enum([...guardians, ''])),
    childConsent: z.optional(z.boolean()),
    aboutHealth: z.optional(z.boolean()),
    healthConsentBy: text,
    healthConsent: z.optional(z.boolean()),
  }),
}

/** What the wizard starts with. */
export type WizardDraft = Pick<Draft, 'tab' | 'savedAt'> & {
  defaults: WizardDefaults
  /** False for a wizard that was opened but not filled in. */
  hasContent: boolean
  /** The server does not have it. */
  isUnsaved?: boolean
  writer?: string | undefined
  replaces?: boolean
}

export function toWizardDraft({ values, tab, savedAt }: Draft): WizardDraft {
  const defaults = parseValues(values)
  return { defaults, tab, savedAt, hasContent: hasContent(defaults) }
}

/** A campaign to edit, with the default values of the tabs. */
export type EditedCampaign = Omit<z.output<typeof campaignFormSchema>, 'values'> &
  Pick<WizardDraft, 'defaults' | 'replaces'>

export function toEditedCampaign({
  values,
  ...campaign
}: z.output<typeof campaignFormSchema>): EditedCampaign {
  const { contact, ...others } = parseValues(values)
  const proof = { currentPassword: '', ...(campaign.hasTwoFactor && { code: '' }) }
  return { ...campaign, defaults: { ...others, contact: { ...contact, ...proof } } }
}

/** The default values of the tabs. Values of an older format are dropped. */
function parseValues(values: Draft['values']): WizardDefaults {
  return {
    basic: parseFields(schemas.basic, values),
    information: parseFields(schemas.information, values),
    contact: parseFields(schemas.contact, values),
  }
}

function hasContent(defaults: WizardDefaults): boolean {
  return Object.values(defaults)
    .flatMap((tab): unknown[] => Object.values(tab))
    .filter((value) => value !== 'self')
    .some((value) => (typeof value === 'string' ? value.trim() : isFilled(value)))
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value === true
}

function parseFields<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodMiniObject<Shape>,
  values: Record<string, unknown>,
) {
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const parsed = z.safeParse(field as z.ZodMiniType, values[name])
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : []
  })
  return Object.fromEntries(fields) as Present<z.output<z.ZodMiniObject<Shape>>>
}

type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** A draft that the server did not have when the page was left. Its `savedAt` is that of the server's draft. */
const unsavedSchema = z.object({
  uid: z.nullable(z.string()),
  writer: z.optional(z.string()),
  draft: draftSchema,
})

/** The unsaved draft of this tab. The server refuses it if its own has changed since, and the person chooses. */
export function getLatestDraft(saved: WizardDraft | null, uid: string | null): WizardDraft | null {
  const { data: unsaved } = z.safeParse(unsavedSchema, readUnsavedDraft())
  if (unsaved?.uid !== uid) return saved
  return { ...toWizardDraft(unsaved.draft), isUnsaved: uid !== null, writer: unsaved.writer }
}
