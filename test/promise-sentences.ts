import { globSync } from 'node:fs'
import { resolve } from 'node:path'

import { fees } from '#web/policies/fees.ts'
import { help } from '#web/policies/help.ts'
import { privacy } from '#web/policies/privacy.ts'
import { refunds } from '#web/policies/refunds.ts'
import { terms } from '#web/policies/terms.ts'

import { flattenTexts } from './flatten-texts.ts'
import { embeddedValues, hostedValues, localValues } from './policy-values.ts'

/** A sentence that people read, and where it stands. */
export type Sentence = { where: string; text: string }

const policies = { fees, help, privacy, refunds, terms }

/** Words with which a policy promises something. Other sentences of the policies are explanations. */
const policyPromise =
  /\d|\b(always|never|every\w*|only|any ?one|no one|nobody|each|all|any|delet\w*|remov\w*|encrypt\w*|within|keeps?|kept|stores?|stored|sees?|shown?|public|free|check\w*|review\w*|reads?|receives?|refund\w*|no|not|until|before|after|can)\b/i

/** Words with which a screen, a mail or a document promises something. */
const textPromise =
  /\b(always|never|every|only|delet\w*|encrypt\w*|within|no one|nobody|anyone|everyone|at any time|permanently|kept|guarantee\w*|(?:can|won|don|doesn|isn)’t (?:see|be shown|charge)|not been charged|stays?|free|we(?:’ll| will)? (?:review|check|keep|send|refund)\w*)\b|\d+ (?:minutes?|hours?|days?|working days?|years?)|₦\d/i

/** Pages and mails of staff, and catalogues whose functions need dates or counts. */
const leftOut = /\/(admin\w*-?\w*|review|day|plural|category-name|status-name|language)\.ts$/

/** Labels and headings promise nothing. */
const isSentence = (text: string) => /[.!?:…]$/.test(text) || text.split(' ').length >= 6

const toSentences = (text: string) =>
  text
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')

/** The sentences of the policies that promise something, for each kind of installation. */
export function listPolicyPromises(): Sentence[] {
  const found = Object.entries(policies).flatMap(([name, policy]) =>
    [hostedValues, embeddedValues, localValues].flatMap((values) =>
      policy
        .toSections(values)
        .flatMap(({ paragraphs, rows = [] }) => [
          ...paragraphs.flatMap(toSentences),
          ...rows.map((row) => `${row.name}: ${row.text}`),
        ])
        .map((text) => ({ where: name, text })),
    ),
  )
  return unique(found.filter(({ text }) => policyPromise.test(text)))
}

/** The sentences of screens, forms, mails and receipts that promise something. */
export async function listTextPromises(): Promise<Sentence[]> {
  const found = (await listCatalogues()).flatMap(({ where, module }) =>
    flattenTexts(module, () => ['…']).flatMap(([, text]) =>
      toSentences(text).map((sentence) => ({ where, text: sentence })),
    ),
  )
  return unique(found.filter(({ text }) => isSentence(text) && textPromise.test(text)))
}

type Catalogue = { where: string; module: unknown }

async function listCatalogues(): Promise<Catalogue[]> {
  const files = globSync([
    '{web/text,server/text/en}/*.ts',
    'shared/{messages,error-sentences,moderation-sentences,offline-sentences,toasts}.ts',
  ]).filter((file) => !file.endsWith('.test.ts') && !leftOut.test(file))
  return Promise.all(
    files.toSorted().map(async (file) => ({
      where: file.replace(/\.ts$/, ''),
      module: toTexts((await import(resolve(file))) as Record<string, unknown>),
    })),
  )
}

/** Functions of a module need dates and amounts; those inside a catalogue take words. */
const toTexts = (module: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(module).filter(([, value]) => typeof value !== 'function'))

/** Texts whose numbers differ between English and Pidgin. */
export async function listDifferentNumbers(): Promise<string[]> {
  const found = (await listCatalogues()).map(async ({ where, module }) => {
    const [, folder = '', name = ''] = /^(.+?)(?:\/en)?\/([\w-]+)$/.exec(where) ?? []
    const texts = flattenTexts(module, () => ['…'])
    if (texts.length === 0) return []
    const pidgin = (await import(resolve(`${folder}/pcm/${name}.ts`))) as unknown
    const translated = new Map(flattenTexts(pidgin, () => ['…']))
    return texts
      .filter(([at, text]) => toNumbers(text) !== toNumbers(translated.get(at) ?? ''))
      .map(([at]) => `${where}${at}`)
  })
  return (await Promise.all(found)).flat()
}

const toNumbers = (text: string) => (text.match(/\d[\d.,]*\d|\d/g) ?? []).toSorted().join(' ')

function unique(sentences: Sentence[]): Sentence[] {
  return [...new Map(sentences.map((each) => [`${each.where} ${each.text}`, each])).values()]
}
