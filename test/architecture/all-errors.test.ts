import { globSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { lagosDay } from '#shared/day.ts'
import { toFieldErrors } from '#shared/field-errors.ts'

type Form = Record<string, unknown>
type Example = {
  valid: Form
  /** What breaks each rule about several fields: the field with the error, the change, and the fields that the rule needs. */
  broken: [field: string, change: Form, needs: string[]][]
}

const inDays = (days: number) => lagosDay(new Date(Date.now() + days * 86_400_000))
const password = 'a long password'
const passwords = { password, confirmPassword: password }
const mismatch: Example['broken'][number] = [
  'confirmPassword',
  { confirmPassword: 'another password' },
  ['password', 'newPassword'],
]

const story = 'The old borehole has been dry since March, and the river makes the children ill.'
const information = {
  description: 'Clean water for four hundred families.',
  goalAmount: '5,000,000',
  startDate: inDays(2),
  endDate: inDays(60),
  raiseMoneyFor: story,
  importance: story,
  impact: story,
  images: [{ id: 'a', alt: '' }],
}
const contact = {
  name: 'Ada Obi',
  email: 'ada@example.org',
  phone: '08012345678',
  bank: '058',
  accountNumber: '0123456789',
}
const basic = { title: 'A well', country: 'Nigeria', city: 'Ife', category: 'other' }

const endsBeforeStart: Example['broken'][number] = [
  'endDate',
  { endDate: information.startDate },
  ['startDate'],
]
const isOver: Example['broken'][number] = ['endDate', { endDate: '2020-01-01' }, []]
const consents: Example['broken'] = [
  ['guardian', { aboutChild: true }, ['aboutChild']],
  ['childConsent', { aboutChild: true }, ['aboutChild']],
  ['healthConsentBy', { aboutHealth: true }, ['aboutHealth', 'category']],
  ['healthConsent', { aboutHealth: true }, ['aboutHealth', 'category']],
]
const unexplained: Example['broken'] = [['reason', { ground: 'other', reason: '' }, ['ground']]]

const examples: Record<string, Example> = {
  signUpSchema: {
    valid: {
      firstname: 'Ada',
      lastname: 'Obi',
      email: 'ada@example.org',
      gender: 'Female',
      ...passwords,
      terms: true,
    },
    broken: [mismatch],
  },
  outsideReceiptFormSchema: {
    valid: { amount: '20,000', day: inDays(-1), note: 'From my uncle', documentId: '' },
    broken: [['documentId', { amount: '60,000', documentId: '' }, ['amount']]],
  },
  resetPasswordSchema: {
    valid: { newPassword: password, confirmPassword: password },
    broken: [mismatch],
  },
  passwordChangeSchema: {
    valid: { currentPassword: password, ...passwords },
    broken: [mismatch],
  },
  informationSchema: { valid: information, broken: [endsBeforeStart, isOver] },
  visitorInformationSchema: { valid: information, broken: [endsBeforeStart, isOver] },
  contactSchema: { valid: contact, broken: consents },
  campaignInputSchema: {
    valid: { ...basic, ...information, ...contact },
    broken: [endsBeforeStart, isOver, ...consents],
  },
  editInformationSchema: { valid: information, broken: [endsBeforeStart] },
  editContactSchema: { valid: contact, broken: consents },
  campaignEditSchema: {
    valid: { ...basic, ...information, ...contact },
    broken: [endsBeforeStart, ...consents],
  },
  decisionSchema: { valid: { ground: 'unclear', reason: '' }, broken: unexplained },
  rejectionSchema: { valid: { version: 1, ground: 'unclear', reason: '' }, broken: unexplained },
}

const shared = join(import.meta.dirname, '../../shared')
const files = globSync('*.ts', { cwd: shared }).filter((file) => !file.includes('.test.'))
const modules = await Promise.all(
  files.map(async (file) => (await import(join(shared, file))) as Record<string, unknown>),
)
const exported = new Map(modules.flatMap((module) => Object.entries(module)))

const isObject = (value: unknown): value is z.ZodMiniObject =>
  value instanceof z.ZodMiniObject && (value._zod.def.checks?.length ?? 0) > 0
const schemas = [...exported].flatMap(([name, value]) => (isObject(value) ? [{ name, value }] : []))

const findErrors = (schema: z.ZodMiniObject, form: Form) =>
  toFieldErrors(z.safeParse(schema, form).error?.issues ?? [])

/** Values that a field alone is refused for. */
function findWrongValues(schema: z.ZodMiniObject, valid: Form, field: string): Form[] {
  const candidates = [undefined, '', null, 5, 'x', [], 'x'.repeat(20_000)]
  return candidates
    .map((value) => ({ [field]: value }))
    .filter((change) => field in findErrors(schema, { ...valid, ...change }))
}

it('knows every schema with a rule about several fields', () => {
  expect(schemas.map(({ name }) => name).toSorted()).toEqual(Object.keys(examples).toSorted())
})

it.each(schemas)('$name shows each error of a form beside every other error', ({ name, value }) => {
  const { valid, broken } = examples[name] ?? { valid: {}, broken: [] }
  expect(findErrors(value, valid)).toEqual({})

  const wrong = Object.keys(value.shape).flatMap((field) => {
    const changes = findWrongValues(value, valid, field)
    return changes.length > 0 ? [{ field, changes }] : []
  })
  const anyChanges = fc.tuple(
    ...wrong.map(({ changes }) => fc.option(fc.constantFrom(...changes), { nil: {} })),
  )
  const anyRule = fc.constantFrom(...broken)
  const property = fc.property(anyChanges, anyRule, (changes, [ruled, violation, needs]) => {
    const fixed = new Set([ruled, ...needs, ...Object.keys(violation)])
    const others = Object.entries(Object.assign({}, ...changes) as Form).filter(
      ([field]) => !fixed.has(field),
    )
    const errors = findErrors(value, { ...valid, ...Object.fromEntries(others), ...violation })

    expect(Object.keys(errors)).toEqual(
      expect.arrayContaining([ruled, ...others.map(([field]) => field)]),
    )
    expect(errors[ruled]).toHaveLength(1)
  })
  fc.assert(property, { numRuns: 60 })
})
