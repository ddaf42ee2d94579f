import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { CampaignDetail } from '#shared/campaign.ts'
import type { CampaignPast } from '#shared/campaign-history.ts'

import { editCampaignPath } from '../../paths.ts'
import { historyText } from '../../text/history.ts'
import { ownerText } from '../../text/owner.ts'
import { buttonClass } from '../../ui/button.tsx'
import { AnswerForm } from './answer-form.tsx'
import { EndCampaign } from './end-campaign.tsx'

type Props = {
  campaign: CampaignDetail
  past: CampaignPast
  history: ReactNode
  onDone: () => void
}

/** What its owner may do with a campaign, what reviewers want of them, and what was done so far. */
export function OwnerPanel({ campaign, past, history, onDone }: Props) {
  const text = ownerText
  const { id, status } = campaign
  const isOver = status === 'ended' || status === 'cancelled'
  return (
    <section aria-labelledby="owner-panel" className="card space-y-4 p-4 sm:p-5">
      <h2 id="owner-panel" className="font-bold">
        {text.title}
      </h2>
      <Question campaign={campaign} past={past} onDone={onDone} />
      {!isOver && (
        <div className="flex flex-col gap-3 sm:flex-row">
          <Link to={editCampaignPath(id)} className={`${buttonClass('quiet')} max-sm:px-4`}>
            <Pencil aria-hidden="true" size={18} />
            {status === 'rejected' ? text.resubmit : text.edit}
          </Link>
          {status === 'approved' && <EndCampaign campaignId={id} onEnded={onDone} />}
        </div>
      )}
      {past.moves.length > 0 && (
        <details>
          <summary className="py-1 font-semibold">{historyText.title}</summary>
          <div className="pt-2">{history}</div>
        </details>
      )}
    </section>
  )
}

/** What a reviewer asked and nobody has answered, of the campaign or of its change; or what became of the change. */
function Question({ campaign, past, onDone }: Omit<Props, 'history'>) {
  const text = ownerText
  const { change, moves } = past
  const fields = change?.fields.map((field) => historyText.fields[field]).join(', ') ?? ''
  const last = (event: string) => moves.findLast((move) => move.event === event)?.reason ?? ''
  if (campaign.status === 'information-requested')
    return (
      <>
        <Quoted title={text.asked} words={last('ask')} />
        <AnswerForm campaignId={campaign.id} onAnswered={onDone} />
      </>
    )
  if (change?.status === 'information-requested')
    return (
      <>
        <Quoted title={text.changeAsked(fields)} words={last('change-ask')} />
        <AnswerForm campaignId={campaign.id} onAnswered={onDone} />
      </>
    )
  if (change) return <p>{text.changeWaits(fields)}</p>
  const isRefused = moves.at(-1)?.event === 'change-reject'
  return isRefused ? <Quoted title={text.changeRejected} words={last('change-reject')} /> : null
}

function Quoted({ title, words }: { title: string; words: string }) {
  return (
    <div className="space-y-2">
      <p className="font-medium">{title}</p>
      <blockquote className="border-l-4 border-marigold pl-3 whitespace-pre-line wrap-anywhere">
        {words}
      </blockquote>
    </div>
  )
}
