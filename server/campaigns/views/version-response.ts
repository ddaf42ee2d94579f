import type { CampaignVersion, CampaignVersions, VersionContent } from '#shared/campaign-version.ts'

import type { StoredCampaign } from '../../providers/content/content.ts'
import type { Versions } from '../versions/versions.ts'

export type VersionResponses = ReturnType<typeof openVersionResponses>

/** The versions of a campaign as readers may see them. */
export function openVersionResponses(versions: Pick<Versions, 'listPublic'>) {
  return {
    async toList({ id }: StoredCampaign): Promise<CampaignVersions> {
      const rows = await versions.listPublic(id)
      return rows.map(({ number, kind, at }) => ({ number, kind, at: at.toISOString() }))
    },

    async find(campaign: StoredCampaign, number: number): Promise<CampaignVersion | undefined> {
      const rows = await versions.listPublic(campaign.id)
      const index = rows.findIndex((row) => row.number === number)
      const row = rows[index]
      if (!row) return undefined
      const earlier = rows[index + 1]
      return {
        number,
        kind: row.kind,
        at: row.at.toISOString(),
        content: withConsent(campaign, row.content),
        before: earlier ? withConsent(campaign, earlier.content) : null,
        earlier: earlier?.number ?? null,
        later: rows[index - 1]?.number ?? null,
      }
    },
  }
}

/** An owner who no longer publishes the contact takes it back from earlier versions, too. */
function withConsent({ contact }: StoredCampaign, content: VersionContent): VersionContent {
  return contact.isPublic ? content : { ...content, beneficiary: null }
}
