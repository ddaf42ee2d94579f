/** A piece of the difference between two texts. */
export type DiffPart = { kind: 'same' | 'removed' | 'added'; text: string }

/** Differences with more edits are shown and counted as if everything between the first and the last change was replaced. */
const maxEdits = 200

/** The difference between two texts by words, spaces and signs. */
export function diffWords(before: string, after: string): DiffPart[] {
  return mergeParts(diffTokens(toTokens(before), toTokens(after)))
}

/** How many words of a text were removed and added. Moved words count as both. */
export function countChangedWords(before: string, after: string) {
  const parts = diffTokens(toCountedWords(before), toCountedWords(after))
  const count = (kind: DiffPart['kind']) => parts.filter((part) => part.kind === kind).length
  return { removed: count('removed'), added: count('added') }
}

export const countWords = (text: string): number => toCountedWords(text).length

// Long runs of letters count as several words, so that leaving out the spaces hides no change.
const toTokens = (text: string) => text.match(/[\p{L}\p{M}\p{N}]{1,20}|\s+|[^\s]/gu) ?? []
const toCountedWords = (text: string) =>
  text.match(/[\p{L}\p{M}\p{N}]{1,20}|[^\s\p{P}\p{L}\p{M}\p{N}]/gu) ?? []

function diffTokens(before: readonly string[], after: readonly string[]): DiffPart[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  const shorter = Math.min(before.length, after.length) - start
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end++
  const same = (tokens: readonly string[]) =>
    tokens.map((text): DiffPart => ({ kind: 'same', text }))
  return [
    ...same(before.slice(0, start)),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ]
}

/** The algorithm of Myers (1986): the shortest list of removed and added tokens. */
function diffMiddle(before: readonly string[], after: readonly string[]): DiffPart[] {
  const trace: Map<number, number>[] = []
  let furthest = new Map([[1, 0]])
  for (let edits = 0; edits <= Math.min(maxEdits, before.length + after.length); edits++) {
    trace.push(furthest)
    furthest = new Map(furthest)
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isAddition(furthest, diagonal, edits)
        ? get(furthest, diagonal + 1)
        : get(furthest, diagonal - 1) + 1
      while (x < before.length && before[x] === after[x - diagonal] && x - diagonal < after.length)
        x++
      furthest.set(diagonal, x)
      if (x >= before.length && x - diagonal >= after.length) return walkBack(trace, before, after)
    }
  }
  return [
    ...before.map((text): DiffPart => ({ kind: 'removed', text })),
    ...after.map((text): DiffPart => ({ kind: 'added', text })),
  ]
}

const get = (furthest: Map<number, number>, diagonal: number) => furthest.get(diagonal) ?? -1

function isAddition(furthest: Map<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true
  return diagonal !== edits && get(furthest, diagonal - 1) < get(furthest, diagonal + 1)
}

function walkBack(
  trace: readonly Map<number, number>[],
  before: readonly string[],
  after: readonly string[],
): DiffPart[] {
  const parts: DiffPart[] = []
  let x = before.length
  let y = after.length
  const takeSame = (fromX: number, fromY: number) => {
    while (x > fromX && y > fromY) {
      parts.push({ kind: 'same', text: before[--x] ?? '' })
      y--
    }
  }
  for (let edits = trace.length - 1; edits > 0; edits--) {
    const furthest = trace[edits] ?? new Map<number, number>()
    const isAdded = isAddition(furthest, x - y, edits)
    const diagonal = x - y + (isAdded ? 1 : -1)
    const fromX = get(furthest, diagonal)
    takeSame(fromX, fromX - diagonal)
    if (isAdded) parts.push({ kind: 'added', text: after[--y] ?? '' })
    else parts.push({ kind: 'removed', text: before[--x] ?? '' })
  }
  takeSame(0, 0)
  return parts.reverse()
}

function mergeParts(parts: readonly DiffPart[]): DiffPart[] {
  const merged: DiffPart[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (last?.kind === part.kind) last.text += part.text
    else merged.push({ ...part })
  }
  return merged
}
