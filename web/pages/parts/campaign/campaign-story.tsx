import type { CampaignDetail } from '#shared/campaign.ts'

import { campaignText } from '../../../text/campaign.ts'

type CampaignStoryProps = Pick<
  CampaignDetail,
  'description' | 'raiseMoneyFor' | 'importance' | 'impact'
>

/** The owner's texts, with their line breaks. */
export function CampaignStory(campaign: CampaignStoryProps) {
  const text = campaignText
  return (
    <div className="space-y-8">
      <Passage title={text.story} text={campaign.description} />
      <Passage title={text.useOfFunds} text={campaign.raiseMoneyFor} />
      <Passage title={text.importance} text={campaign.importance} />
      <Passage title={text.impact} text={campaign.impact} />
    </div>
  )
}

function Passage({ title, text }: { title: string; text: string }) {
  if (text === '') return null
  return (
    <section>
      <h2 className="text-xl font-bold">{title}</h2>
      <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
    </section>
  )
}
