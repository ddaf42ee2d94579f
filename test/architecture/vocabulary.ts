import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

import { parseSync } from 'vite'

type Kind = 'identifier' | 'comment' | 'text'

/** `pattern` is matched against lower-case words: `giftsOf` in a source is "gifts of" here. */
type Rule = { pattern: RegExp; use: string; in: readonly Kind[] }

const identifiers = ['identifier'] as const
const prose = ['comment', 'text'] as const
const comments = ['comment'] as const
const everywhere = ['identifier', 'comment', 'text'] as const

const rule = (pattern: string, use: string, kinds: readonly Kind[] = everywhere): Rule => ({
  pattern: new RegExp(`(?<!\\w)(?:${pattern})(?!\\w)`),
  use,
  in: kinds,
})

const glossaryRules: Record<string, Rule> = {
  gift: rule('gifts?', 'donation'),
  giving: rule('giving', 'donating', identifiers),
  contribution: rule('contributions?', 'donation'),
  giver: rule('givers?', 'donor'),
  contributor: rule('contributors?', 'donor'),
  course: rule('courses?', 'status or lifecycle', identifiers),
  doer: rule('doers?', 'actor'),
  return: rule('returns|returned', 'refund or reversal', identifiers),
  'sent back': rule('money (?:is |was )?sent back', 'refunded', prose),
  'going back': rule('goes back to (?:the|your) (?:donor|card)', 'is refunded', prose),
  'money back': rule('money back', 'refund', comments),
  'kept aside': rule('kept aside', 'quarantined'),
  'prove the books': rule('proves? the books|prove books', 'reconciliation'),
  look: rule('look(?:s|ed|ing)?(?! ?(?:up|ahead|behind))', 'ledger check', identifiers),
  'the books': rule('(?:the|our|its|in|into) books', 'ledger'),
  operator: rule('operators?', 'admin or sandbox console'),
  desk: rule('desks?', 'admin'),
  act: rule('acts', 'audit log entry', identifiers),
  'what was done': rule('what was done', 'audit log'),
  print: rule('prints', 'fingerprint', identifiers),
  admission: rule('admissions?', 'rate limit', identifiers),
  puzzle: rule('puzzles?', 'challenge'),
  twin: rule('twins?', 'fake'),
  'stand-in': rule('stand-ins?', 'fake or placeholder', prose),
  Parts: rule('(?:\\w+ )*parts(?= type)', '<Module>Deps', identifiers),
  '…Of': rule('(?:\\w+ )+of(?=$| type$)', 'toX, getX or parseX', identifiers),
  'second factor': rule('second factors?', 'two-factor authentication'),
  'second step': rule('(?<!30-)second steps?', 'two-factor authentication'),
  thanks: rule('thanks', 'thank-you message', identifiers),
  'in-batches': rule('in batches', 'batcher', identifiers),
  together: rule('together', 'batcher', identifiers),
  kept: rule('kept', 'cached or stored', identifiers),
  patient: rule('patient', 'retry', identifiers),
  patience: rule('patience', 'timeout'),
}

/** Words of the "Gone" column that English, SQL or HTTP need as well, so that a test cannot tell the meanings apart. */
export const ambiguous: Record<string, string> = {
  receipt: 'is the term for the signed document',
  'settle for anything else': 'settlement is the provider’s word for paying out',
  held: 'a hold on a payout is held',
  proof: 'proof of work and inclusion proof are terms',
  limits: 'every setting has limits',
  reading: 'readings of the specification',
  front: 'front of a list',
}

/** Private language outside of the glossary. */
const languageRules: Rule[] = [
  rule('who(?:so)?ever|whomever', 'anyone who, or name the person', prose),
  rule('somebody|somebody else', 'someone, or name the person', prose),
  rule('anybody|nobody', 'name the person', comments),
  rule('whatever', 'anything, or name the thing', comments),
  rule('thereof|therein|hereby|whereof', 'plain English'),
  rule('as a rule', 'usually', prose),
  rule('mend(?:s|ed|ing)?', 'fix'),
  rule('told|tell|tells', 'report, send or record', identifiers),
  rule('hear|hears|heard', 'receive', identifiers),
  rule('speaks?|speaking', 'name what it does', identifiers),
  rule('beside', 'next to, or name the relation', identifiers),
  rule('stand ins?', 'fake or placeholder', identifiers),
  rule('luck', 'random', identifiers),
  rule('misbehaviour|manners', 'fault injection', identifiers),
]

export const vocabularyRules: readonly Rule[] = [...Object.values(glossaryRules), ...languageRules]
/** Words of the glossary's "Gone" column that are checked. */
export const glossaryWords = Object.keys(glossaryRules)

/** Places where a listed word is correct. */
export const exceptions: { path: RegExp; word: RegExp; reason: string }[] = [
  {
    path: /^test\/architecture\/(vocabulary|glossary\.test)\.ts$/,
    word: /./,
    reason: 'the list and its test',
  },
  {
    path: /^(NOTICE\.md$|scripts\/notice)/,
    word: /./,
    reason: 'the licences of other projects',
  },
  {
    path: /^docs\/(glossary|specification)\.md$/,
    word: /./,
    reason: 'the glossary lists the words; the specification is quoted',
  },
  {
    path: /^dev\/sample-data\/campaigns\//,
    word: /^(desks|the books)$/,
    reason: 'school desks and the accounts of a bakery in sample campaigns',
  },
  {
    path: /\.tsx?$/,
    word: /^(to )?(have )?(be )?((last )?index|value|instance|prototype|type|size|one|any|all) of$/,
    reason: 'names of JavaScript, JSON Schema and vitest',
  },
  {
    path: /^server\/platform\/database\/embedded\/unprivileged-account\.ts$/,
    word: /^nobody$/,
    reason: 'the account `nobody` of Unix',
  },
  {
    path: /transaction|donations-csv|states\.test|^docs\/readings|^test\/conformance/,
    word: /^contributor$/,
    reason: 'the column “Contributor” of the specification (§3)',
  },
  {
    path: /handle-action|undo-links|firebase\/recovery|^test\/fakes\/identity-toolkit|^docs\/(readings|hosted-identity)/,
    word: /^second factor$/,
    reason: 'the mode `revertSecondFactorAddition` of links of Google',
  },
  {
    path: /^web\/text\/layout|auth-layout\.test|^(docs|test)\/conformance|^scripts\/walk/,
    word: /^contribution$/,
    reason: 'the headline “One Contribution at a Time” of the specification (§2)',
  },
]

export type Finding = {
  path: string
  line: number
  kind: Kind
  word: string
  use: string
  isAllowed: boolean
}

/** Gone words in a source file or a document, including the allowed ones. */
export function findGoneWords(path: string, source = readFileSync(path, 'utf8')): Finding[] {
  const toLine = createLineFinder(source)
  const name: Token = { kind: 'identifier', value: basename(path).split('.')[0] ?? '', start: 0 }
  return [name, ...readTokens(path, source)].flatMap(({ kind, value, start }) => {
    const words = toWords(value, kind)
    return vocabularyRules.flatMap(({ pattern, use, in: kinds }) => {
      const word = kinds.includes(kind) ? pattern.exec(words)?.[0] : undefined
      if (word === undefined) return []
      const offset = value.toLowerCase().indexOf(word.split(' ')[0] ?? '')
      const line = toLine(start + Math.max(0, offset))
      return [{ path, line, kind, word, use, isAllowed: isException(path, word) }]
    })
  })
}

const isException = (path: string, word: string) =>
  exceptions.some((exception) => exception.path.test(path) && exception.word.test(word))

/** Splits camelCase and snake_case. A type's name is marked so that rules can tell it from a value. */
function toWords(value: string, kind: Kind): string {
  const isType = kind === 'identifier' && /^[A-Z][a-z]/.test(value)
  const words = value
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(kind === 'identifier' ? /[_-]+/g : /[_\s*]+/g, ' ')
    .toLowerCase()
  return isType ? `${words} type` : words
}

type Token = { kind: Kind; value: string; start: number }
type Node = { type: string; start: number; [key: string]: unknown }

function readTokens(path: string, source: string): Token[] {
  if (!/\.tsx?$/.test(path)) return byLine({ kind: 'text', value: source, start: 0 })
  const { program, comments: found } = parseSync(path, source)
  const tokens: Token[] = found.flatMap(({ value, start }) =>
    byLine({ kind: 'comment', value, start: start + 2 }),
  )
  collect(program as unknown as Node, tokens)
  return tokens
}

function byLine({ kind, value, start }: Token): Token[] {
  let at = start
  return value.split('\n').map((line) => {
    const token = { kind, value: line, start: at }
    at += line.length + 1
    return token
  })
}

function collect(node: Node, tokens: Token[]): void {
  const { type, start } = node
  if (/^(JSX)?Identifier$|^PrivateIdentifier$/.test(type))
    tokens.push({ kind: 'identifier', value: String(node.name), start })
  else if (type === 'Literal' && typeof node.value === 'string')
    tokens.push({ kind: 'text', value: node.value, start: start + 1 })
  else if (type === 'JSXText')
    tokens.push(...byLine({ kind: 'text', value: String(node.value), start }))
  else if (type === 'TemplateElement') {
    const { raw } = node.value as { raw: string }
    tokens.push(...byLine({ kind: 'text', value: raw, start }))
  }
  for (const child of Object.values(node)) {
    if (Array.isArray(child)) {
      for (const one of child) if (isNode(one)) collect(one, tokens)
    } else if (isNode(child)) collect(child, tokens)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

function createLineFinder(source: string) {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1))
    starts.push(at + 1)
  return (offset: number) => {
    let line = 0
    while (line < starts.length && (starts[line] ?? 0) <= offset) line += 1
    return line
  }
}
