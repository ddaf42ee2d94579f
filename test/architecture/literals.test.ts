import { globSync, readFileSync } from 'node:fs'

import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'

type Node = { type: string; start: number; [part: string]: unknown }

/** What people see or hear of an element besides its content. */
const spoken = new Set([
  'alt',
  'title',
  'label',
  'placeholder',
  'hint',
  'text',
  'caption',
  'summary',
])

/** Which parts of an expression can be what it shows. */
const shown: Record<string, string[]> = {
  JSXExpressionContainer: ['expression'],
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['left', 'right'],
}

/** Every text in JSX that does not come from a catalogue: readers of every language would see it in English. */
function literalsIn(source: string): string[] {
  const found: string[] = []
  visit(parseAst(source, { lang: 'tsx' }))
  return found

  function visit(part: unknown) {
    if (Array.isArray(part)) part.forEach(visit)
    if (!isNode(part)) return
    if (part.type === 'JSXElement' && isCommand(part)) return
    if (part.type === 'JSXText') note(part['value'])
    if (part.type === 'JSXAttribute' && isSpoken(part['name'])) said(part['value'])
    if (part.type === 'JSXElement' || part.type === 'JSXFragment')
      for (const child of part['children'] as Node[])
        if (child.type === 'JSXExpressionContainer') said(child)
    Object.values(part).forEach(visit)
  }

  function said(part: unknown) {
    if (!isNode(part)) return
    if (part.type === 'Literal') note(part['value'])
    if (part.type === 'TemplateLiteral')
      for (const { value } of part['quasis'] as { value: { raw: string } }[]) note(value.raw)
    for (const inner of shown[part.type] ?? []) said(part[inner])
  }

  function note(text: unknown) {
    if (typeof text === 'string' && /\p{L}/u.test(text)) found.push(text.trim())
  }
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && 'type' in part
}

/** What is typed into a machine is the same in every language. */
function isCommand(element: Node): boolean {
  const { name } = element['openingElement'] as { name: { name?: unknown } }
  return name.name === 'pre' || name.name === 'code'
}

function isSpoken(name: unknown): boolean {
  const { name: attribute } = name as { name: unknown }
  return (
    typeof attribute === 'string' &&
    (attribute.startsWith('aria-') ? isWords(attribute) : spoken.has(attribute))
  )
}

const isWords = (attribute: string) =>
  ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'].includes(attribute)

const components = globSync('web/**/*.tsx', { exclude: (name) => name.endsWith('.test.tsx') })

describe('text of the interface', () => {
  it('stands in the catalogues of web/text, and in no component', () => {
    const literals = components
      .map((file) => ({ file, found: literalsIn(readFileSync(file, 'utf8')) }))
      .filter(({ found }) => found.length > 0)
    expect(components.length).toBeGreaterThan(100)
    expect(literals).toEqual([])
  })

  it.each([
    '<p>Hello</p>',
    '<p>{"Hello"}</p>',
    '<p>{open ? "Hello" : text.bye}</p>',
    '<p>{open && `Hello ${name}`}</p>',
    '<button aria-label="Hello" />',
    '<img alt={open ? "Hello" : ""} />',
    '<Field placeholder="Hello" />',
  ])('is found in %s', (markup) => {
    expect(literalsIn(`export const page = ${markup}`)).toEqual(['Hello'])
  })

  it.each(['<p className="wide">{text.hello}</p>', '<p>{" "}</p>', '<p>{format("day")} · 2</p>'])(
    'is not found in %s',
    (markup) => {
      expect(literalsIn(`export const page = ${markup}`)).toEqual([])
    },
  )
})
