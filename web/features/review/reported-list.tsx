import { useState } from 'react'
import { Link } from 'react-router'

import type { ReportedCampaign } from '#shared/report.ts'

import { browserApi, noContent } from '../../api/client.ts'
import { useApiAction } from '../../forms/use-api-action.ts'
import { campaignPath } from '../../navigation/paths.ts'
import { campaignText } from '../../text/campaign.ts'
import { formatMoment } from '../../text/day.ts'
import { reviewText } from '../../text/review.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

type Props = {
  campaigns: ReportedCampaign[]
  /** True for admins. */
  canCancel: boolean
  onDone: () => void
}

/** Campaigns that were reported or that do not accept donations because of a report. */
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

type CardProps = Omit<Props, 'campaigns'> & { campaign: ReportedCampaign }
type Action = 'dismiss' | 'freeze' | 'unfreeze' | 'cancel'

function ReportedCard({ campaign, canCancel, onDone }: CardProps) {
  const { reports: text } = reviewText
  const { report } = campaignText
  const { act, busy } = useReportAction(campaign, onDone)
  const [openDialog, setOpenDialog] = useState<Action | null>(null)
  return (
    <Card className="grid gap-4 p-5 sm:p-6">
      <h3 className="text-lg font-bold wrap-anywhere">{campaign.title}</h3>
      {campaign.isFrozen && (
        <p className="flex">
          <Badge tone="danger">{text.paused}</Badge>
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
          <Button variant="quiet" busy={busy} onClick={() => void act('dismiss')}>
            {text.dismiss}
          </Button>
        )}
        {campaign.isFrozen ? (
          <Button busy={busy} onClick={() => void act('unfreeze')}>
            {text.resume}
          </Button>
        ) : (
          <Button variant="danger" disabled={busy} onClick={() => setOpenDialog('freeze')}>
            {text.pause}
          </Button>
        )}
        {canCancel && (
          <Button variant="danger" disabled={busy} onClick={() => setOpenDialog('cancel')}>
            {text.cancel}
          </Button>
        )}
      </div>
      <Dialogs
        campaign={campaign.title}
        open={openDialog}
        onSend={async (action, reason) => {
          if (await act(action, { reason })) setOpenDialog(null)
        }}
        onClose={() => setOpenDialog(null)}
      />
    </Card>
  )
}

type DialogProps = {
  campaign: string
  open: Action | null
  onSend: (action: Action, reason: string) => Promise<void>
  onClose: () => void
}

function Dialogs({ campaign, open, onSend, onClose }: DialogProps) {
  const { reports: text, reason, reasonHint } = reviewText
  return (
    <>
      <ReasonDialog
        open={open === 'freeze'}
        title={text.pauseTitle}
        campaign={campaign}
        label={reason}
        hint={reasonHint}
        confirmLabel={text.pause}
        onSend={(typed) => onSend('freeze', typed)}
        onClose={onClose}
      />
      <ReasonDialog
        open={open === 'cancel'}
        title={text.cancelTitle}
        campaign={campaign}
        label={reason}
        hint={text.cancelHint}
        confirmLabel={text.cancel}
        onSend={(typed) => onSend('cancel', typed)}
        onClose={onClose}
      />
    </>
  )
}

const messages = {
  dismiss: reviewText.reports.dismissed,
  freeze: reviewText.reports.pausedToast,
  unfreeze: reviewText.reports.resumedToast,
  cancel: reviewText.reports.cancelledToast,
}

function useReportAction({ id, title }: ReportedCampaign, onDone: () => void) {
  const { run, busy } = useApiAction()
  const act = (action: Action, body: object = {}) =>
    run(async () => {
      const resource = action === 'cancel' ? 'campaigns' : 'reports'
      await browserApi.post(`/${resource}/${encodeURIComponent(id)}/${action}`, body, noContent)
      toast(messages[action](title))
      onDone()
    })
  return { act, busy }
}
