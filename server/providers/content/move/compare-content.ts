import type { MoveDeps, MoveSummary } from './move-content.ts'
import {
  toCampaignDigest,
  toTotalDigest,
  toUserDigest,
  type MovableStore,
} from '../moved-content.ts'

export type Comparison = {
  isEqual: boolean
  from: string
  to: string
  /** What differs or is missing on one side: 'campaign <id>', 'user <uid>' or 'picture <id>'. */
  different: string[]
}

/** Reads both sides again, as a whole, and compares the digest of each campaign, profile and picture. */
export async function compareContent(
  deps: MoveDeps,
  { extra, missingPictures }: Pick<MoveSummary, 'extra' | 'missingPictures'>,
): Promise<Comparison> {
  const { direction, images } = deps
  const shown = new Set<string>()
  const from = await readDigests(deps.from, shown)
  const to = await readDigests(deps.to, shown)
  for (const uid of extra.users) to.delete(`user ${uid}`)
  const hostedSide = direction === 'to-hosted' ? to : from
  const embeddedSide = direction === 'to-hosted' ? from : to
  const publicDigests = await images.readPublicDigests()
  const missing = new Set(missingPictures)
  const take = async (id: string) => {
    if (missing.has(id) || embeddedSide.has(`picture ${id}`)) return
    const own = (await images.readOwnDigest(id)) ?? 'none'
    embeddedSide.set(`picture ${id}`, own)
    // Sanity needs copies of public pictures only, and none for a move away from it.
    const needsCopy = direction === 'to-hosted' && publicDigests.has(id)
    hostedSide.set(`picture ${id}`, publicDigests.get(id) ?? (needsCopy ? 'none' : own))
  }
  for await (const batch of images.listKnown()) for (const id of batch) await take(id)
  for (const id of shown) await take(id)
  const different = [...new Set([...from.keys(), ...to.keys()])].filter(
    (name) => from.get(name) !== to.get(name),
  )
  return {
    isEqual: different.length === 0,
    from: toTotalDigest(from),
    to: toTotalDigest(to),
    different,
  }
}

async function readDigests(store: MovableStore, shown: Set<string>): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  for await (const { campaigns } of store.listCampaigns())
    for (const campaign of campaigns) {
      digests.set(`campaign ${campaign.id}`, toCampaignDigest(campaign))
      for (const { id } of campaign.images) shown.add(id)
    }
  for await (const users of store.listUsers())
    for (const user of users) digests.set(`user ${user.uid}`, toUserDigest(user))
  return digests
}
