import type { ContentStore, StoredCampaign } from '../../../providers/content/content.ts'

/** All campaigns of the owner, in every status. */
export async function listOwnCampaigns(
  content: Pick<ContentStore, 'listCampaigns'>,
  ownerUid: string,
): Promise<StoredCampaign[]> {
  const campaigns: StoredCampaign[] = []
  let after: string | null = ''
  while (after !== null) {
    const options = { limit: 100, ...(after !== '' && { after }) }
    const page = await content.listCampaigns({ ownerUid }, options)
    campaigns.push(...page.campaigns)
    after = page.next
  }
  return campaigns
}
