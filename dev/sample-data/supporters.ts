import { randomUUID } from 'node:crypto'

import type { StoredCampaign } from '#server/providers/content/content.ts'

import type { SampleUpdate } from './campaigns/sample-campaign.ts'
import type { People } from './people.ts'
import type { SampleServices } from './sample-services.ts'

/** The sample donor follows the campaign, and its organiser publishes an update. */
export async function seedUpdate(
  { campaignFollowers, campaignUpdates }: SampleServices,
  people: People,
  { campaign, update }: { campaign: StoredCampaign; update: SampleUpdate },
) {
  const campaignId = campaign.id
  await campaignFollowers.follow({ campaignId, email: people.tunde.email, language: 'en' })
  const { title, text } = update
  const form = { title, text, images: [] }
  await campaignUpdates.publish({ campaignId, form, idempotencyKey: randomUUID() })
}

export type SampleAnswer = { campaignId: string; answer: string }

/** Lists the supporters of all campaigns now, which a job does later otherwise, and answers the newest words of support. */
export async function seedSupporters(
  { tasks, supporterList }: SampleServices,
  answers: readonly SampleAnswer[],
) {
  await tasks.find(({ name }) => name === 'publish-supporters')?.run({})
  for (const { campaignId, answer } of answers) {
    const query = { campaignId, order: 'newest', limit: 20, seesWaiting: false } as const
    const { supporters } = await supporterList.list(query)
    const withWords = supporters.find(({ words }) => words !== null)
    if (withWords) await supporterList.reply({ campaignId, id: withWords.id }, answer)
  }
}
