import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { draftInputSchema } from '#server/campaigns/submission/drafts.ts'

/** Fields in which a line break is a paragraph. */
const severalLines =
  /^(description|raiseMoneyFor|importance|impact|message|reason|publicReason|details|answer|feedback|text|reply|question)$/
/** Passwords are compared as they were typed and are never shown. */
const secrets = /password$/i
const maxLength = 50_000

type Leaf = { path: string; schema: z.core.$ZodType }

/** The parts of a schema that may take text, by the path of their field. */
function findTextFields(schema: z.core.$ZodType, path: string): Leaf[] {
  const def = getDefinition(schema)
  const parts = getParts(def, path)
  if (def.type === 'pipe' && takesText(def.in)) return [{ path, schema }]
  return parts
    ? parts.flatMap((part) => findTextFields(part.schema, part.path))
    : [{ path, schema }]
}

const getDefinition = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def

/** Undefined for a schema without parts, which is tried as a whole. */
function getParts(def: z.core.$ZodTypes['_zod']['def'], path: string): Leaf[] | undefined {
  if (def.type === 'object')
    return Object.entries(def.shape).map(([name, field]) => ({
      path: `${path}.${name}`,
      schema: field,
    }))
  if (def.type === 'record')
    return [
      { path: `${path}{key}`, schema: def.keyType },
      { path, schema: def.valueType },
    ]
  if (def.type === 'array') return [{ path: `${path}[]`, schema: def.element }]
  if (def.type === 'union') return def.options.map((option) => ({ path, schema: option }))
  if (def.type === 'intersection')
    return [def.left, def.right].map((side) => ({ path, schema: side }))
  if (def.type === 'pipe') return [{ path, schema: def.in }]
  return 'innerType' in def ? [{ path, schema: def.innerType }] : undefined
}

function takesText(schema: z.core.$ZodType): boolean {
  const def = getDefinition(schema)
  return def.type === 'string' || (def.type === 'pipe' && takesText(def.in))
}

/** Values that are accepted by one kind of field or another. */
const accepted = [
  'Ọlájídé of the forty thieves, who is known to all the people of Ìbàdàn and Lagos',
  '2027-01-01',
  '08012345678',
  '0123456789',
  'ada@example.com',
  'abc-123',
]
const insertions = ['\0', '\u0007', '\u001B', '\u0085', '\u202E', '\u2066', '\u200B', '\uFEFF']
const lineBreaks = ['\n', '\r\n', '\u2028', '\u2029', '\v', '\f']
const unsafe = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]/u
const unsafeExceptBreaks = new RegExp(
  unsafe.source.replace('\\p{Cc}', '\\0-\\x09\\x0b-\\x1f\\x7f-\\x9f'),
  'u',
)

/** What the field lets through, or undefined if nothing. */
function findLeak({ path, schema }: Leaf): string | undefined {
  const field = path.split(/[.[{]/).at(-1) ?? ''
  if (secrets.test(path)) return undefined
  const forbidden = severalLines.test(field) ? unsafeExceptBreaks : unsafe
  const marks = [...insertions, ...lineBreaks]
  const typed = accepted.flatMap((text) =>
    marks.flatMap((mark) => [text + mark, mark + text, text.slice(0, 3) + mark + text.slice(3)]),
  )
  for (const text of [...typed, 'x'.repeat(maxLength + 1), 'lone \uD800 surrogate']) {
    const result = z.safeParse(schema, text)
    if (!result.success || typeof result.data !== 'string') continue
    const leaks = forbidden.test(result.data) || result.data.length > maxLength
    if (leaks || !result.data.isWellFormed())
      return `${path} accepts ${JSON.stringify(text).slice(0, 60)}`
  }
  return undefined
}

const findLeaks = (name: string, schema: z.core.$ZodType) =>
  findTextFields(schema, name).flatMap((field) => findLeak(field) ?? [])

/** Checks of whole forms are schemas, too. */
const isSchema = (value: unknown): value is z.core.$ZodType =>
  value instanceof z.core.$ZodType && getDefinition(value).type !== 'custom'

const exported = new Map<string, z.core.$ZodType>()
for await (const file of glob('shared/**/*.ts', { exclude: ['**/*.test.ts'] }))
  for (const [name, value] of Object.entries(await import(`../../${file}`)))
    if (isSchema(value)) exported.set(name, value)

/** The schemas of shared/ by which the server parses what it is sent. */
const inputs = new Map<string, z.core.$ZodType>()
for await (const file of glob('server/**/*.ts', { exclude: ['**/*.{test,contract}.ts'] }))
  for (const [, ...given] of readFileSync(file, 'utf8').matchAll(
    /\b(?:jsonBody|formBody)\(\s*c,([^()]*)\)|\bparseInput\(([^(),]*),/g,
  ))
    for (const [name] of given.join(' ').matchAll(/\b\w+Schema\b/g)) {
      const schema = exported.get(name)
      if (schema) inputs.set(name, schema)
    }

describe('free text', () => {
  it('is looked for in the forms of the product', () => {
    expect(inputs.size).toBeGreaterThan(50)
  })

  it.each([...inputs])(
    'reaches no handler with control characters or stray line breaks through %s',
    (name, schema) => {
      // For a leak: use a schema of shared/text.ts.
      expect(findLeaks(name, schema)).toEqual([])
    },
  )

  it('is cleaned in drafts, whose unfinished texts no other schema has checked', () => {
    const fields = findTextFields(draftInputSchema, 'draft')
    expect(fields.length).toBeGreaterThan(10)
    expect(fields.flatMap((field) => findLeak({ ...field, path: 'message' }) ?? [])).toEqual([])
  })
})

it('has a text schema in no route, so that each is in shared/', async () => {
  const found: string[] = []
  for await (const file of glob('server/{routes,platform/http}/**/*.ts', {
    exclude: ['**/*.test.ts'],
  }))
    if (/z\s*\.string\(/.test(readFileSync(file, 'utf8'))) found.push(file)
  expect(found).toEqual([])
})
