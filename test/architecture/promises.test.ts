import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { settingsSchema } from '#server/platform/config/settings.ts'
import {
  listDifferentNumbers,
  listPolicyPromises,
  listTextPromises,
} from '#test/promise-sentences.ts'

import { exists, readDocument, usesFrom } from './proofs.ts'

/** The rows of docs/promises.md by place and sentence. */
const rows = readFileSync('docs/promises.md', 'utf8')
  .split('\n')
  .map((line) => /^\| `([\w.-]+)` \| (\S+) \| (.+) \| (.+) \|$/.exec(line))
  .flatMap((row) =>
    row
      ? [{ id: row[1], where: row[2] ?? '', text: row[3], proofs: (row[4] ?? '').split('<br>') }]
      : [],
  )

/** The module that contains the sentences of a place. */
const toModule = (where: string) =>
  where.includes('/') ? `${where}.ts` : `web/policies/${where}.ts`

/** True for a test, a reading, a setting or a step of a procedure that exists, and for a constant that the sentence is made from. */
function isProven(proof: string, where: string): boolean {
  const [, setting] = /^setting ([A-Z_]+)$/.exec(proof) ?? []
  if (setting !== undefined) return setting in settingsSchema.shape
  const [, file, name] = /^from (\S+)#(\S+)$/.exec(proof) ?? []
  if (file !== undefined && name !== undefined) return usesFrom(toModule(where), { file, name })
  const [, document, heading] = /^procedure (\S+\.md) › (.+)$/.exec(proof) ?? []
  if (document !== undefined && heading !== undefined)
    return readDocument(document).includes(`\n## ${heading}\n`)
  return /^no promise: \w/.test(proof) || exists(proof)
}

const toKey = ({ where, text }: { where: string | undefined; text: string | undefined }) =>
  `${where} | ${text}`
const promises = [...listPolicyPromises(), ...(await listTextPromises())]

describe('the promises of policies, screens, forms, mails and receipts', () => {
  it('each have a row in docs/promises.md', () => {
    const known = new Set(rows.map(toKey))
    expect(promises.map(toKey).filter((key) => !known.has(key))).toEqual([])
    expect(promises.length).toBeGreaterThan(150)
  })

  it('are made where docs/promises.md says', () => {
    const made = new Set(promises.map(toKey))
    expect(rows.map(toKey).filter((key) => !made.has(key))).toEqual([])
  })

  it('each have an id, and a proof that exists', () => {
    const unproven = rows.flatMap(({ where, text, proofs }) =>
      proofs.filter((proof) => !isProven(proof, where)).map((proof) => `${text}: ${proof}`),
    )
    expect(unproven).toEqual([])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  })

  it('need no proof only where they promise nothing', () => {
    const excused = rows.filter(({ proofs }) =>
      proofs.some((proof) => proof.startsWith('no promise')),
    )
    expect(excused.length / rows.length).toBeLessThan(0.35)
  })

  it('name the same numbers and lengths of time in Pidgin', async () => {
    expect(await listDifferentNumbers()).toEqual([])
  })

  it('refuses a proof that does not exist', () => {
    const mail = 'server/text/en/account'
    expect(isProven('setting NOTHING', mail)).toBe(false)
    expect(isProven('from shared/terms.ts#unheardOf', mail)).toBe(false)
    expect(isProven('procedure docs/settings.md › Nothing', mail)).toBe(false)
    expect(isProven('no promise: ', mail)).toBe(false)
    expect(isProven('setting SUPPORT_EMAIL', mail)).toBe(true)
    expect(isProven('from shared/terms.ts#guestLink', mail)).toBe(true)
  })

  it('refuses a constant that exists and from which the sentence is not made', () => {
    expect(isProven('from shared/terms.ts#draft', 'server/text/en/account')).toBe(false)
    expect(isProven('from shared/terms.ts#draft', 'web/text/site')).toBe(false)
  })
})
