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
import { RejectDialog } from './reject-dialog.tsx'

type Props = { campaigns: Reported[]; onDone: () => void }

/** What people reported, and what is frozen because of it. Nothing is shown where there is nothing. */
export function ReportedList({ campaigns, onDone }: Props) {
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
            <ReportedCard campaign={campaign} onDone={onDone} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ReportedCard({ campaign, onDone }: { campaign: Reported; onDone: () => void }) {
  const { reports: text } = reviewText
  const { report } = campaignText
  const { act, acting } = useAct(campaign, onDone)
  const [freezing, setFreezing] = useState(false)
  const freeze = async (reason: string) => {
    if (await act('freeze', { reason })) setFreezing(false)
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
          <Button variant="danger" disabled={acting} onClick={() => setFreezing(true)}>
            {text.freeze}
          </Button>
        )}
      </div>
      <RejectDialog
        open={freezing}
        title={text.freezeTitle}
        confirmLabel={text.freeze}
        onReject={freeze}
        onClose={() => setFreezing(false)}
      />
    </Card>
  )
}

type Act = 'settle' | 'freeze' | 'unfreeze'

function useAct({ id, title }: Reported, onDone: () => void) {
  const { reports: text } = reviewText
  const [acting, setActing] = useState(false)
  const act = async (what: Act, body: object) => {
    setActing(true)
    try {
      await browserApi.post(`/reports/${encodeURIComponent(id)}/${what}`, body, noContent)
      const said = { settle: text.settled, freeze: text.frozenNow, unfreeze: text.unfrozenNow }
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
