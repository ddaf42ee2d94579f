import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { isPersonal } from '#server/people/privacy/inventory/entry.ts'
import { inventory, listColumns } from '#server/people/privacy/inventory/inventory.ts'
import { imagePath } from '#shared/image.ts'
import { openDeletionApp, password } from '#test/support/people/deletion-app.ts'
import { storeKinds } from '#test/support/campaigns/hosted-content.ts'
import { openFakeS3 } from '#test/support/providers/s3.ts'
import { ada, as, visitor } from '#test/support/people/people.ts'
import {
  contains,
  searchFiles,
  searchTables,
  type Needle,
} from '#test/support/privacy/search-everything.ts'
import { liveLife, turnOnTwoFactor, words } from '#test/support/privacy/whole-life.ts'

/** Tables where the search still finds the person after the erasure, with the term that the inventory names, and why. */
const expected: Record<string, string> = {
  'donation.campaign_title': 'moneyRecords: other donors’ receipts',
  'donation.campaign_slug': 'moneyRecords: other donors’ receipts',
  'campaign_report.details': 'closedReport: an open report of the person, without the reporter',
  'evidence.body_sealed': 'campaignEvidence: sealed',
  'evidence_image.bytes_sealed': 'campaignEvidence: sealed',
  'campaign_document.name': 'campaignEvidence: read by reviewers alone',
  'mail_outbox.*': 'mail: the notice of the deletion, and waiting mails to other people',
}

const bucket = await openFakeS3()
afterAll(() => bucket.close())
const inBucket = {
  IMAGES: 's3',
  S3_ENDPOINT: bucket.options.endpoint,
  S3_REGION: bucket.options.region,
  S3_BUCKET: bucket.options.bucket,
  S3_ACCESS_KEY: bucket.options.accessKey,
  S3_SECRET_KEY: bucket.options.secretKey,
}
const listObjects = (image: string) =>
  [...bucket.objects].flatMap(([key, { bytes }]) => (key.includes(image) ? Buffer.from(bytes) : []))
const installations = [
  ...storeKinds.map((kind) => ({ name: `the ${kind} content store`, kind, settings: {} })),
  { name: 'pictures in a bucket', kind: 'embedded', settings: inBucket },
] as const

describe.each(installations)('the erasure of a person with $name', async (installation) => {
  const { name, kind, settings } = installation
  const at = await openDeletionApp(kind, settings)
  const { owner } = at

  beforeEach(async () => {
    await at.empty()
    bucket.objects.clear()
  })

  it('leaves in tables, files and stores only what the inventory lists with its term', async () => {
    const organiser = await at.createPerson(ada)
    const { person, campaign, other, image, pictures } = await liveLife(at, owner, organiser)
    const references = [await at.donate(campaign)]
    await at.runJobs()
    await at.settle(references)
    await at.end(campaign)
    await at.report(other)
    const { code, session } = await turnOnTwoFactor(at, person)
    const needles: Needle[] = [
      ...Object.entries(words).map(([name, word]) => ({ name, bytes: Buffer.from(word) })),
      ...[...pictures, ...listObjects(image)].map((bytes) => ({ name: 'picture', bytes })),
    ]
    const before = await searchTables({ owner, sealing: at.sealing }, needles)
    const listFound = () =>
      [...bucket.objects].filter(([, { bytes }]) => contains([Buffer.from(bytes)], needles))
    expect(listFound().length > 0).toBe(settings === inBucket)

    const response = await as(at.app, session)('/api/account/deletion', {
      method: 'POST',
      body: { currentPassword: password, code },
    })
    expect(response.status).toBe(204)
    at.pass(2 * 86_400_000)
    await at.runJobs()
    for (const task of at.tasks)
      if (/orphans|purge|deletion/.test(task.name)) await at.runTask(task.name)

    const after = await searchTables({ owner, sealing: at.sealing }, needles)
    const files = searchFiles(at.dataDir, needles)
    const documents = [...(at.hosted?.fakeSanity.documents.values() ?? [])]
    const found = documents.filter((document) =>
      contains([Buffer.from(JSON.stringify(document))], needles),
    )
    print(name, { before, after, files, documents: documents.length, objects: bucket.objects.size })

    expect(before.found.size).toBeGreaterThan(20)
    const left = [...after.found.keys()].map((name) => `${toKey(name)} ${String(toTerm(name))}`)
    const allowed = Object.entries(expected).map(([key, why]) => `${key} ${why.replace(/:.*/, '')}`)
    expect(allowed).toEqual(expect.arrayContaining(left))
    expect(files.found).toEqual([])
    expect(found).toEqual([])
    expect(listFound()).toEqual([])
    expect((await as(at.app, visitor)(imagePath(image, 480))).status).toBe(404)
  })
})

const toKey = (name: string) => name.replace(/^mail_outbox\..*/, 'mail_outbox.*')

/** The term of a personal column of the inventory. */
function toTerm(name: string): unknown {
  const [table = '', column = ''] = name.split('.')
  const entry = inventory[table]
  const described = entry && new Map(listColumns(entry)).get(column)
  return entry && isPersonal(entry) && described ? entry.term : undefined
}

type Searched = Awaited<ReturnType<typeof searchTables>>
type Figures = {
  before: Searched
  after: Searched
  files: ReturnType<typeof searchFiles>
  documents: number
  /** Left in the bucket. */
  objects: number
}

function print(kind: string, { before, after, files, documents, objects }: Figures) {
  const count = ({ found }: Searched) => [...found.values()].reduce((sum, rows) => sum + rows, 0)
  const left = [...after.found].map(
    ([name, rows]) => `  ${name}: ${rows}, term ${JSON.stringify(toTerm(name))}`,
  )
  const lines = [
    `${kind}: ${after.tables} tables with ${after.values} values, ${files.files} files, ${documents} hosted documents and ${objects} objects of the bucket searched`,
    `  before: ${count(before)} values in ${before.found.size} columns; after: ${count(after)} in ${after.found.size}`,
    ...left,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
