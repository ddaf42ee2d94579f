import { toPlainWords, toSkeleton } from '../similarity/plain-letters.ts'
import {
  closePresenters,
  costs,
  harmlessWords,
  namedPhrases,
  presenters,
  relations,
  type NamedKind,
} from './impersonation-words.ts'

export type FoundName = { kind: NamedKind; phrase: string }

/** `from` and `to` are places in the words of the text. */
type Match = FoundName & { from: number; to: number }

const shortLength = 4
const containedLength = 6
const maxGap = 5
const closeGap = 1

const bySkeleton = new Map(
  namedPhrases.flatMap(({ kind, phrase }) =>
    withPlurals(phrase.replaceAll(' ', '')).map((word): [string, FoundName] => [
      toSkeleton(word),
      { kind, phrase },
    ]),
  ),
)
/** How names begin, to stop early in long texts. */
const beginnings = new Set(
  namedPhrases.flatMap(({ phrase }) => {
    const word = withPlurals(phrase.replaceAll(' ', '')).at(1) ?? ''
    return Array.from(word, (_, at) => toSkeleton(word.slice(0, at + 1)))
  }),
)
const contained = Array.from(bySkeleton).filter(([word]) => word.length >= containedLength)
const harmless = new Set(Array.from(harmlessWords, toSkeleton))
const presenterPhrases = [
  ...presenters.map((phrase) => ({ phrase, gap: maxGap })),
  ...closePresenters.map((phrase) => ({ phrase, gap: closeGap })),
].map(({ phrase, gap }) => ({ words: phrase.split(' ').map(toSkeleton), gap }))

/** Institutions and public persons that a title or a name mentions. */
export function findNames(text: string): FoundName[] {
  return unique(
    toPlainWords(text).flatMap((words) =>
      findMatches(words).filter(
        ({ kind, to }) => kind !== 'institution' || !costs.has(words[to] ?? ''),
      ),
    ),
  )
}

/** Those that a story presents as the raiser, such as 'on behalf of the teaching hospital'. Others are only mentioned. */
export function findPresentedNames(story: string): FoundName[] {
  return unique(
    toPlainWords(story).flatMap((words) => {
      const found = findPresenters(words)
      return findMatches(words).filter(
        ({ from, to, kind }) =>
          (kind !== 'institution' || !costs.has(words[to] ?? '')) &&
          found.some((presenter) => isPresented(words, presenter, from)),
      )
    }),
  )
}

/** Joins neighbouring words, so that spaces within a name hide nothing. */
function findMatches(words: readonly string[]): Match[] {
  const matches: Match[] = []
  for (const from of words.keys()) {
    let joined = ''
    for (let to = from; to < words.length; to++) {
      joined += words[to] ?? ''
      const skeleton = toSkeleton(joined)
      const found = bySkeleton.get(skeleton)
      if (found && isOneName(words.slice(from, to + 1), joined))
        matches.push({ ...found, from, to: to + 1 })
      if (!isBeginning(skeleton)) break
    }
    const inside = findContained(words[from] ?? '')
    if (inside) matches.push({ ...inside, from, to: from + 1 })
  }
  return matches
}

/** The last letter may still become part of another, as r and n of m. */
function isBeginning(skeleton: string): boolean {
  return beginnings.has(skeleton) || beginnings.has(skeleton.slice(0, -1)) || skeleton.length === 1
}

/** Two short words that happen to form a short name are none, but single letters are. */
function isOneName(words: readonly string[], joined: string): boolean {
  return (
    joined.length > shortLength || words.length === 1 || words.every(({ length }) => length === 1)
  )
}

/** A name that is written together with other words. */
function findContained(word: string): FoundName | undefined {
  const skeleton = toSkeleton(word)
  if (skeleton.length <= containedLength || harmless.has(skeleton)) return undefined
  return contained.find(([name]) => skeleton.includes(name))?.[1]
}

type Presenter = { end: number; gap: number }

function findPresenters(words: readonly string[]): Presenter[] {
  const skeletons = words.map(toSkeleton)
  return skeletons.flatMap((_, at) =>
    presenterPhrases
      .filter(({ words: phrase }) => phrase.every((word, index) => skeletons[at + index] === word))
      .map(({ words: { length }, gap }) => ({ end: at + length, gap })),
  )
}

function isPresented(words: readonly string[], { end, gap }: Presenter, from: number): boolean {
  if (from < end || from > end + gap) return false
  return !words.slice(end, from).some((word) => relations.has(word) || word.endsWith('ing'))
}

function withPlurals(word: string): string[] {
  return [word, `${word}s`, `${word}es`, ...(word.endsWith('y') ? [`${word.slice(0, -1)}ies`] : [])]
}

function unique(matches: readonly FoundName[]): FoundName[] {
  const byPhrase = new Map(matches.map(({ kind, phrase }) => [phrase, { kind, phrase }]))
  return [...byPhrase.values()]
}
