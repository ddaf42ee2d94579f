import { useState } from 'react'
import { Link } from 'react-router'

import type { Reported } from '#shared/report.ts'

import { ApiError, browserApi, noContent } from '../../api/client.ts'
import { campaignPath } from '../../paths.ts'
import { campaignText } from '../../text/campaign.ts'
import { formatMoment } from '../../text/day.ts'
import { reviewText } from '../../text/review.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

type Props = {
  campaigns: Reported[]
  /** An admin may do more than stop gifts. */
  canCancel: boolean
  onDone: () => void
}

/** What people reported, and what is frozen because of it. Nothing is shown where there is nothing. */
export function ReportedList({ campaigns, ...rest }: Props) {
  const { reports: text } = reviewText
  if (campaigns.length === 0) return null
  return (
    <section aria-labelledby="reported" className="mt-10">
      <h2 id="reported" className="mb-4 text-xl font-bold">
        {text.title}
      </h2>
      <ul className="grid gap-6">
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <ReportedCard campaign={campaign} {...rest} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type CardProps = Omit<Props, 'campaigns'> & { campaign: Reported }

function ReportedCard({ campaign, canCancel, onDone }: CardProps) {
  const { reports: text } = reviewText
  const { report } = campaignText
  const { act, acting } = useAct(campaign, onDone)
  const [asking, setAsking] = useState<Asked | null>(null)
  const close = () => setAsking(null)
  const send = (what: Asked) => async (reason: string) => {
    if (await act(what, { reason })) close()
  }
  return (
    <Card className="grid gap-4 p-5 sm:p-6">
      <h3 className="text-lg font-bold wrap-anywhere">{campaign.title}</h3>
      {campaign.isFrozen && (
        <p className="flex">
          <Badge tone="danger">{text.frozen}</Badge>
        </p>
      )}
      <ul className="grid gap-3">
        {campaign.reports.map(({ reason, details, at }) => (
          <li key={`${at} ${details}`} className="border-l-4 border-line pl-3">
            <p className="font-semibold">{report.reasons[reason]}</p>
            <p className="whitespace-pre-line wrap-anywhere">{details}</p>
            <p className="text-sm text-muted">{formatMoment(at)}</p>
          </li>
        ))}
      </ul>
      <Link to={campaignPath(campaign.id)} className="link">
        {text.see}
      </Link>
      <div className="flex flex-col gap-3 sm:flex-row">
        {campaign.reports.length > 0 && (
          <Button variant="quiet" busy={acting} onClick={() => void act('settle', {})}>
            {text.settle}
          </Button>
        )}
        {campaign.isFrozen ? (
          <Button busy={acting} onClick={() => void act('unfreeze', {})}>
            {text.unfreeze}
          </Button>
        ) : (
          <Button variant="danger" disabled={acting} onClick={() => setAsking('freeze')}>
            {text.freeze}
          </Button>
        )}
        {canCancel && (
          <Button variant="danger" disabled={acting} onClick={() => setAsking('cancel')}>
            {text.cancel}
          </Button>
        )}
      </div>
      <Dialogs campaign={campaign.title} asking={asking} send={send} close={close} />
    </Card>
  )
}

type Asked = 'freeze' | 'cancel'
type DialogProps = {
  campaign: string
  asking: Asked | null
  send: (what: Asked) => (reason: string) => Promise<void>
  close: () => void
}

function Dialogs({ campaign, asking, send, close }: DialogProps) {
  const { reports: text, reason, reasonHint } = reviewText
  return (
    <>
      <ReasonDialog
        open={asking === 'freeze'}
        title={text.freezeTitle}
        campaign={campaign}
        label={reason}
        hint={reasonHint}
        confirmLabel={text.freeze}
        onSend={send('freeze')}
        onClose={close}
      />
      <ReasonDialog
        open={asking === 'cancel'}
        title={text.cancelTitle}
        campaign={campaign}
        label={reason}
        hint={text.cancelHint}
        confirmLabel={text.cancel}
        onSend={send('cancel')}
        onClose={close}
      />
    </>
  )
}

type Act = 'settle' | 'freeze' | 'unfreeze' | 'cancel'

const said = {
  settle: reviewText.reports.settled,
  freeze: reviewText.reports.frozenNow,
  unfreeze: reviewText.reports.unfrozenNow,
  cancel: reviewText.reports.cancelledNow,
}

function useAct({ id, title }: Reported, onDone: () => void) {
  const [acting, setActing] = useState(false)
  const act = async (what: Act, body: object) => {
    setActing(true)
    try {
      const place = what === 'cancel' ? 'campaigns' : 'reports'
      await browserApi.post(`/${place}/${encodeURIComponent(id)}/${what}`, body, noContent)
      toast(said[what](title))
      onDone()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message, 'error')
      return false
    } finally {
      setActing(false)
    }
  }
  return { act, acting }
}
