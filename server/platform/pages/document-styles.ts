import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

const indexSchema = z.number().check(z.int(), z.nonnegative())

const pieceSchema = z.object({
  /** Index of the blocks around it. */
  block: indexSchema,
  text: z.string(),
  /** Where a document has one of these classes, it needs the piece. */
  classes: z.optional(z.array(z.string())),
  /** A custom property or an animation. Only pieces that use its name need it. */
  isDefinition: z.optional(z.boolean()),
  /** Definitions that it uses. */
  uses: z.optional(z.array(indexSchema)),
})

/** The style sheet in pieces, in its order. The build writes it (`scripts/split-styles.ts`). */
export const splitStylesSchema = z.object({
  /** Heads of nested blocks, such as '@media print'. */
  blocks: z.array(z.array(z.string())),
  pieces: z.array(pieceSchema),
})
export type SplitStyles = z.output<typeof splitStylesSchema>

/** `hash` allows the text in a content security policy. */
export type DocumentStyles = { text: string; hash: string }

/** The rules of the style sheet that can apply to this markup, as React writes it. */
export function toDocumentStyles(styles: SplitStyles, html: string): DocumentStyles {
  const text = writePieces(styles, listNeeded(styles.pieces, listClasses(html)))
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` }
}

function listClasses(html: string): Set<string> {
  const attributes = new Set([...html.matchAll(/ class="([^"]*)"/g)].map(([, value = '']) => value))
  return new Set([...attributes].flatMap((value) => unescapeText(value).split(/\s+/)))
}

const characters: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}
const unescapeText = (text: string) =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (escaped) => characters[escaped] ?? escaped)

function listNeeded(pieces: SplitStyles['pieces'], classes: ReadonlySet<string>): Set<number> {
  const needed = new Set<number>()
  const add = (index: number) => {
    if (needed.has(index)) return
    needed.add(index)
    for (const used of pieces[index]?.uses ?? []) add(used)
  }
  for (const [index, piece] of pieces.entries())
    if (piece.classes?.some((name) => classes.has(name)) ?? !piece.isDefinition) add(index)
  return needed
}

function writePieces({ blocks, pieces }: SplitStyles, needed: ReadonlySet<number>): string {
  let text = ''
  let open: string[] = []
  const moveTo = (heads: string[]) => {
    const changed = heads.findIndex((head, depth) => open[depth] !== head)
    const shared = Math.min(changed < 0 ? heads.length : changed, open.length)
    if (open.length > shared)
      text = `${text.endsWith(';') ? text.slice(0, -1) : text}${'}'.repeat(open.length - shared)}`
    for (const head of heads.slice(shared)) text += `${head}{`
    open = heads
  }
  for (const [index, piece] of pieces.entries()) {
    if (!needed.has(index)) continue
    moveTo(blocks[piece.block] ?? [])
    text += piece.text
  }
  moveTo([])
  return text
}
