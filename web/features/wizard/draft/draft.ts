import * as z from 'zod/mini'

import { categories, type Draft } from '#shared/campaign.ts'

import type { WizardDefaults } from '../form/wizard-form.ts'

const text = z.optional(z.string())
const startSchema = {
  basic: z.object({
    title: text,
    country: text,
    city: text,
    category: z.optional(z.enum(categories)),
  }),
  information: z.object({
    description: text,
    goalAmount: text,
    startDate: text,
    endDate: text,
    raiseMoneyFor: text,
    importance: text,
    impact: text,
    images: z.optional(z.array(z.object({ id: z.string(), alt: z.string() }))),
  }),
  contact: z.object({
    name: text,
    email: text,
    phone: text,
    bank: text,
    showContact: z.optional(z.boolean()),
  }),
}

/** What a draft left behind. A part that an older wizard wrote differently is dropped, the rest is kept. */
export function parseDraft(draft: Draft | null): WizardDefaults {
  const values = draft?.values ?? {}
  return {
    basic: readable(startSchema.basic, values),
    information: readable(startSchema.information, values),
    contact: readable(startSchema.contact, values),
  }
}

/** A tab that was only opened leaves a draft too, of which nobody has to be told. */
export function hasContent(draft: Draft | null): boolean {
  return Object.values(parseDraft(draft))
    .flatMap((part): unknown[] => Object.values(part))
    .some((value) => (typeof value === 'string' ? value.trim() : isGiven(value)))
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value === true
}

function readable<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodMiniObject<Shape>,
  values: Record<string, unknown>,
) {
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const read = z.safeParse(field as z.ZodMiniType, values[name])
    return read.success && read.data !== undefined ? [[name, read.data] as const] : []
  })
  return Object.fromEntries(fields) as Present<z.output<z.ZodMiniObject<Shape>>>
}

type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** What is kept of a half-filled wizard: everything but the account number. */
export function toDraft(values: Record<string, unknown>, tab: number): Draft {
  const { accountNumber: _neverKept, ...kept } = values
  return { values: kept, tab }
}
