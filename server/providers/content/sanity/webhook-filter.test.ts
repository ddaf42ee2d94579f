import { readFileSync } from 'node:fs'

import { evaluate, parse } from 'groq-js'
import { expect, it } from 'vitest'

const [, filter = ''] =
  /```groq\n(.*?)```/s.exec(readFileSync('docs/hosted-content.md', 'utf8')) ?? []
const tree = parse(filter, { mode: 'delta' })

type Document = Record<string, unknown> | null

/** Whether Sanity's webhook reports the change, with the filter that docs/hosted-content.md names. */
async function isReported(before: Document, after: Document): Promise<unknown> {
  return (await evaluate(tree, { before, after, root: after ?? before })).get()
}

const campaign = {
  _id: 'campaign.1',
  _type: 'campaign',
  _rev: '1',
  title: 'A well',
  status: 'pending',
}
const user = { _id: 'user.1', _type: 'user', firstname: 'Ada', emailVerified: false }
const marker = { _id: 'ajo.writes', _type: 'ajo.writes', written: 1 }

it.each<[string, Document, Document, boolean]>([
  ['a new campaign', null, campaign, true],
  ['a deleted campaign', campaign, null, true],
  ['another status', campaign, { ...campaign, status: 'approved' }, true],
  ['another title', campaign, { ...campaign, title: 'A pump' }, true],
  ['another name of a person', user, { ...user, firstname: 'Adaeze' }, true],
  ['nothing but a revision', campaign, { ...campaign, _rev: '2' }, false],
  ['sums for sorting', campaign, { ...campaign, ranking: { raised: 1 } }, false],
  ['a confirmed address', user, { ...user, emailVerified: true }, false],
  ['the count of changes', marker, { ...marker, written: 2 }, false],
])('the filter of the webhook decides on %s', async (_title, before, after, expected) => {
  expect(await isReported(before, after)).toBe(expected)
})
