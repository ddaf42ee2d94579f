import type { CampaignExposureItem, Exposure, PayoutHold } from '#shared/exposure.ts'
import { formatNaira } from '#shared/money.ts'

import { adminMoneyText } from '../../../text/admin-money.ts'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable, ShortMoment } from '../../../ui/data-table.tsx'

import { ActionTable } from './action-table.tsx'

type Props = { exposure: Exposure; onDone: () => void }

/** What Ajo may lose by refunds and disputes after payouts, and the payouts that are held. */
export function ExposurePanel({ exposure, onDone }: Props) {
  const { exposure: text } = adminMoneyText
  const { total, caps, campaigns, holds } = exposure
  return (
    <div className="space-y-8">
      <Card className="p-5 sm:p-6">
        <p className="text-lg font-bold">{text.total({ amount: formatNaira(total) })}</p>
        <p className="mt-1 text-sm text-muted">
          {text.caps({
            perCampaign: formatNaira(caps.perCampaign),
            perOwner: formatNaira(caps.perOwner),
            inTotal: formatNaira(caps.inTotal),
          })}
        </p>
      </Card>
      {campaigns.length > 0 && <Campaigns campaigns={campaigns} onDone={onDone} />}
      {holds.length > 0 && <Holds holds={holds} />}
    </div>
  )
}

type CampaignsProps = { campaigns: CampaignExposureItem[]; onDone: () => void }

function Campaigns({ campaigns, onDone }: CampaignsProps) {
  const { exposure: text } = adminMoneyText
  const amounts = ['receivable', 'undeducted', 'open', 'available', 'exposure'] as const
  const columns: Column<CampaignExposureItem>[] = [
    { key: 'title', header: text.campaign, cell: ({ title }) => <strong>{title}</strong> },
    ...amounts.map((name) => ({
      key: name,
      header: text[name],
      numeric: true,
      cell: (campaign: CampaignExposureItem) => formatNaira(campaign[name]),
    })),
  ]
  const toTitle = ({ receivable, title }: CampaignExposureItem) =>
    text.writeOffOne({ amount: formatNaira(receivable), campaign: title })
  return (
    <ActionTable
      isWide
      caption={text.caption}
      columns={columns}
      rows={campaigns}
      rowKey={({ campaignId }) => campaignId}
      action={{
        header: text.writeOff,
        button: text.writeOff,
        name: toTitle,
        reasonTitle: toTitle,
        path: '/admin/receivables/:id/write-off',
        body: ({ receivable }) => ({ amount: receivable }),
        done: text.writtenOff,
        isDangerous: true,
        isOffered: ({ receivable }) => receivable > 0,
      }}
      onDone={onDone}
    />
  )
}

function Holds({ holds }: { holds: PayoutHold[] }) {
  const { exposure: text } = adminMoneyText
  const columns: Column<PayoutHold>[] = [
    { key: 'campaign', header: text.campaign, cell: ({ campaign }) => <strong>{campaign}</strong> },
    { key: 'state', header: text.state, place: 'line', cell: (hold) => <HoldState hold={hold} /> },
    { key: 'seen', header: text.seen, cell: ({ seen }) => seen ?? text.notSeen },
    {
      key: 'checked',
      header: text.checked,
      place: 'note',
      cell: ({ checkedAt }) => checkedAt && <ShortMoment iso={checkedAt} />,
    },
  ]
  return (
    <DataTable
      isWide
      caption={text.holdsCaption}
      columns={columns}
      rows={holds}
      rowKey={({ campaign, subAccount }) => `${campaign} ${subAccount}`}
    />
  )
}

function HoldState({ hold: { state, reason, inForceSince } }: { hold: PayoutHold }) {
  const { exposure: text } = adminMoneyText
  return (
    <>
      {text.states[state]} {inForceSince && <ShortMoment iso={inForceSince} />}
      {reason && <span className="block text-sm text-muted">{reason}</span>}
    </>
  )
}
