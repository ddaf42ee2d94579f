import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import type { Image } from '#shared/image-schema.ts'

import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { eachPage } from '../../../platform/lists/each-page.ts'
import { isWholeImage, type ImageStorage } from '../../../platform/images/image-storage.ts'
import {
  type MovedCampaign,
  type MovedUser,
  type MovableStore,
  MoveRefused,
  toCampaignDigest,
  toUserDigest,
} from '../moved-content.ts'

export type MoveDeps = {
  from: MovableStore
  to: MovableStore
  direction: 'to-hosted' | 'to-embedded'
  images: ReturnType<typeof movedImages>
  /** Those of the campaigns that were deleted. */
  findDeleted: (ids: string[]) => Promise<Set<string>>
}
export type MoveOptions = {
  isDryRun?: boolean
  /** Deletes what only the target has, although it was not deleted in Ajo. */
  deletesExtra?: boolean
  /** Documents of other programs stay where they are. */
  leavesOthers?: boolean
}
type Count = { found: number; copied: number }
export type MoveSummary = {
  campaigns: Count
  users: Count
  pictures: Count
  /** Documents of other programs, by their id. */
  others: string[]
  /** Campaigns and profiles that only the target has. */
  extra: { campaigns: string[]; users: string[] }
  /** Pictures that neither side has. They were lost before. */
  missingPictures: string[]
}

/**
 * Makes the target hold what the source holds. It compares digests and writes what differs, so it can be stopped at any point and
 * run again. The source is only read. A dry run counts.
 */
export async function copyContent(deps: MoveDeps, options: MoveOptions): Promise<MoveSummary> {
  const users = await copyUsers(deps, options)
  const campaigns = await copyCampaigns(deps, options)
  if (campaigns.others.length > 0 && !(options.leavesOthers || options.isDryRun))
    throw new MoveRefused(
      `${campaigns.others.length} documents of other programs cannot be moved: ${campaigns.others.slice(0, 5).join(', ')}. Add --leave-others to leave them at Sanity.`,
    )
  const extra = {
    campaigns: await findExtraCampaigns(deps, campaigns.ids),
    users: await findExtraUsers(deps, users.ids),
  }
  const left = options.isDryRun ? extra : await deleteExtra(deps, extra, options)
  const pictures = await copyPictures(deps, campaigns.images, options)
  return {
    users: users.count,
    campaigns: campaigns.count,
    others: campaigns.others,
    extra: left,
    ...pictures,
  }
}

async function copyUsers({ from, to }: MoveDeps, { isDryRun }: MoveOptions) {
  const ids = new Set<string>()
  const count = { found: 0, copied: 0 }
  for await (const batch of from.listUsers()) {
    for (const { uid } of batch) ids.add(uid)
    const there = toDigests(await to.findUsers(batch.map(({ uid }) => uid)), userKey)
    const changed = batch.filter((user) => there.get(user.uid) !== toUserDigest(user))
    if (changed.length > 0 && !isDryRun) await to.saveUsers(changed)
    count.found += batch.length
    count.copied += changed.length
  }
  return { ids, count }
}

async function copyCampaigns({ from, to }: MoveDeps, { isDryRun }: MoveOptions) {
  const ids = new Set<string>()
  const images = new Map<string, { width: number; height: number }>()
  const others: string[] = []
  const count = { found: 0, copied: 0 }
  for await (const batch of from.listCampaigns()) {
    others.push(...batch.others)
    for (const { id, images: shown } of batch.campaigns) {
      ids.add(id)
      for (const image of shown) images.set(image.id, image)
    }
    const there = toDigests(
      await to.findCampaigns(batch.campaigns.map(({ id }) => id)),
      campaignKey,
    )
    const changed = batch.campaigns.filter(
      (campaign) => there.get(campaign.id) !== toCampaignDigest(campaign),
    )
    if (changed.length > 0 && !isDryRun) await to.saveCampaigns(changed)
    count.found += batch.campaigns.length
    count.copied += changed.length
  }
  return { ids, images, others, count }
}

async function findExtraCampaigns({ to }: MoveDeps, ids: ReadonlySet<string>) {
  const extra: string[] = []
  for await (const { campaigns } of to.listCampaigns())
    extra.push(...campaigns.map(({ id }) => id).filter((id) => !ids.has(id)))
  return extra
}

async function findExtraUsers({ to }: MoveDeps, uids: ReadonlySet<string>) {
  const extra: string[] = []
  for await (const batch of to.listUsers())
    extra.push(...batch.map(({ uid }) => uid).filter((uid) => !uids.has(uid)))
  return extra
}

/** Deletes campaigns that were deleted while the source was live. Refuses others unless they are to be deleted. Returns what is left. */
async function deleteExtra(
  { to, findDeleted }: MoveDeps,
  extra: MoveSummary['extra'],
  { deletesExtra }: MoveOptions,
): Promise<MoveSummary['extra']> {
  const deleted = deletesExtra ? new Set(extra.campaigns) : await findDeleted(extra.campaigns)
  for (const id of deleted) await to.deleteCampaign(id)
  const left = extra.campaigns.filter((id) => !deleted.has(id))
  if (left.length > 0)
    throw new MoveRefused(
      `${left.length} campaigns are only in the store that you move to: ${left.slice(0, 5).join(', ')}. If they are not wanted, add --delete-extra.`,
    )
  if (!deletesExtra) return { campaigns: [], users: extra.users }
  for (const uid of extra.users) await to.deleteUser(uid)
  return { campaigns: [], users: [] }
}

async function copyPictures(
  { direction, images }: MoveDeps,
  shown: ReadonlyMap<string, { width: number; height: number }>,
  { isDryRun }: MoveOptions,
) {
  const missing: string[] = []
  const count = { found: 0, copied: 0 }
  const take = async (id: string) => {
    count.found += 1
    if ((await images.readOwnDigest(id)) !== undefined) return
    if (isDryRun) count.copied += 1
    else if (await images.bring({ id, ...shown.get(id) })) count.copied += 1
    else missing.push(id)
  }
  for (const id of shown.keys()) await take(id)
  for await (const batch of images.listKnown())
    for (const id of batch) if (!shown.has(id)) await take(id)
  if (direction === 'to-hosted' && !isDryRun) {
    const before = await images.readPublicDigests()
    await images.handOut().catch((error: unknown) => {
      // The pictures that are missing here are reported by their names.
      if (missing.length === 0) throw error
    })
    count.copied += [...before.values()].filter((digest) => digest === undefined).length
  }
  return { pictures: count, missingPictures: missing }
}

const userKey = (user: MovedUser): [string, string] => [user.uid, toUserDigest(user)]
const campaignKey = (campaign: MovedCampaign): [string, string] => [
  campaign.id,
  toCampaignDigest(campaign),
]
const toDigests = <Item>(items: readonly Item[], toKey: (item: Item) => [string, string]) =>
  new Map(items.map(toKey))

export type HostedAssets = {
  /** Undefined if the store does not have the picture. */
  findAsset: (imageId: string) => Promise<string | undefined>
  /** The bytes as they were uploaded. */
  fetch: (assetId: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Pictures of public campaigns in the hosted store. */
  listPublic: () => AsyncIterable<{ id: string; assetId: string | undefined }[]>
  handOut: () => Promise<number>
}

type ImagesDeps = {
  database: Database
  own: Pick<ImageStorage, 'read' | 'write'>
  hosted: HostedAssets
}
/** Without a size where only the table of pictures names it. */
type ImageFacts = Pick<Image, 'id'> & Partial<Pick<Image, 'width' | 'height'>>

const batchSize = 1_000
const assetDigest = /^image-([0-9a-f]{40})-/

/**
 * Pictures on both sides. Our own storage serves both stores, and the hosted one has copies of those of public campaigns. A picture's
 * digest is its SHA-1, because Sanity names assets by it, so that nothing is downloaded for the comparison.
 */
export function movedImages({ database, own, hosted }: ImagesDeps) {
  /** Undefined where our storage lacks the picture, or has bytes that are not it. */
  const readOwnDigest = async (id: string): Promise<string | undefined> => {
    const bytes = await own.read(id)
    return bytes && isWholeImage(id, bytes) ? toSha1(bytes) : undefined
  }
  return {
    /** Pictures that any campaign, version, update, draft or change may show. */
    async *listKnown(): AsyncIterable<string[]> {
      yield* eachPage(batchSize, (last?: string) =>
        database.values(
          z.string(),
          sql`select id from image where id collate "C" > ${last ?? ''} order by id collate "C" limit ${batchSize}`,
        ),
      )
    },

    readOwnDigest,

    /** Downloads a picture that only the hosted store has. False if no one has it. */
    async bring({ id, width, height }: ImageFacts): Promise<boolean> {
      const assetId = assetDigest.test(id) ? id : await hosted.findAsset(id)
      const bytes = assetId === undefined ? undefined : await hosted.fetch(assetId)
      if (!bytes || !isWholeImage(id, bytes)) return false
      await own.write(id, bytes)
      if (width !== undefined && height !== undefined)
        await database.run(
          sql`insert into image (id, width, height, size_bytes, created_at)
            values (${id}, ${width}, ${height}, ${bytes.length}, now()) on conflict do nothing`,
        )
      return true
    },

    /** Pictures of public campaigns, with the digest that the hosted store has. Undefined until they are handed out. */
    async readPublicDigests(): Promise<Map<string, string | undefined>> {
      const digests = new Map<string, string | undefined>()
      for await (const batch of hosted.listPublic())
        for (const { id, assetId } of batch) {
          const [, digest] = assetDigest.exec(assetId ?? '') ?? []
          // One campaign without the reference is enough to hand it out again.
          digests.set(id, digests.has(id) && digests.get(id) === undefined ? undefined : digest)
        }
      return digests
    },

    handOut: () => hosted.handOut(),
  }
}

const toSha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex')
