import { MessageCircle } from 'lucide-react'

import type { CampaignDetail } from '#shared/campaign.ts'
import { Link } from '#web/router/link.tsx'

import { questionsPath } from '../../../navigation/paths.ts'
import { ownerText } from '../../../text/owner.ts'
import { buttonClass } from '../../../ui/button.tsx'

/** The owner's link to the questions about the campaign. */
export function QuestionsLink({ campaign: { id, isOwner } }: { campaign: CampaignDetail }) {
  if (!isOwner) return null
  return (
    <Link to={questionsPath(id)} className={`${buttonClass('quiet')} w-full`}>
      <MessageCircle size={18} aria-hidden="true" />
      {ownerText.questions}
    </Link>
  )
}
