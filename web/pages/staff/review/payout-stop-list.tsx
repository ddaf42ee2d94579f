import { useState, type ReactNode } from 'react'

import { formatNaira } from '#shared/money.ts'
import type { ReleasableStop, StoppedCampaign } from '#shared/payout-stop.ts'
import { Link } from '#web/router/link.tsx'

import { lazyDialog } from '../../../forms/lazy.tsx'
import { campaignPath } from '../../../navigation/paths.ts'
import { formatMoment } from '../../../format/day.ts'
import { payoutStopText } from '../../../text/payout-stop.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useStaffAction } from '../parts/use-staff-action.ts'

const ReasonDialog = lazyDialog(async () => (await import('./dialogs.tsx')).ReasonDialog)

type Props = {
  campaigns: StoppedCampaign[]
  renderConflict: (campaign: StoppedCampaign) => ReactNode
  onDone: () => void
}

/** Campaigns whose payouts wait for a reviewer. */
export function PayoutStopList({ campaigns, ...rest }: Props) {
  const { queue: text } = payoutStopText
  if (campaigns.length === 0) return null
  return (
    <section aria-labelledby="payout-stops" className="mt-10">
      <h2 id="payout-stops" className="text-xl font-bold">
        {text.title}
      </h2>
      <p className="mt-1 mb-4 text-muted">{text.intro}</p>
      <ul className="grid gap-6">
        {campaigns.map((campaign) => (
          <li key={campaign.campaignId}>
            <StoppedCampaignCard campaign={campaign} {...rest} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type CardProps = Omit<Props, 'campaigns'> & { campaign: StoppedCampaign }

function StoppedCampaignCard({ campaign, renderConflict, onDone }: CardProps) {
  const { queue: text, reasons, since } = payoutStopText
  const { campaignId, title, held, stops, canRelease, conflicts } = campaign
  const { act, busy } = useStaffAction(onDone)
  const [kind, setKind] = useState<ReleasableStop | null>(null)
  const headingId = `stopped-${campaignId}`
  const release = async (reason: string) => {
    const path = '/payout-stops/:id/release'
    if (await act(path, campaignId, text.released({ title }), { kind, reason })) setKind(null)
  }
  return (
    <article aria-labelledby={headingId}>
      <Card className="grid gap-4 p-5 sm:p-6">
        <header>
          <h3 id={headingId} className="text-lg font-bold wrap-anywhere">
            {title}
          </h3>
          <p className="text-sm text-muted">{text.held({ amount: formatNaira(held) })}</p>
        </header>
        <ul className="grid gap-2">
          {stops.map((stop) => (
            <li key={stop.kind}>
              {reasons[stop.kind]}{' '}
              <span className="text-sm text-muted">
                {since({ moment: formatMoment(stop.since) })}
              </span>
            </li>
          ))}
        </ul>
        <Link to={campaignPath(campaignId)} className="link">
          {text.see}
        </Link>
        {conflicts.length > 0 && renderConflict(campaign)}
        {conflicts.length === 0 && canRelease.length === 0 && <p>{text.notYours}</p>}
        <div className="flex flex-col gap-3 sm:flex-row">
          {canRelease.map((each) => (
            <Button key={each} disabled={busy} onClick={() => setKind(each)}>
              {text.release[each]}
            </Button>
          ))}
        </div>
        <ReasonDialog
          open={kind !== null}
          title={text.releaseTitle}
          campaign={title}
          label={text.reason}
          hint={text.reasonHint}
          confirmLabel={kind === null ? text.back : text.release[kind]}
          onSend={release}
          onClose={() => setKind(null)}
        />
      </Card>
    </article>
  )
}
