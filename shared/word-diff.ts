import { diffArrays } from 'diff'

/** A piece of the difference between two texts. */
export type DiffPart = { kind: 'same' | 'removed' | 'added'; text: string }
type Run = { kind: DiffPart['kind']; tokens: string[] }

/** Differences with more edits are shown and counted as if everything between the first and the last change was replaced. */
const maxEdits = 200

/** The difference between two texts by words, spaces and signs. */
export function diffWords(before: string, after: string): DiffPart[] {
  const parts: DiffPart[] = []
  for (const { kind, tokens } of diffTokens(toTokens(before), toTokens(after))) {
    const [last, text] = [parts.at(-1), tokens.join('')]
    if (last?.kind === kind) last.text += text
    else if (text !== '') parts.push({ kind, text })
  }
  return parts
}

/** How many words of a text were removed and added. Moved words count as both. */
export function countChangedWords(before: string, after: string) {
  const runs = diffTokens(toCountedWords(before), toCountedWords(after))
  const count = (kind: DiffPart['kind']) =>
    runs.reduce((sum, run) => sum + (run.kind === kind ? run.tokens.length : 0), 0)
  return { removed: count('removed'), added: count('added') }
}

export const countWords = (text: string): number => toCountedWords(text).length

// Long runs of letters count as several words, so that leaving out the spaces hides no change.
const toTokens = (text: string) => text.match(/[\p{L}\p{M}\p{N}]{1,20}|\s+|[^\s]/gu) ?? []
const toCountedWords = (text: string) =>
  text.match(/[\p{L}\p{M}\p{N}]{1,20}|[^\s\p{P}\p{L}\p{M}\p{N}]/gu) ?? []

function diffTokens(before: string[], after: string[]): Run[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const removed = before.slice(start, before.length - end)
  const added = after.slice(start, after.length - end)
  const changes = diffArrays(removed, added, { maxEditLength: maxEdits })?.map((change): Run => ({
    kind: change.removed ? 'removed' : change.added ? 'added' : 'same',
    tokens: change.value,
  }))
  return [
    { kind: 'same', tokens: before.slice(0, start) },
    ...(changes ?? [
      { kind: 'removed', tokens: removed },
      { kind: 'added', tokens: added },
    ]),
    { kind: 'same', tokens: before.slice(before.length - end) },
  ]
}
