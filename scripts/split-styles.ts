import { readFileSync, writeFileSync } from 'node:fs'

import { parse, type ChildNode, type Rule } from 'postcss'
import * as z from 'zod/mini'

import type { SplitStyles } from '#server/platform/pages/document-styles.ts'
import type { Language } from '#shared/language.ts'

type Piece = {
  heads: string[]
  text: string
  classes?: string[]
  /** The name of the custom property or the animation that it defines. */
  defines?: string
}

const manifestSchema = z.record(z.string(), z.object({ css: z.optional(z.array(z.string())) }))

/** Writes the pieces of the style sheet of a language beside Vite's manifests. */
export function writeSplitStyles(root: string, language: Language): void {
  const manifest = readFileSync(`${root}/.vite/app.${language}.json`, 'utf8')
  const files = z.parse(manifestSchema, JSON.parse(manifest))['web/main.tsx']?.css ?? []
  const css = files.map((file) => readFileSync(`${root}/${file}`, 'utf8')).join('')
  writeFileSync(`${root}/.vite/styles.${language}.json`, JSON.stringify(splitStyles(css)))
}

export function splitStyles(css: string): SplitStyles {
  const pieces = listPieces(css)
  const blocks = [...new Set(pieces.map(({ heads }) => JSON.stringify(heads)))]
  const definitions = Map.groupBy(pieces.keys(), (index) => pieces[index]?.defines)
  return {
    blocks: blocks.map((heads) => JSON.parse(heads) as string[]),
    pieces: pieces.map(({ heads, text, classes, defines }) => {
      const words = new Set(text.match(/[\w-]+/g))
      const uses = [...words].flatMap((word) =>
        word === defines ? [] : (definitions.get(word) ?? []),
      )
      return {
        block: blocks.indexOf(JSON.stringify(heads)),
        text,
        ...(classes && { classes }),
        ...(defines !== undefined && { isDefinition: true }),
        ...(uses.length > 0 && { uses }),
      }
    }),
  }
}

function listPieces(css: string): Piece[] {
  return parse(css).nodes.flatMap((node) => toPieces(node, []))
}

function toPieces(node: ChildNode, heads: string[]): Piece[] {
  if (node.type === 'comment') return []
  if (node.type === 'rule') return toRulePieces(node, heads)
  const text = node.toString()
  if (node.type === 'decl') return [{ heads, text: `${text};` }]
  if (node.name === 'property' || node.name === 'keyframes')
    return [{ heads, text, defines: node.params }]
  if (!node.nodes || node.name === 'font-face') return [{ heads, text }]
  const head = `@${node.name} ${node.params}`.trim()
  return node.nodes.flatMap((child) => toPieces(child, [...heads, head]))
}

/** The custom properties of the theme are pieces of their own, because a page uses a third of them. */
function toRulePieces(rule: Rule, heads: string[]): Piece[] {
  const classes = rule.selectors.flatMap(listClasses)
  if (classes.length > 0) return [{ heads, text: rule.toString(), classes }]
  return rule.nodes.flatMap((node) => {
    const pieces = toPieces(node, [...heads, rule.selector])
    const isDefinition = node.type === 'decl' && node.prop.startsWith('--')
    return isDefinition ? pieces.map((piece) => ({ ...piece, defines: node.prop })) : pieces
  })
}

/** The classes of the elements that a selector names. What is in parentheses are conditions, such as one on a parent. */
export function listClasses(selector: string): string[] {
  const alone = /^:where\((.*)\)$/s.exec(selector)?.[1]
  if (alone !== undefined) return listClasses(alone)
  const outside = withoutParentheses(selector)
  return [...outside.matchAll(/\.((?:\\[0-9a-f]{1,6}\s?|\\.|[\w-])+)/gi)].map(([, name = '']) =>
    name.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, code?: string, character?: string) =>
      code === undefined ? (character ?? '') : String.fromCodePoint(Number.parseInt(code, 16)),
    ),
  )
}

function withoutParentheses(selector: string): string {
  let depth = 0
  let outside = ''
  for (const part of selector.match(/\\.|[^\\]/gs) ?? []) {
    if (part === '(' || part === '[') depth += 1
    else if (part === ')' || part === ']') depth -= 1
    else if (depth === 0) outside += part
  }
  return outside
}
