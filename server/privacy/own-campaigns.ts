import type { ContentStore, StoredCampaign } from '../providers/content/content.ts'

/** All of them, in every status. */
export async function ownCampaigns(
  content: Pick<ContentStore, 'listCampaigns'>,
  ownerUid: string,
): Promise<StoredCampaign[]> {
  const campaigns: StoredCampaign[] = []
  let after: string | null = ''
  while (after !== null) {
    const page = { limit: 100, ...(after !== '' && { after }) }
    const answer = await content.listCampaigns({ ownerUid }, page)
    campaigns.push(...answer.campaigns)
    after = answer.next
  }
  return campaigns
}
