import { Pencil } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'

import type { CampaignHistoryResponse } from '#shared/campaign-history.ts'
import type { CampaignDetail } from '#shared/campaign.ts'
import type { Consent } from '#shared/consent.ts'
import type { Payee } from '#shared/payee.ts'
import { Link } from '#web/router/link.tsx'

import { browserApi } from '../../../api/client.ts'
import { lazyPart } from '../../../forms/lazy.tsx'
import { runApiAction, useApiAction } from '../../../forms/use-api-action.ts'
import { editCampaignPath, peoplePath, webhookPath } from '../../../navigation/paths.ts'
import { dashboardText } from '../../../text/dashboard.ts'
import { formatMoment } from '../../../format/day.ts'
import { editsText } from '../../../text/edits.ts'
import { historyText } from '../../../text/history.ts'
import { ownerText } from '../../../text/owner.ts'
import { payeeText } from '../../../text/payee.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { StatusNote } from './status-note.tsx'

const AnswerForm = lazyPart(async () => (await import('./answer-form.tsx')).AnswerForm)

type OwnerPanelProps = {
  campaign: CampaignDetail
  history: CampaignHistoryResponse
  historyList: ReactNode
  payee: Payee | null
  onDone: () => void
}

/** The owner's actions, the reviewers' questions, and the history of a campaign. */
export function OwnerPanel({ campaign, history, historyList, payee, onDone }: OwnerPanelProps) {
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
      <div className="flex flex-wrap gap-x-6">
        <Link to={peoplePath(id)} className="link inline-flex min-h-11 items-center text-sm">
          {text.people}
        </Link>
        <Link to={webhookPath(id)} className="link inline-flex min-h-11 items-center text-sm">
          {text.webhook}
        </Link>
      </div>
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
function Question({ campaign, history, onDone }: Omit<OwnerPanelProps, 'historyList' | 'payee'>) {
  const text = ownerText
  const { change, transitions } = history
  const fields = change?.fields.map((field) => editsText.fields[field]).join(', ') ?? ''
  const lastReason = (event: string) =>
    transitions.filter((transition) => transition.event === event).at(-1)?.reason ?? ''
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
        <Quoted title={text.changeAsked({ fields })} text={lastReason('change-ask')} />
        <AnswerForm campaignId={campaign.id} canRemoveDocuments={false} onAnswered={onDone} />
      </>
    )
  if (change) return <p>{text.changePending({ fields })}</p>
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

/** The status of a campaign that is not public, and the reason, for its owner and reviewers (readings P3, P5). */
export function OwnerNote({ campaign }: { campaign: CampaignDetail }) {
  const { campaign: text } = dashboardText
  const { isOwner, status, rejectionReason } = campaign
  if (status === 'approved') return isOwner ? <StatusNote status={status} /> : null
  return (
    <div className="card space-y-2 p-4">
      <StatusNote status={status} />
      <p>{text.hints[status]}</p>
      {rejectionReason !== null && (
        <blockquote className="border-l-4 border-danger pl-3 whitespace-pre-line wrap-anywhere">
          {rejectionReason}
        </blockquote>
      )}
    </div>
  )
}

type PayeePanelProps = {
  campaign: Pick<CampaignDetail, 'id' | 'status'>
  payee: Payee
  onAsked: () => void
}

/** Who receives the money of the campaign, for its organiser, with a button that mails the link again. */
function PayeePanel({ campaign, payee, onAsked }: PayeePanelProps) {
  const { panel: text, kinds } = payeeText
  const { run, busy } = useApiAction()
  const askAgain = () =>
    run(async () => {
      await browserApi.post('/campaigns/:id/payee/ask', {}, { id: campaign.id })
      toast(text.asked)
      onAsked()
    })
  const isPublic = campaign.status === 'approved' && payee.state === 'not-asked'
  return (
    <div className="space-y-2">
      <h3 className="font-semibold">{text.title}</h3>
      <p className="font-medium wrap-anywhere">
        {payee.kind === 'self' ? kinds.self : `${payee.name} (${kinds[payee.kind]})`}
      </p>
      {!isPublic && <p className="text-sm text-muted">{text.states[payee.state]}</p>}
      <p className="text-sm text-muted wrap-anywhere">
        {payee.confirmedName === null
          ? text.unconfirmedName
          : text.confirmedName({ name: payee.confirmedName })}
      </p>
      {payee.canAskAgain && (
        <Button variant="quiet" busy={busy} onClick={() => void askAgain()}>
          {text.askAgain}
        </Button>
      )}
    </div>
  )
}

/** The consents that the organiser confirmed for a campaign, each with a button that withdraws it. */
function Consents({ campaignId }: { campaignId: string }) {
  const { consents: text } = ownerText
  const { consents, load } = useConsents(campaignId)
  const { run, pending } = useApiAction()
  const withdraw = ({ kind }: Consent) =>
    run(async () => {
      await browserApi.remove('/campaigns/:id/consents/:kind', { id: campaignId, kind })
      await load()
    }, kind)
  if (consents.length === 0) return null
  return (
    <div className="space-y-2">
      <h3 className="font-semibold">{text.title}</h3>
      <ul className="space-y-3">
        {consents.map((consent) => (
          <li key={consent.kind + consent.givenAt}>
            <p className="font-medium">{text[consent.kind]}</p>
            <p className="text-sm text-muted">
              {consent.withdrawnAt === null
                ? text.given({ day: formatMoment(consent.givenAt) })
                : text.withdrawn({ day: formatMoment(consent.withdrawnAt) })}
            </p>
            {consent.withdrawnAt === null && (
              <Button
                variant="quiet"
                className="mt-2"
                busy={pending === consent.kind}
                onClick={() => void withdraw(consent)}
              >
                {text.withdraw}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function useConsents(campaignId: string) {
  const [consents, setConsents] = useState<Consent[]>([])
  const load = useCallback(
    () =>
      browserApi.get('/campaigns/:id/consents', { id: campaignId }).then(
        (response) => setConsents(response.consents),
        // The panel works without the list.
        () => {},
      ),
    [campaignId],
  )
  useEffect(() => void load(), [load])
  return { consents, load }
}

type EndCampaignProps = { campaignId: string; onEnded: () => void }

/** A campaign with donations is ended, not deleted (readings P4). */
function EndCampaign({ campaignId, onEnded }: EndCampaignProps) {
  const text = ownerText
  const end = () =>
    runApiAction(async () => {
      const asked = await browserApi.post('/campaigns/:id/end', {}, { id: campaignId })
      toast(asked ? text.asked : text.ended)
      onEnded()
    })
  return (
    <ConfirmButton
      variant="quiet"
      title={text.endTitle}
      question={text.endQuestion}
      confirmLabel={text.end}
      onConfirm={end}
    >
      {text.end}
    </ConfirmButton>
  )
}
