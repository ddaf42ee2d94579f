import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'

import type { CampaignDetail } from '#shared/campaign.ts'
import type { CampaignHistoryResponse } from '#shared/campaign-history.ts'
import type { Payee } from '#shared/payee.ts'
import { Link } from '#web/router/link.tsx'

import { lazyPart } from '../../../forms/lazy-part.tsx'
import { editCampaignPath } from '../../../navigation/paths.ts'
import { editsText } from '../../../text/edits.ts'
import { historyText } from '../../../text/history.ts'
import { ownerText } from '../../../text/owner.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Consents } from './consents.tsx'
import { EndCampaign } from './end-campaign.tsx'
import { PayeePanel } from './payee-panel.tsx'

const AnswerForm = lazyPart(async () => (await import('./answer-form.tsx')).AnswerForm)

type Props = {
  campaign: CampaignDetail
  history: CampaignHistoryResponse
  historyList: ReactNode
  payee: Payee | null
  onDone: () => void
}

/** The owner's actions, the reviewers' questions, and the history of a campaign. */
export function OwnerPanel({ campaign, history, historyList, payee, onDone }: Props) {
  const text = ownerText
  const { id, status } = campaign
  const isOver = status === 'ended' || status === 'cancelled' || status === 'taken-down'
  return (
    <section aria-labelledby="owner-panel" className="card space-y-4 p-4 sm:p-5">
      <h2 id="owner-panel" className="font-bold">
        {text.title}
      </h2>
      <Question campaign={campaign} history={history} onDone={onDone} />
      {!isOver && (
        <div className="flex flex-col gap-3 sm:flex-row">
          <Link to={editCampaignPath(id)} className={`${buttonClass('quiet')} max-sm:px-4`}>
            <Pencil aria-hidden="true" size={18} />
            {status === 'rejected' ? text.resubmit : text.edit}
          </Link>
          {status === 'approved' && <EndCampaign campaignId={id} onEnded={onDone} />}
        </div>
      )}
      {payee && <PayeePanel campaign={campaign} payee={payee} onAsked={onDone} />}
      <Consents campaignId={campaign.id} />
      {history.transitions.length > 0 && (
        <details>
          <summary className="py-1 font-semibold">{historyText.title}</summary>
          <div className="pt-2">{historyList}</div>
        </details>
      )}
    </section>
  )
}

/** An unanswered question about the campaign or a change of it, or the state of the last change. */
function Question({ campaign, history, onDone }: Omit<Props, 'historyList' | 'payee'>) {
  const text = ownerText
  const { change, transitions } = history
  const fields = change?.fields.map((field) => editsText.fields[field]).join(', ') ?? ''
  const lastReason = (event: string) =>
    transitions.findLast((transition) => transition.event === event)?.reason ?? ''
  if (campaign.status === 'information-requested')
    return (
      <>
        <Quoted title={text.question} text={lastReason('ask')} />
        <AnswerForm campaignId={campaign.id} canRemoveDocuments onAnswered={onDone} />
      </>
    )
  if (change?.status === 'information-requested')
    return (
      <>
        <Quoted title={text.changeAsked(fields)} text={lastReason('change-ask')} />
        <AnswerForm campaignId={campaign.id} canRemoveDocuments={false} onAnswered={onDone} />
      </>
    )
  if (change) return <p>{text.changePending(fields)}</p>
  const isRejected = transitions.at(-1)?.event === 'change-reject'
  return isRejected ? (
    <Quoted title={text.changeRejected} text={lastReason('change-reject')} />
  ) : null
}

function Quoted({ title, text }: { title: string; text: string }) {
  return (
    <div className="space-y-2">
      <p className="font-medium">{title}</p>
      <blockquote className="border-l-4 border-marigold pl-3 whitespace-pre-line wrap-anywhere">
        {text}
      </blockquote>
    </div>
  )
}
