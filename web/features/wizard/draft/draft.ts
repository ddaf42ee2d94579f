import * as z from 'zod/mini'

import { browserNames } from '#shared/browser-names.ts'
import { draftSchema, formImageSchema, type Draft } from '#shared/campaign.ts'
import { categories, causes } from '#shared/category.ts'
import { payeeKinds } from '#shared/payee.ts'
import { guardians } from '#shared/consent.ts'

import {
  readSessionStorage,
  removeFromSessionStorage,
  writeSessionStorage,
} from '../../../api/session-storage.ts'
import type { WizardDefaults } from '../form/wizard-form.tsx'

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
    description: text,
    goalAmount: text,
    startDate: text,
    endDate: text,
    raiseMoneyFor: text,
    importance: text,
    impact: text,
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

/** The default values of the tabs from a draft. Values of an older format are dropped. */
export function parseDraft(draft: Draft | null): WizardDefaults {
  const values = draft?.values ?? {}
  return {
    basic: parseFields(schemas.basic, values),
    information: parseFields(schemas.information, values),
    contact: parseFields(schemas.contact, values),
  }
}

/** False for the draft of a wizard that was opened but not filled in. */
export function hasContent(draft: Draft | null): boolean {
  return Object.values(parseDraft(draft))
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

/** The values to save: all except the account number and the confirmed name of its holder. */
export function toDraft(values: Record<string, unknown>, tab: number): Draft {
  const { accountNumber: _accountNumber, accountName: _accountName, ...saved } = values
  return { values: saved, tab }
}

/** A draft that the server did not have when the page was left. Its `savedAt` is that of the server's draft. */
const unsavedSchema = z.object({ uid: z.string(), draft: draftSchema })

/** `isUnsaved` is true if the server does not have this draft. */
export type LatestDraft = Draft & { isUnsaved?: boolean }

const key = browserNames.unsavedDraft

export function storeUnsavedDraft(unsaved: z.output<typeof unsavedSchema>): void {
  writeSessionStorage(key, unsaved)
}

export function removeUnsavedDraft(): void {
  removeFromSessionStorage(key)
}

/** The unsaved draft of this tab, unless the server's draft is newer. */
export function getLatestDraft(saved: Draft | null, uid: string): LatestDraft | null {
  const { data: unsaved } = z.safeParse(unsavedSchema, readSessionStorage(key))
  return unsaved?.uid === uid && unsaved.draft.savedAt === saved?.savedAt
    ? { ...unsaved.draft, isUnsaved: true }
    : saved
}
