import { globSync, readFileSync } from 'node:fs'

import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'

type Node = { type: string; start: number; [key: string]: unknown }

/** Attributes that are shown or read aloud. */
const textAttributes = new Set([
  'alt',
  'title',
  'label',
  'placeholder',
  'hint',
  'text',
  'caption',
  'summary',
])

/** By type of expression, the keys of the parts that can be rendered. */
const renderedParts: Record<string, string[]> = {
  JSXExpressionContainer: ['expression'],
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['left', 'right'],
}

/** Every text in JSX that does not come from a catalogue: readers of every language would see it in English. */
function findLiterals(source: string): string[] {
  const found: string[] = []
  visit(parseAst(source, { lang: 'tsx' }))
  return found

  function visit(node: unknown) {
    if (Array.isArray(node)) node.forEach(visit)
    if (!isNode(node)) return
    if (node.type === 'JSXElement' && isCode(node)) return
    if (node.type === 'JSXText') note(node['value'])
    if (node.type === 'JSXAttribute' && isTextAttribute(node['name'])) visitRendered(node['value'])
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of node['children'] as Node[])
        if (child.type === 'JSXExpressionContainer') visitRendered(child)
    Object.values(node).forEach(visit)
  }

  function visitRendered(node: unknown) {
    if (!isNode(node)) return
    if (node.type === 'Literal') note(node['value'])
    if (node.type === 'TemplateLiteral')
      for (const { value } of node['quasis'] as { value: { raw: string } }[]) note(value.raw)
    for (const inner of renderedParts[node.type] ?? []) visitRendered(node[inner])
  }

  function note(text: unknown) {
    if (typeof text === 'string' && /\p{L}/u.test(text)) found.push(text.trim())
  }
}

function isNode(node: unknown): node is Node {
  return typeof node === 'object' && node !== null && 'type' in node
}

/** Shell commands are the same in every language. */
function isCode(element: Node): boolean {
  const { name } = element['openingElement'] as { name: { name?: unknown } }
  return name.name === 'pre' || name.name === 'code'
}

function isTextAttribute(name: unknown): boolean {
  const { name: attribute } = name as { name: unknown }
  return (
    typeof attribute === 'string' &&
    (attribute.startsWith('aria-')
      ? ariaTextAttributes.has(attribute)
      : textAttributes.has(attribute))
  )
}

const ariaTextAttributes = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
])

const components = globSync('web/**/*.tsx', { exclude: (name) => name.endsWith('.test.tsx') })

describe('components', () => {
  it('contain no literal text outside web/text', () => {
    const literals = components
      .map((file) => ({ file, found: findLiterals(readFileSync(file, 'utf8')) }))
      .filter(({ found }) => found.length > 0)
    expect(components.length).toBeGreaterThan(100)
    expect(literals).toEqual([])
  })
})
