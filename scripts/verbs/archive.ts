import { readFile, writeFile } from 'node:fs/promises'

import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate'
import * as z from 'zod/mini'

import { draftInputSchema } from '#server/campaigns/submission/drafts.ts'
import { toFormValues } from '#server/campaigns/editing/edits.ts'
import type { Services } from '#server/services.ts'
import { basicSchema, formImageSchema, informationFields } from '#shared/campaign.ts'
import { outsideReceiptSchema } from '#shared/outside-receipt.ts'

import { findAccount } from './person.ts'
import { findCampaign, type Noun, record, type Verb, VerbRefused } from './verb.ts'

const storyFields = Object.keys({ ...basicSchema.shape, ...informationFields })
/** What the organiser received outside Ajo and nobody withdrew or struck. `document` is the number of a document of the archive. */
const outsideSchema = z.strictObject({
  ...z.pick(outsideReceiptSchema, { amount: true, day: true, note: true }).shape,
  document: z.nullable(z.int()),
})
/**
 * A campaign as one file: `campaign.json` with the values of the wizard's first two tabs, `pictures/<id>`, and `documents/1/<name>` where
 * they are asked for. Contact, bank account, decisions and money in the ledger stay: they belong to the person and to this Ajo.
 */
const archiveSchema = z.strictObject({
  format: z.literal(1),
  values: z.pick(
    draftInputSchema.shape.values,
    Object.fromEntries(storyFields.map((name) => [name, true as const])),
  ),
  outside: z.optional(z.array(outsideSchema)),
})
const picturesSchema = z.object({ images: z._default(z.array(formImageSchema), []) })
/** Larger archives are not read into memory. */
const maxBytes = 200_000_000
/** The first day that the format can name, so that the same campaign gives the same file. */
const mtime = new Date(1980, 0, 1)

type Source = {
  name: string
  values: unknown
  documents: Documents
  outside: Outside[]
}
type Outside = Awaited<ReturnType<Services['outsideReceipts']['list']>>[number]
type Documents = Awaited<ReturnType<Services['documents']['listOfDraft']>>

async function findSource(services: Services, word: string): Promise<Source | string> {
  const { documents, drafts, outsideReceipts } = services
  if (word.includes('@')) {
    const owner = await findAccount(services, word)
    const draft = owner && (await drafts.find({ ownerUid: owner.uid })).draft
    if (!owner || !draft) return `There is no draft of ${word}.`
    const { values } = draft
    return {
      name: `The draft of ${word}`,
      values,
      documents: await documents.listOfDraft(owner.uid),
      outside: await outsideReceipts.listOfDraft(owner.uid),
    }
  }
  const campaign = await findCampaign(services, word)
  if (!campaign) return `There is no campaign ${word}.`
  const listed = await documents.listOfCampaign(campaign.id)
  const outside = await outsideReceipts.list(campaign.id)
  return { name: campaign.slug, values: toFormValues(campaign), documents: listed, outside }
}

const exportVerb: Verb = {
  words: ['slug, id, or email of a draft\u2019s owner'],
  options: ['file', 'documents'],
  async find(services, [word = ''], { file, documents }) {
    if (!file) return 'Add --file with the name of the archive.'
    const source = await findSource(services, word)
    if (typeof source === 'string') return source
    const { values } = z.parse(archiveSchema, { format: 1, values: source.values })
    const { images } = z.parse(picturesSchema, values)
    const listed = documents ? chooseDocuments(source) : []
    const outside = chooseOutside(source, listed)
    const text = `${source.name} with ${images.length} pictures and ${listed.length} documents`
    return {
      text: `${text} would be written to ${file}.`,
      apply: async ({ uid, reason }) => {
        const files: Zippable = {
          'campaign.json': strToU8(JSON.stringify({ format: 1, values, outside }, null, 2)),
        }
        for (const { id } of images)
          files[`pictures/${id}`] = await whole(services.images.readWhole(id), `picture ${id}`)
        for (const [index, { id, name }] of listed.entries()) {
          const document = await services.documents.find(id)
          const bytes = document && services.documents.read(document)
          files[`documents/${index + 1}/${name}`] = await whole(bytes, `document ${name}`)
        }
        await writeFile(file, zipSync(files, { mtime }), { mode: 0o600 })
        await record(services, { uid, action: 'export-campaign', subject: word, reason })
        return `${text} is written to ${file}.`
      },
    }
  },
}

/** Documents that an amount names come first, because they do not count once it is imported. Those of amounts that ended stay. */
function chooseDocuments({ documents, outside }: Source): Documents {
  const isNamed = (id: string, counting: boolean) =>
    outside.some((each) => each.document?.id === id && counts(each) === counting)
  const named = documents.filter(({ id }) => isNamed(id, true))
  return [...named, ...documents.filter(({ id }) => !isNamed(id, true) && !isNamed(id, false))]
}

const counts = ({ withdrawnAt, struckAt }: Outside) => withdrawnAt === null && struckAt === null

/** Amounts that name a document go with it. In an order that does not depend on the time of the import. */
function chooseOutside({ outside }: Source, chosen: Documents) {
  const found = outside.filter(counts).flatMap(({ amount, day, note, document }) => {
    const number = chosen.findIndex(({ id }) => id === document?.id) + 1
    return document && number === 0 ? [] : [{ amount, day, note, document: number || null }]
  })
  if (found.length === 0) return undefined
  return found.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}

const importVerb: Verb = {
  words: ['email of its owner'],
  options: ['file'],
  async find(services, [email = ''], { file }) {
    if (!file) return 'Add --file with the name of the archive.'
    const owner = await findAccount(services, email)
    if (!owner) return `Nobody has an account with ${email}.`
    if ((await services.drafts.find({ ownerUid: owner.uid })).draft)
      return `${email} has a draft. It must be submitted or discarded first.`
    const { values, pictures, documents, outside } = await readArchive(file)
    const counts = `${pictures.length} pictures and ${documents.length} documents`
    return {
      text: `${file} with ${counts} would become the draft of ${email}.`,
      apply: async ({ uid, reason }) => {
        for (const { id, bytes } of pictures) await services.images.add(owner.uid, bytes, id)
        const ids: string[] = []
        for (const document of documents)
          ids.push((await services.documents.addToDraft(owner.uid, document)).id)
        for (const { document, ...receipt } of outside) {
          const documentId = ids[(document ?? 0) - 1] ?? ''
          await services.outsideReceipts.addToDraft(owner.uid, { ...receipt, documentId })
        }
        await services.drafts.save({ ownerUid: owner.uid }, { values, tab: 0, writer: 'import' })
        await record(services, { uid, action: 'import-campaign', subject: owner.uid, reason })
        return `The draft of ${email} has ${counts}. They open it, add their bank account, and submit it for review.`
      },
    }
  },
}

async function readArchive(file: string) {
  const packed = await readFile(file).catch(() => {
    throw new VerbRefused(`${file} cannot be read.`)
  })
  try {
    let total = 0
    const files = unzipSync(packed, {
      filter: ({ originalSize }) => (total += originalSize) <= maxBytes,
    })
    const json: unknown = JSON.parse(strFromU8(files['campaign.json'] ?? new Uint8Array()))
    const { values, outside = [] } = z.parse(archiveSchema, json)
    const pictures = z.parse(picturesSchema, values).images.map(({ id }) => {
      const bytes = files[`pictures/${id}`]
      if (!bytes) throw new Error(`the picture ${id} is missing`)
      return { id, bytes }
    })
    const documents = Object.entries(files)
      .filter(([name]) => name.startsWith('documents/'))
      .map(([name, bytes]) => ({ fileName: name.replace(/^documents\/\d+\//, ''), bytes }))
    for (const { document } of outside)
      if (document !== null && !documents[document - 1])
        throw new Error(`the document ${document} is missing`)
    return { values, pictures, documents, outside }
  } catch (error) {
    throw new VerbRefused(`${file} is no archive of a campaign: ${String(error)}`)
  }
}

async function whole(
  read: Promise<Uint8Array | undefined> | undefined,
  name: string,
): Promise<Uint8Array> {
  const bytes = await read
  if (!bytes) throw new VerbRefused(`The ${name} is gone.`)
  return bytes
}

/** Verbs of a campaign that leaves for another Ajo, or comes from one. */
export const archive: Noun = { export: exportVerb, import: importVerb }
