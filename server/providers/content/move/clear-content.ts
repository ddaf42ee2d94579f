import { MoveRefused, type MovableStore } from '../moved-content.ts'

type ClearDeps = {
  /** The store that nothing uses any more. */
  cleared: MovableStore
  live: MovableStore
  findDeleted: (ids: string[]) => Promise<Set<string>>
}

export type Cleared = { campaigns: number; users: number }

/** Counts what a store holds. Refuses if it is the only one that has a campaign or profile. */
export async function checkCleared({ cleared, live, findDeleted }: ClearDeps): Promise<Cleared> {
  const only: string[] = []
  const count = { campaigns: 0, users: 0 }
  for await (const { campaigns } of cleared.listCampaigns()) {
    const ids = campaigns.map(({ id }) => id)
    const there = new Set((await live.findCampaigns(ids)).map(({ id }) => id))
    const deleted = await findDeleted(ids)
    only.push(...ids.filter((id) => !there.has(id) && !deleted.has(id)))
    count.campaigns += ids.length
  }
  for await (const users of cleared.listUsers()) {
    const uids = users.map(({ uid }) => uid)
    const there = new Set((await live.findUsers(uids)).map(({ uid }) => uid))
    only.push(...uids.filter((uid) => !there.has(uid)))
    count.users += uids.length
  }
  if (only.length > 0)
    throw new MoveRefused(
      `${only.length} campaigns and profiles are only in that store: ${only.slice(0, 5).join(', ')}. Move them first.`,
    )
  return count
}

/** Deletes everything that Ajo wrote. It can be stopped at any point and run again. */
export async function clearContent({ cleared }: Pick<ClearDeps, 'cleared'>): Promise<void> {
  const ids: string[] = []
  for await (const { campaigns } of cleared.listCampaigns())
    ids.push(...campaigns.map(({ id }) => id))
  for (const id of ids) await cleared.deleteCampaign(id)
  const uids: string[] = []
  for await (const users of cleared.listUsers()) uids.push(...users.map(({ uid }) => uid))
  for (const uid of uids) await cleared.deleteUser(uid)
}
